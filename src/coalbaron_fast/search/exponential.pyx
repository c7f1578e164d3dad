"""The search's exponential function for Python: what tests hold against the C library's."""


def exp(double x):
    """Return e to the power of x as the search works it out."""
    return exponential(x)
