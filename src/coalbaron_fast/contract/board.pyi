# A table of C functions; there is nothing here for Python.
