# Compiled; its functions are for other compiled modules, by knowledge.pxd.
