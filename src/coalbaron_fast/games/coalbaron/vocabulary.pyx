"""Holds the tokens' codes against what the core is compiled for; State asks at its import."""

from coalbaron_fast.games.coalbaron.core.types cimport (
    CAGE, CHANCE_HIDDEN, CHANCE_ORDER, CHANCE_TILE, END, FILL, FILL_NONE, FROM_CAGE, FROM_STORAGE,
    LOAD, MOVE_CODES, PAIR, PAIR_KINDS, PLACE, SIDE_BOTTOM, SIDE_TOP, STACK_HIDDEN, STACK_ORDER,
    STACK_TILE, STORE, TAKE_NONE, TAKE_ORDER, TAKE_TILE,
)
from coalbaron_fast.games.coalbaron.core.tables cimport TABLES
from coalbaron_fast.games.coalbaron.notation import tokens


def check_codes():
    """Raise RuntimeError, with the block's name, if a code means another token to the core."""
    compiled = {
        "CHANCE_TILE": CHANCE_TILE, "CHANCE_ORDER": CHANCE_ORDER, "CHANCE_HIDDEN": CHANCE_HIDDEN,
        "TAKE_TILE": TAKE_TILE, "TAKE_ORDER": TAKE_ORDER, "TAKE_NONE": TAKE_NONE, "PLACE": PLACE,
        "FILL": FILL, "FILL_NONE": FILL_NONE, "SIDE_TOP": SIDE_TOP, "SIDE_BOTTOM": SIDE_BOTTOM,
        "STACK_TILE": STACK_TILE, "STACK_ORDER": STACK_ORDER, "STACK_HIDDEN": STACK_HIDDEN,
        "CAGE": CAGE, "LOAD": LOAD, "STORE": STORE, "END": END, "FROM_CAGE": FROM_CAGE,
        "FROM_STORAGE": FROM_STORAGE, "PAIR": PAIR, "VOCABULARY_SIZE": MOVE_CODES,
    }
    stated = {**tokens.BASES, "VOCABULARY_SIZE": tokens.VOCABULARY_SIZE}
    for name in (*compiled, *stated):
        if stated.get(name) != compiled.get(name):
            raise RuntimeError(
                f"tokens.{name} is {stated.get(name)}; the core is compiled for "
                f"{compiled.get(name)}"
            )
    slots = [
        (TABLES.slot_order[slot], TABLES.slot_colour[slot]) for slot in range(len(tokens.SLOTS))
    ]
    if slots != list(tokens.SLOTS):
        raise RuntimeError(f"tokens.SLOTS are {tokens.SLOTS}; the core has {slots}")
    pairs = [
        (TABLES.pair_first[kind], TABLES.pair_second[kind]) for kind in range(PAIR_KINDS)
    ]
    if pairs != list(tokens.PAIR_KINDS):
        raise RuntimeError(f"tokens.PAIR_KINDS are {tokens.PAIR_KINDS}; the core has {pairs}")
