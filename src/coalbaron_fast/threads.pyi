# Compiled; its functions are for other compiled modules, by threads.pxd.

MOST_THREADS: int
