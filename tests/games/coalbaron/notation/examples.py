"""Positions to test with: two written by hand, and real ones from the reference."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, Final

from tests.games.coalbaron.reference import Game
from tests.games.side_by_side import uniform

# Seat 1 of two is mining; every field that can hold something does.
MINING: Final[dict[str, Any]] = {
    "players": 2,
    "view": None,
    "shift": 2,
    "first_start": 0,
    "start": 1,
    "phase": "mine",
    "active": 1,
    "space": "m6",
    "draw": None,
    "steps": 3,
    "fill": None,
    "seats": [
        {
            "marks": 7,
            "vp": -2,
            "workers": 12,
            "bank": 1,
            "cage": {"level": 4, "cubes": "k"},
            "storage": "yb",
            "pit": [
                {"tiles": [], "cubes": "y"},
                {"tiles": ["b1D", "b2L"], "cubes": "bbb"},
                {"tiles": [], "cubes": ""},
                {"tiles": ["k1L"], "cubes": "gk"},
            ],
            "orders": {"By": ["yb"], "Tgg": ["g", "-"]},
            "delivered": ["Bkk", "Ey"],
        },
        {
            "marks": 0,
            "vp": 0,
            "workers": 11,
            "bank": 0,
            "cage": {"level": 0, "cubes": ""},
            "storage": "",
            "pit": [
                {"tiles": [], "cubes": "y"},
                {"tiles": [], "cubes": "b"},
                {"tiles": [], "cubes": "g"},
                {"tiles": [], "cubes": "k"},
            ],
            "orders": {},
            "delivered": [],
        },
    ],
    "spaces": {"f3": {"seat": 0, "workers": 1}, "m6": {"seat": 1, "workers": 2}},
    "factory": {"f1": "y1L", "f2": None, "f3": "g2D", "f5": "y1D", "f6": "k2D", "f7": "b1L"},
    "row": {"o2": "Cg", "o3": None, "o4": "Tkkk"},
    "draft": [],
    "tile_stack": {
        "top": [
            [{"item": "y1L", "known": "=."}, {"item": "g2D", "known": "=."}],
            [{"item": "k1D", "known": ".~"}],
        ],
        "middle": ["b1L", "b1L", "b1D"],
        "middle_size": 3,
        "bottom": [],
    },
    "order_stack": {
        "top": [],
        "middle": ["Bb", "Ckk"],
        "middle_size": 2,
        "bottom": [[{"item": "Eg", "known": "*="}]],
    },
    "look": None,
}
MINING_TEXT: Final = (
    "cb1 players=2 view=- shift=2 first_start=0 start=1 phase=mine active=1 space=m6 draw=- steps=3"
    " fill=-"
    " seat0=7;-2;12;1;4:k;yb;-:y,b1D+b2L:bbb,-:-,k1L:gk;By:yb,Tgg:g.-;Bkk,Ey"
    " seat1=0;0;11;0;0:-;-;-:y,-:b,-:g,-:k;-;-"
    " spaces=f3:0x1,m6:1x2 factory=f1:y1L,f2:-,f3:g2D,f5:y1D,f6:k2D,f7:b1L"
    " row=o2:Cg,o3:-,o4:Tkkk draft=-"
    " tile_stack=y1L:=.+g2D:=.,k1D:.~;b1L,b1L,b1D;3;-"
    " order_stack=-;Bb,Ckk;2;Eg:*="
    " look=-"
)


def _look_view() -> dict[str, Any]:
    """What seat 0 sees while seat 1 puts cards back."""
    return {
        **MINING,
        "view": 0,
        "phase": "stack",
        "space": "ox",
        "steps": 0,
        "order_stack": {
            "top": [[{"item": "Eg", "known": "~="}, {"item": "?", "known": "~."}]],
            "middle": ["Bb", "Ckk", "Egg"],
            "middle_size": 1,
            "bottom": [],
        },
        "look": {
            "held": [{"item": "Tb", "known": "*="}, {"item": "?", "known": ".="}],
            "returned": [{"item": "?", "known": ".="}],
            "side": "bottom",
            "touched": "x.",
            "straddle": "..",
        },
    }


LOOK_VIEW: Final = _look_view()
LOOK_VIEW_TEXT: Final = (
    MINING_TEXT.replace("view=-", "view=0")
    .replace("phase=mine", "phase=stack")
    .replace("space=m6", "space=ox")
    .replace("steps=3", "steps=0")
    .replace("-;Bb,Ckk;2;Eg:*=", "Eg:~=+?:~.;Bb,Ckk,Egg;1;-")
    .replace("look=-", "look=Tb:*=+?:.=;?:.=;bottom;x.;..")
)


@cache
def real_games() -> tuple[tuple[list[dict[str, Any]], list[str]], ...]:
    """Some games of the reference: all their positions, and their tokens."""
    games = []
    for seed in range(6):
        rng = Random(seed)
        game = Game(players=2 + seed % 3, start=seed % 2)
        positions, tokens = [game.to_dict()], []
        while game.phase != "over":
            tokens.append(uniform(game, rng))
            game.play(tokens[-1])
            positions.append(game.to_dict())
        games.append((positions, tokens))
    return tuple(games)


def real_positions() -> list[dict[str, Any]]:
    """One position of each phase and number of players that the games came through."""
    found = {
        (position["players"], position["phase"], position["draw"]): position
        for positions, _ in real_games()
        for position in positions
    }
    return list(found.values())
