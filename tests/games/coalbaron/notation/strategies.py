"""Hypothesis strategies: well-formed dicts, and what can be done to them.

Well-formed means the shape of docs/position.md, not that a game comes there.
"""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from coalbaron_fast.games.coalbaron.facts import (
    COLOURS,
    DRAWS,
    FACTORY_SPACES,
    LOCKED,
    ORDER_SPACES,
    ORDERS,
    PHASES,
    SPACES,
    TILES,
)
from coalbaron_fast.games.coalbaron.notation import TOKENS, Record, dict_to_text
from coalbaron_fast.games.coalbaron.notation.position import PAIR_FILLS
from tests.games.coalbaron.notation.examples import LOOK_VIEW, MINING, real_positions

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

TILE_NAMES = [tile.name for tile in TILES]
ORDER_NAMES = [order.name for order in ORDERS]
SPOTS = {order.name: order.spots for order in ORDERS}


def cubes(most: int) -> SearchStrategy[str]:
    return st.text(COLOURS, max_size=most)


def signs(players: int, alphabet: str) -> SearchStrategy[str]:
    return st.text(alphabet, min_size=players, max_size=players)


def null_or(strategy: SearchStrategy[Any]) -> SearchStrategy[Any]:
    return st.none() | strategy


@st.composite
def outstanding_orders(draw: DrawFn) -> dict[str, list[str]]:
    names = draw(st.lists(st.sampled_from(ORDER_NAMES), max_size=4, unique=True))
    return {
        name: [draw(st.sampled_from(["-", COLOURS[spot], *PAIR_FILLS])) for spot in SPOTS[name]]
        for name in names
    }


def pit_levels() -> SearchStrategy[list[dict[str, Any]]]:
    levels = [
        st.fixed_dictionaries(
            {
                "tiles": st.lists(
                    st.sampled_from([name for name in TILE_NAMES if name[0] == colour]), max_size=4
                ),
                "cubes": cubes(6),
            }
        )
        for colour in COLOURS
    ]
    return st.tuples(*levels).map(list)


def seats() -> SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {
            "marks": st.integers(0, 999),
            "vp": st.integers(-999, 999),
            "workers": st.integers(0, 18),
            "bank": st.integers(0, 18),
            "cage": st.fixed_dictionaries({"level": st.integers(0, 4), "cubes": cubes(5)}),
            "storage": cubes(12),
            "pit": pit_levels(),
            "orders": outstanding_orders(),
            "delivered": st.lists(st.sampled_from(ORDER_NAMES), max_size=4),
        }
    )


def places(
    names: list[str], players: int, *, full: bool, least: int = 0
) -> SearchStrategy[list[Any]]:
    return st.lists(
        st.fixed_dictionaries(
            {
                "item": st.sampled_from(names if full else [*names, "?"]),
                "known": signs(players, ".=~*"),
            }
        ),
        min_size=least,
        max_size=5,
    )


def stacks(names: list[str], players: int, *, full: bool) -> SearchStrategy[dict[str, Any]]:
    batches = st.lists(places(names, players, full=full, least=1), max_size=3)
    return st.fixed_dictionaries(
        {
            "top": batches,
            "middle": st.lists(st.sampled_from(names), max_size=10),
            "middle_size": st.integers(0, 44),
            "bottom": batches,
        }
    )


@st.composite
def looks(draw: DrawFn, space: str | None, players: int, *, full: bool) -> dict[str, Any] | None:
    if space not in ("fx", "ox") or draw(st.booleans()):
        return None
    names = TILE_NAMES if space == "fx" else ORDER_NAMES
    return {
        "held": draw(places(names, players, full=full)),
        "returned": draw(places(names, players, full=full)),
        "side": draw(st.sampled_from([None, "top", "bottom"])),
        "touched": draw(signs(players, "x.")),
        "straddle": draw(signs(players, "x.")),
    }


@st.composite
def positions(draw: DrawFn) -> dict[str, Any]:
    """A well-formed position, full or a view."""
    players = draw(st.integers(2, 4))
    seat = st.integers(0, players - 1)
    view = draw(null_or(seat))
    full = view is None
    open_spaces = [name for name in SPACES if name not in LOCKED[players]]
    space = draw(null_or(st.sampled_from(SPACES) | st.sampled_from(["fx", "ox"])))
    occupied = st.sampled_from([name for name in open_spaces if name != "bank"])
    workers = st.fixed_dictionaries({"seat": seat, "workers": st.integers(1, 18)})
    fill = st.fixed_dictionaries({"level": st.integers(1, 4), "carts": st.integers(1, 2)})
    tile = null_or(st.sampled_from(TILE_NAMES))
    card = null_or(st.sampled_from(ORDER_NAMES))
    return {
        "players": players,
        "view": view,
        "shift": draw(st.integers(1, 3)),
        "first_start": draw(seat),
        "start": draw(seat),
        "phase": draw(st.sampled_from(PHASES)),
        "active": draw(null_or(seat)),
        "space": space,
        "draw": draw(null_or(st.sampled_from(DRAWS))),
        "steps": draw(st.integers(0, 10)),
        "fill": draw(null_or(fill)),
        "seats": [draw(seats()) for _ in range(players)],
        "spaces": draw(st.dictionaries(occupied, workers, max_size=4)),
        "factory": {name: draw(tile) for name in open_spaces if name in FACTORY_SPACES},
        "row": {name: draw(card) for name in open_spaces if name in ORDER_SPACES},
        "draft": draw(st.lists(st.sampled_from(ORDER_NAMES), max_size=13)),
        "tile_stack": draw(stacks(TILE_NAMES, players, full=full)),
        "order_stack": draw(stacks(ORDER_NAMES, players, full=full)),
        "look": draw(looks(space, players, full=full)),
    }


