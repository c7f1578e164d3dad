"""Who plays whom, where: every deal in every rotation of the seats."""

from __future__ import annotations

import json
from collections import Counter, defaultdict

import pytest

from coalbaron_fast.arena import MatchSettings

NAMES = tuple(f"greedy:name={name}" for name in "abcd")


def seatings(settings: MatchSettings) -> list[tuple[int, ...]]:
    return [task.entrants for task in settings.tasks() if task.deal == 0]


def test_two_players_change_seats() -> None:
    assert seatings(MatchSettings(NAMES[:2], deals=1)) == [(0, 1), (1, 0)]


def test_one_meets_the_others_in_every_seat() -> None:
    found = seatings(MatchSettings(NAMES[:2], seats=4, deals=1))
    assert found == [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)]


def test_as_many_players_as_seats_take_them_all_and_sit_behind_each_other() -> None:
    settings = MatchSettings(NAMES[:3], seats=3, deals=2)
    by_deal = defaultdict(list)
    for task in settings.tasks():
        by_deal[task.deal].append(task.entrants)
    for games in by_deal.values():
        for seat in range(3):
            assert sorted(game[seat] for game in games) == [0, 1, 2]
    assert by_deal[0][0] != by_deal[1][0]


def test_the_games_of_a_deal_share_deal_and_opening() -> None:
    settings = MatchSettings(NAMES[:2], seats=3, deals=5, seed=40, plies=3)
    openings = defaultdict(set)
    for task in settings.tasks():
        openings[task.deal].add(task.opening)
    assert [len(found) for found in openings.values()] == [1] * 5
    assert {opening.seed for found in openings.values() for opening in found} == {*range(40, 45)}
    assert {opening.start for found in openings.values() for opening in found} == {0, 1, 2}


@pytest.mark.parametrize(
    ("form", "seats", "tables"),
    [
        ("gauntlet", 2, [(0, 1), (0, 2), (0, 3)]),
        ("gauntlet", 3, [(0, 1, 1), (0, 2, 2), (0, 3, 3)]),
        ("ladder", 2, [(1, 0), (2, 1), (3, 2)]),
        ("ladder", 4, [(1, 0, 0, 0), (2, 1, 1, 1), (3, 2, 2, 2)]),
        ("round-robin", 2, [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]),
        ("round-robin", 4, [(0, 1, 2, 3)]),
        ("match", 4, [(0, 1, 2, 3)]),
    ],
)
def test_formats(form: str, seats: int, tables: list[tuple[int, ...]]) -> None:
    settings = MatchSettings(NAMES, form=form, seats=seats, deals=7).checked()
    assert settings.tables() == tables
    tasks = list(settings.tasks())
    assert [task.number for task in tasks] == list(range(len(tasks)))
    assert len(tasks) == 7 * settings.games_a_deal()
    for table in range(len(tables)):
        counts = Counter(
            (seat, entrant)
            for task in tasks
            if task.table == table
            for seat, entrant in enumerate(task.entrants)
        )
        for entrant in tables[table]:
            assert len({counts[seat, entrant] for seat in range(seats)}) == 1


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        (MatchSettings(("greedy",)), "takes 2 players, not 1"),
        (MatchSettings(NAMES[:3]), "takes 2 players, not 3"),
        (MatchSettings(NAMES[:3], seats=4), "takes 2 or 4 players, not 3"),
        (MatchSettings(NAMES[:2], form="round-robin", seats=3), "takes 3 players or more"),
        (MatchSettings(NAMES, form="knockout"), "no format 'knockout'"),
        (MatchSettings(NAMES[:2], seats=5), "seats must be 2 to 4"),
        (MatchSettings(NAMES[:2], deals=0), "deals cannot be 0"),
        (MatchSettings(NAMES[:2], plies=-1), "plies cannot be -1"),
        (MatchSettings(NAMES[:2], late=0), "late cannot be 0"),
        (MatchSettings(NAMES[:2], seed=2**64), "seed cannot be"),
        (MatchSettings(NAMES[:3], form="ladder", sprt=(0, 5)), "compares 2 players"),
        (MatchSettings(NAMES[:2], sprt=(5, 5)), "the first is the lower one"),
        (MatchSettings(("greedy", "unknown")), "no player 'unknown'"),
    ],
)
def test_what_cannot_be_played_is_refused(settings: MatchSettings, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        settings.checked()


def test_settings_go_through_json_and_spell_players_out() -> None:
    settings = MatchSettings(("engine", "greedy"), seats=3, sprt=(0, 10), late=4).checked("nodes=9")
    assert settings.players == ("engine:nodes=9", "greedy")
    assert MatchSettings.from_dict(json.loads(json.dumps(settings.to_dict()))) == settings


def test_equal_names_are_numbered() -> None:
    assert MatchSettings(("greedy", "greedy", "random", "greedy")).names == [
        "greedy",
        "greedy #2",
        "random",
        "greedy #3",
    ]
