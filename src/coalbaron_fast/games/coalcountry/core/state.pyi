# Compiled; its functions are for other compiled modules, by state.pxd.
