# Compiled; its functions are for other compiled modules, by placing.pxd.
