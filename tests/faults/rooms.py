"""The rooms of the tree: what can be faulty in each, and the tests that must find it.

A room is a row. Its tests are those that its own people would run: no signature, no linter.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGE = "src/coalbaron_fast"


@dataclass(frozen=True)
class Room:
    """A part of the tree, and its tests; both as patterns of paths."""

    name: str
    sources: tuple[str, ...]
    tests: tuple[str, ...]
    without: tuple[str, ...] = ()
    """Sources that belong to another room, or that no test of behaviour can see."""

    def find_sources(self, tree: Path) -> Iterator[Path]:
        left_out = {path for pattern in self.without for path in tree.glob(pattern)}
        found = {path for pattern in self.sources for path in tree.glob(pattern)}
        yield from sorted(path for path in found - left_out if path.suffix != ".so")

    def find_tests(self, tree: Path) -> list[str]:
        found = {path for pattern in self.tests for path in tree.glob(pattern)}
        return sorted(path.relative_to(tree).as_posix() for path in found)


SOLVER_SOURCES = (
    f"{PACKAGE}/search/expectimax.pyx",
    f"{PACKAGE}/engine/endings.py",
    f"{PACKAGE}/games/*/core/endings.pyx",
    f"{PACKAGE}/games/*/core/relevance.p[yx][xd]",
)


def game(name: str) -> Room:
    """The core of a game and what hands it to Python."""
    inside = f"{PACKAGE}/games/{name}"
    return Room(
        name,
        (
            f"{inside}/core/*.pyx",
            f"{inside}/core/*.pxd",
            f"{inside}/*.pyx",
        ),
        (
            f"tests/games/{name}/**/test_*.py",
            "tests/games/test_*.py",
            # The features of core/ are what learners observe.
            "tests/envs/test_observation.py",
        ),
        without=(*SOLVER_SOURCES, f"{inside}/workload.pyx"),
    )


ROOMS = {
    room.name: room
    for room in (
        game("coalbaron"),
        game("ruhr"),
        game("coalcountry"),
        Room(
            "binding",
            (
                f"{PACKAGE}/contract/board.pyx",
                f"{PACKAGE}/contract/game.pyx",
                f"{PACKAGE}/contract/*.pxi",
                f"{PACKAGE}/games/state.pyx",
                f"{PACKAGE}/games/options.py",
                f"{PACKAGE}/games/text/*.py",
            ),
            (
                "tests/games/test_*.py",
                "tests/games/*/test_doors.py",
                "tests/games/coalbaron/core/test_*.py",
                "tests/games/ruhr/test_*.py",
                "tests/search/test_contract.py",
            ),
        ),
        Room(
            "solver",
            SOLVER_SOURCES,
            (
                "tests/search/test_*endings.py",
                "tests/search/test_expectimax.py",
                "tests/search/test_solver_work.py",
                "tests/search/test_tiny_game.py",
                "tests/search/test_contract.py",
                "tests/games/*/test_endings.py",
                "tests/games/test_solver_keys.py",
                "tests/games/test_forgetting.py",
                "tests/search/test_random_endings.py",
                "tests/games/coalbaron/core/test_dominance.py",
            ),
        ),
        Room(
            "search",
            (f"{PACKAGE}/search/*.p[yx][xdi]",),
            ("tests/search/test_*.py",),
            without=SOLVER_SOURCES,
        ),
        Room(
            "engine",
            (f"{PACKAGE}/engine/*.py", f"{PACKAGE}/bots.py"),
            (
                "tests/search/test_engine*.py",
                "tests/search/test_forest.py",
                "tests/search/test_adapt.py",
                "tests/search/test_tiny_game.py",
                "tests/search/test_interrupts.py",
                "tests/test_bots.py",
                "tests/test_network_file.py",
            ),
            without=SOLVER_SOURCES,
        ),
        Room(
            "protocol",
            ("protocol/coalbaron_protocol/*.py",),
            ("tests/protocol/test_*.py",),
        ),
        Room(
            "client",
            (f"{PACKAGE}/client/*.py",),
            ("tests/client/test_*.py",),
        ),
        Room(
            "wire",
            (f"{PACKAGE}/wire/*.py",),
            # Both ends of the line.
            ("tests/client/test_*.py", "tests/protocol/test_*.py"),
        ),
        Room(
            "review",
            (f"{PACKAGE}/review/*.py",),
            ("tests/review/test_*.py",),
        ),
        Room(
            "arena",
            (f"{PACKAGE}/arena/*.py",),
            ("tests/arena/test_*.py",),
        ),
        Room(
            "learning",
            (f"{PACKAGE}/learning/*.py",),
            ("tests/learning/test_*.py",),
        ),
        Room(
            "server",
            ("server/coalbaron_server/**/*.py",),
            ("tests/server/test_*.py",),
        ),
        Room(
            "environments",
            (
                f"{PACKAGE}/envs/*.py",
                f"{PACKAGE}/contract/batch.pyx",
                f"{PACKAGE}/contract/lanes.pyx",
                f"{PACKAGE}/contract/learner.pyx",
            ),
            ("tests/envs/test_*.py",),
        ),
    )
}