def known_positions() -> SearchStrategy[dict[str, Any]]:
    """One of the examples; quick to draw."""
    return st.sampled_from([MINING, LOOK_VIEW, *real_positions()]).map(copy.deepcopy)


def junk() -> SearchStrategy[Any]:
    """Anything that JSON can hold, and what Python's reader makes of NaN."""
    leaves = (
        st.none()
        | st.booleans()
        | st.integers()
        | st.integers(-3, 20)
        | st.floats()
        | st.text(max_size=8)
        | st.sampled_from(["", "?", "-", "y1L", "g2D", "Tgg", "Bybgk", "bank", "ybgk", "..", "=x"])
        | st.just(10**4000)
    )
    return st.recursive(
        leaves,
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
        ),
        max_leaves=6,
    )


def containers_of(value: object) -> list[Any]:
    """All dicts and lists within a value that hold something, itself among them."""
    if not isinstance(value, dict | list) or not value:
        return []
    inner = list(value.values()) if isinstance(value, dict) else value
    return [value, *(found for entry in inner for found in containers_of(entry))]


@st.composite
def mutated_positions(draw: DrawFn) -> Any:  # noqa: ANN401
    """A well-formed position, changed in one to three places."""
    position = draw(known_positions())
    for _ in range(draw(st.integers(1, 3))):
        mutate(draw, position)
    return position


def mutate(draw: DrawFn, position: dict[str, Any]) -> None:
    containers = containers_of(position)
    if not containers:
        return
    container = draw(st.sampled_from(containers))
    keys = list(container) if isinstance(container, dict) else list(range(len(container)))
    key = draw(st.sampled_from(keys))
    action = draw(st.sampled_from(["replace", "number", "remove", "add", "swap"]))
    if action == "replace":
        container[key] = draw(junk())
    elif action == "number" and type(container[key]) is int:
        container[key] += draw(st.integers(-3, 3))
    elif action == "remove":
        del container[key]
    elif action == "add":
        add_entry(draw, container, container[key])
    else:
        other = draw(st.sampled_from(containers))
        container[key] = copy.deepcopy(other)


def add_entry(draw: DrawFn, container: Any, value: object) -> None:  # noqa: ANN401
    if isinstance(container, list):
        container.insert(draw(st.integers(0, len(container))), copy.deepcopy(value))
    else:
        name = draw(st.text(max_size=5) | st.sampled_from([*SPACES, *ORDER_NAMES]))
        container[name] = copy.deepcopy(value)


@st.composite
def mutated_texts(draw: DrawFn, texts: SearchStrategy[str]) -> str:
    """A text with a few stretches cut out, doubled or overwritten."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 4))):
        begin = draw(st.integers(0, len(text)))
        end = min(len(text), begin + draw(st.integers(0, 6)))
        new = draw(
            st.text(max_size=3)
            | st.text('ybgk.=~*?-;:,+0123456789 []{}#"\\\n', max_size=4)
            | st.just(text[begin:end] * 2)
        )
        text = text[:begin] + new + text[end:]
    return text


def position_texts() -> SearchStrategy[str]:
    return known_positions().map(dict_to_text)


def tag_values() -> SearchStrategy[str]:
    return st.text(max_size=12).filter(str.isprintable) | st.sampled_from(['"', "\\", '\\"', "a b"])


@st.composite
def records(draw: DrawFn) -> Record:
    """A record that is well-formed; its tokens need not be a game."""
    position = draw(null_or(known_positions()))
    is_view = position is not None and position["view"] is not None
    players = position["players"] if position else draw(st.integers(2, 4))
    start = position["first_start"] if position else draw(st.integers(0, players - 1))
    tags = draw(
        st.dictionaries(
            st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(
                lambda name: name not in ("Players", "Start", "Position", "Seed", "Winners")
            ),
            tag_values(),
            max_size=4,
        )
    )
    tags.pop("Scores", None)
    if draw(st.booleans()):
        tags["Scores"] = " ".join(str(draw(st.integers(-50, 200))) for _ in range(players))
        tags["Winners"] = str(draw(st.integers(0, players - 1)))
    return Record(
        players=players,
        start=start,
        tokens=draw(st.lists(st.sampled_from(TOKENS), max_size=60)),
        position=dict_to_text(position) if position else None,
        # What a view does not show is not to be drawn.
        seed=draw(null_or(st.integers(0, 2**64 - 1))) if not is_view else None,
        tags=tags,
    )
