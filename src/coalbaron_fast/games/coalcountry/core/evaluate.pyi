# Compiled; its functions are for other compiled modules, by evaluate.pxd.

GUESS: dict[str, tuple[float, ...]]

def fill_guess(**changed: tuple[float, ...]) -> None: ...
