# Compiled; its functions are for other compiled modules, by stacks.pxd.
