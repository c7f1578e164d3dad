"""Every way through a group of decisions of one seat, by brute force.

A compiled core lists one sequence of tokens for each *result* of a seat's purchases, and
for its option, start and `hauler`. Here nothing is left out and nothing is clever: every
legal token is tried in every position, and two results are the same if the positions
after the group are. `complaints` holds a core's list against that.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

from tests.games.ruhr.reference.model import Game

OPTION_PHASES = ("option", "carry", "supply", "start", "hauler")


class TooManyError(Exception):
    """More positions within one group than the caller wants to look at."""


def fingerprint(game: Game) -> str:
    """A text that two positions share if they are the same."""
    return json.dumps(game.to_dict(), sort_keys=True)


def group_of(game: Game) -> tuple[int, int | None, str]:
    """What stays the same as long as a group of decisions lasts: turn, seat, kind."""
    kind = "option" if game.phase in OPTION_PHASES else game.phase
    return game.turn, game.active, kind


Steps = dict[tuple[str, str], str]
"""What a token makes of a position within a group, both as fingerprints."""


def results(
    game: Game, limit: int | None = None, steps: Steps | None = None
) -> dict[str, list[str]]:
    """Every result of the group that begins here, with one of the shortest ways to it.

    Positions within the group are looked at once each, however many ways lead there. `steps` is
    filled with every step from one to another.

    Raises:
        TooManyError: there are more than `limit` positions within the group.
    """
    found: dict[str, list[str]] = {}
    first = fingerprint(game)
    seen = {first}
    layer: list[tuple[Game, str, list[str]]] = [(game, first, [])]
    while layer:
        following = []
        for position, before, way in layer:
            for token in sorted(position.legal()):
                after = position.copy()
                after.play_legal(token)
                mark = fingerprint(after)
                if steps is not None:
                    steps[before, token] = mark
                if group_of(after) != group_of(game):
                    found.setdefault(mark, [*way, token])
                elif mark not in seen:
                    seen.add(mark)
                    following.append((after, mark, [*way, token]))
        if limit is not None and len(seen) > limit:
            raise TooManyError(f"more than {limit} positions within one group")
        layer = following
    return found


def sequences(game: Game) -> list[list[str]]:
    """Every sequence of tokens from here to the end of the group."""
    found = []
    for token in sorted(game.legal()):
        after = game.copy()
        after.play(token)
        rests = sequences(after) if group_of(after) == group_of(game) else [[]]
        found += [[token, *rest] for rest in rests]
    return found


def result_of(game: Game, sequence: Iterable[str]) -> str:
    """The result of a sequence, which must lead through the whole group and no further.

    Raises:
        ValueError: a token is illegal, or the group ends before or after the sequence does.
    """
    position = game.copy()
    running = True
    for token in sequence:
        if not running:
            raise ValueError(f"the group is over before {token!r}")
        position.play(token)
        running = group_of(position) == group_of(game)
    if running:
        raise ValueError("the group is not over yet")
    return fingerprint(position)


def complaints(game: Game, listed: Iterable[Iterable[str]]) -> list[str]:
    """What is wrong with a list of sequences that should give every result once."""
    wrong = []
    first: dict[str, str] = {}
    for sequence in map(list, listed):
        word = "/".join(sequence)
        try:
            mark = result_of(game, sequence)
        except ValueError as error:
            wrong.append(f"{word}: {error}")
            continue
        if mark in first:
            wrong.append(f"{word} comes to the same as {first[mark]}")
        first.setdefault(mark, word)
    missing = [way for mark, way in results(game).items() if mark not in first]
    return wrong + [f"missing: what {'/'.join(way)} comes to" for way in missing]
