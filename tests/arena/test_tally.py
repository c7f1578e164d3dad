"""What a tally says of a match, counted again from the list of all its games."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Final

import pytest

from coalbaron_fast.arena import (
    Fault,
    FaultKind,
    GameResult,
    MatchSettings,
    SequentialTest,
    Tally,
)
from coalbaron_fast.arena.intervals import interval_of, share_interval_of
from tests.arena.drawn import result

NAMES: Final = "abcd"
MATCHES: Final = (
    ("match", 2, 2), ("match", 4, 2), ("match", 3, 3), ("gauntlet", 3, 3), ("round-robin", 2, 4),
)  # fmt: skip


def settings_of(form: str, seats: int, players: int) -> MatchSettings:
    names = tuple(f"greedy:name={name}" for name in NAMES[:players])
    return MatchSettings(names, form=form, seats=seats, deals=8)


def drawn_games(settings: MatchSettings, chance: random.Random) -> list[GameResult]:
    """Return all games of a match with places, points and faults at random; some adjudicated."""
    games = []
    for task in settings.tasks():
        points = [chance.randrange(40, 60) for _ in range(settings.seats)]
        ranks = [sum(other > own for other in points) for own in points]
        faults = tuple(
            Fault(seat, chance.choice(list(FaultKind)), "drawn")
            for seat in range(settings.seats)
            if chance.random() < 0.2
        )
        vp = points if chance.random() < 0.8 else None
        game = result(task.number, task.entrants, ranks, vp, deal=task.deal, faults=faults)
        games.append(game._replace(table=task.table))
    return games


def counted(settings: MatchSettings, games: Sequence[GameResult]) -> Tally:
    tally = Tally(settings)
    for game in games:
        tally.add(game)
    return tally


# -- one seat of one game


def others_of(game: GameResult, seat: int) -> list[int]:
    own = game.entrants[seat]
    return [one for one in range(len(game.entrants)) if game.entrants[one] != own]


def win_of(game: GameResult, seat: int) -> float | None:
    return 1 / game.ranks.count(0) if game.ranks[seat] == 0 else 0.0


def points_of(game: GameResult, seat: int) -> float | None:
    worth = {True: 1.0, False: 0.0}
    gained = [
        0.5 if game.ranks[one] == game.ranks[seat] else worth[game.ranks[one] > game.ranks[seat]]
        for one in others_of(game, seat)
    ]
    return sum(gained) / len(gained)


def vp_of(game: GameResult, seat: int) -> float | None:
    return None if game.vp is None else float(game.vp[seat])


def margin_of(game: GameResult, seat: int) -> float | None:
    if game.vp is None:
        return None
    theirs = [game.vp[one] for one in others_of(game, seat)]
    return game.vp[seat] - sum(theirs) / len(theirs)


def deal_means(
    games: Sequence[GameResult], entrant: int, score: Callable[[GameResult, int], float | None]
) -> list[float]:
    """Return a player's mean in each deal, over its seats in all games that have the score."""
    found: defaultdict[int, list[float]] = defaultdict(list)
    for game in games:
        for seat, who in enumerate(game.entrants):
            value = score(game, seat)
            if who == entrant and value is not None:
                found[game.deal].append(value)
    return [sum(found[deal]) / len(found[deal]) for deal in sorted(found)]


@pytest.mark.parametrize(("form", "seats", "players"), MATCHES)
def test_standings_are_means_over_deals(form: str, seats: int, players: int) -> None:
    chance, settings = random.Random(f"{form} {seats}"), settings_of(form, seats, players)
    games = drawn_games(settings, chance)
    tally = counted(settings, chance.sample(games, len(games)))
    assert tally.games == len(games)
    standings = tally.standings()
    for entrant, standing in enumerate(standings):
        assert standing.name == NAMES[entrant]
        assert standing.games == sum(entrant in game.entrants for game in games)
        for found, expected in (
            (standing.win, share_interval_of(deal_means(games, entrant, win_of))),
            (standing.points, share_interval_of(deal_means(games, entrant, points_of))),
            (standing.vp, interval_of(deal_means(games, entrant, vp_of))),
            (standing.margin, interval_of(deal_means(games, entrant, margin_of))),
        ):
            assert found == pytest.approx(expected)
        for table, who in enumerate(settings.tables()):
            if entrant not in who:
                continue
            own = [game for game in games if game.table == table]
            assert tally.standing(entrant, table).win == pytest.approx(
                share_interval_of(deal_means(own, entrant, win_of))
            )


@pytest.mark.parametrize(("form", "seats", "players"), MATCHES)
def test_faults_of_all_deals_are_kept(form: str, seats: int, players: int) -> None:
    chance, settings = random.Random(f"{form} {seats}"), settings_of(form, seats, players)
    games = drawn_games(settings, chance)
    tally = counted(settings, chance.sample(games, len(games)))
    assert tally.faults == [(game.number, fault) for game in games for fault in game.faults]
    counts = Counter(
        (game.entrants[fault.seat], str(fault.kind)) for game in games for fault in game.faults
    )
    assert len({who for who, _ in counts}) == players
    for entrant in range(players):
        expected = {kind: count for (who, kind), count in counts.items() if who == entrant}
        assert tally.errors_by_kind(entrant) == expected


def test_single_games_leave_out_deals_without_points() -> None:
    settings = settings_of("match", 4, 2)
    games = drawn_games(settings, random.Random(4))
    tally = counted(settings, games)
    by_deal = [[game for game in games if game.deal == deal] for deal in range(settings.deals)]
    assert tally.single_scores("win") == [
        [win_of(game, game.entrants.index(0)) for game in deal] for deal in by_deal
    ]
    whole = [deal for deal in by_deal if all(game.vp is not None for game in deal)]
    assert 0 < len(whole) < len(by_deal)
    margins = tally.single_scores("margin")
    assert len(margins) == len(whole)
    for found, deal in zip(margins, whole, strict=True):
        expected = [margin_of(game, game.entrants.index(0)) for game in deal]
        assert found == pytest.approx(expected)


def test_a_sequential_test_counts_the_deals_of_the_first_player() -> None:
    settings = settings_of("match", 2, 2)._replace(deals=60, sprt=(0.0, 300.0))
    tally, test = Tally(settings), SequentialTest(0, 300)
    for task in settings.tasks():
        first = task.entrants.index(0)
        tally.add(result(task.number, task.entrants, (first, 1 - first), (70, 80), deal=task.deal))
    deals = 0
    while test.verdict is None:
        test.add(1.0)
        deals += 1
    assert tally.test is not None
    assert (len(tally.deals), tally.test.verdict) == (deals, 300)
    assert tally.standing(0).points.mean == 1.0
