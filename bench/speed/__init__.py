"""Nanoseconds for each piece of work of the compiled core, one thread, interleaved."""
