# A state as a dict and back; the functions are for other compiled modules, by codec.pxd.
