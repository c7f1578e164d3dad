# Compiled; what the tables hold is for other compiled modules, by tables.pxd.
