"""The lower rungs of the ladder, and that they stand in order."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from coalbaron_fast import State
from coalbaron_fast.arena import MatchSettings, Tally, summary
from coalbaron_fast.arena.players import bot_from
from coalbaron_fast.bots import (
    Bot,
    EngineBot,
    GreedyBot,
    OpponentBot,
    RandomBot,
    flat_bot,
    ismcts_bot,
    play_game,
)
from coalbaron_fast.engine import Engine, Limits
from coalbaron_fast.engine.evaluation import load_evaluation
from coalbaron_fast.errors import NetworkError
from coalbaron_fast.games import GAMES, load_game
from coalbaron_fast.games.coalcountry.core.game import temper
from coalbaron_fast.games.opponent import MEAN_ELO, Opponent, rated
from coalbaron_fast.games.text.words import LANGUAGES, Words

DOCS: Final = Path(__file__).parents[1] / "docs"
PAGES: Final = {"coalbaron": DOCS / "bots.md", "coalcountry": DOCS / "coalcountry.md"}
"""Where each game's opponents are told of."""
WITH_OPPONENTS: Final = [name for name in GAMES if load_game(name).opponents]


def margins(players: int, deals: int, one: Bot, others: Bot) -> list[float]:
    """Points of `one` over the mean of the others, on every deal in every seat."""
    found = []
    for deal in range(deals):
        for seat in range(players):
            bots = [one if index == seat else others for index in range(players)]
            vp = play_game(State(players, seed=deal, start=deal % players), bots).vp
            found.append(vp[seat] - (sum(vp) - vp[seat]) / (players - 1))
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random_in_every_game(players: int) -> None:
    assert min(margins(players, 2, GreedyBot(), RandomBot(seed=1))) > 20


def test_the_engine_beats_greedy() -> None:
    engine = EngineBot(Engine(hash_mb=16), Limits(nodes=60))
    found = margins(2, 2, engine, GreedyBot())
    assert sum(found) / len(found) > 5


def test_the_lower_rungs_know_no_network() -> None:
    """They are yardsticks: a new network must not change how they play."""
    game = load_game("coalbaron")._replace(network=Path("none.net"))
    state = State(2, seed=1)
    for make in (flat_bot, ismcts_bot):
        expected = make(Limits(nodes=8)).choose(state)
        assert make(Limits(nodes=8), game=game).choose(state) == expected
    with pytest.raises(NetworkError):
        Engine(game=game)


@pytest.mark.parametrize("players", [2, 3])
def test_the_textbook_beats_random(players: int) -> None:
    found = margins(players, 1, ismcts_bot(Limits(nodes=60)), RandomBot(seed=1))
    assert min(found) > 0


def test_flat_ends_games_better_than_random() -> None:
    """From the same late positions, in the same seat against the same others."""
    greedy = GreedyBot()
    gains = []
    for seed in range(5, 10):
        state = State(2, seed=seed)
        while state.shift < 3 or max(state.workers) > 5:
            state.push_all(greedy.choose(state))
        flat, aimless = (
            play_game(state.copy(), [bot, greedy]).vp
            for bot in (flat_bot(Limits(nodes=40)), RandomBot(seed=1))
        )
        gains.append(flat[0] - aimless[0])
    assert sum(gains) > 10


def test_bots_play_the_same_game_again() -> None:
    def play() -> list[str]:
        bots: list[Bot] = [GreedyBot(), RandomBot(seed=3), GreedyBot()]
        return play_game(State(3, seed=8), bots).history

    assert play() == play()


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(ValueError, match="as many bots"):
        play_game(State(3, seed=1), [GreedyBot()])
    with pytest.raises(ValueError, match="seed"):
        play_game(State(2), [GreedyBot(), GreedyBot()])


def test_the_tempers_think_too_much_of_what_they_love() -> None:
    game = load_game("coalbaron")
    state = State(2, seed=1)
    while state.phase != "place":
        state.push_codes(state.first_sight())
    rich = state.copy()
    rich.push("bank")
    plain, miser = (
        load_evaluation(name, game).expect(rich.data())[0][0]
        - load_evaluation(name, game).expect(state.data())[0][0]
        for name in ("hand", "miser")
    )
    assert miser > plain


def test_a_temper_of_coal_country_loves_its_turns_too() -> None:
    """A builder takes the building where plain sense saves its money."""
    state = load_game("coalcountry").begin(2, start=0)
    state.push_all("!school !church !+ !- !0 !+")
    tokens = ["4>build", "4>h0", "3>sell", "3>util", "2>i0", "2>dump", "1>-", "1>depot", "0>-"]
    built = state.copy()
    built.push_all(tokens)
    plain, builder = (
        load_evaluation(name, load_game("coalcountry")) for name in ("hand", "builder")
    )
    gain = [
        one.expect(built.data())[0][0] - one.expect(state.data())[0][0] for one in (plain, builder)
    ]
    assert gain[1] > gain[0]

    def part_that_build(turns: list[tuple[list[int], float]]) -> float:
        """Of the five placings that look best."""
        best = sorted(turns, key=lambda turn: -turn[1])[:5]
        spelled = [load_game("coalcountry").spell(codes) for codes, _ in best]
        return sum(any(">build" in token for token in turn) for turn in spelled) / len(spelled)

    listed = [one.turns(state.data()) for one in (plain, builder)]
    assert sorted(codes for codes, _ in listed[0]) == sorted(codes for codes, _ in listed[1])
    assert part_that_build(listed[1]) >= part_that_build(listed[0])
    assert [value for _, value in listed[0]] != [value for _, value in listed[1]]


def test_tempers_of_sources_that_are_not_there_are_refused() -> None:
    with pytest.raises(ValueError, match="no such sources: marks"):
        temper({"marks": 2.0})


def test_no_two_opponents_share_a_name() -> None:
    """Not in any language, in any game: a rating or a record would name both."""
    for language in LANGUAGES:
        found = [
            str(Words(folder, language).texts[f"strength.{one.name}"])
            for name in WITH_OPPONENTS
            if (folder := load_game(name).words.folder) is not None
            for one in load_game(name).opponents
        ]
        assert len(found) == sum(len(load_game(name).opponents) for name in WITH_OPPONENTS)
        assert len({name.casefold() for name in found}) == len(found)


@pytest.mark.parametrize(
    ("game", "opponent"),
    [(name, one) for name in WITH_OPPONENTS for one in load_game(name).opponents[:6]],
)
def test_an_opponent_plays_the_same_game_again(game: str, opponent: Opponent) -> None:
    state = load_game(game).begin(2, seed=1)
    while state.phase != "place":
        state.push_codes(state.first_sight())
    view = state.view(state.turn or 0)
    turns = [OpponentBot(opponent, seed=2, game=game).choose(view) for _ in range(2)]
    assert turns[0] == turns[1]
    state.push_all(turns[0])
    assert bot_from(f"opponent:who={opponent.name},seed=2", game=game).choose(view) == turns[0]


@pytest.mark.slow
def test_opponents_are_rated_by_their_match(tmp_path: Path) -> None:
    """What `match --summary` writes is read as it is; who did not play is not rated."""
    unrated = [replace(one, elo=None, elo_error=None) for one in load_game("coalbaron").opponents]
    ladder = tmp_path / "opponents.json"
    assert rated(unrated, ladder) == tuple(unrated)
    names = tuple(f"opponent:who={one.name}" for one in unrated[:3])
    tally = Tally(MatchSettings(names, deals=2, form="round-robin"))
    for task in tally.settings.tasks():
        tally.add(task.run())
    ladder.write_text(json.dumps(summary(tally)), encoding="utf-8")
    found = rated(unrated, ladder)
    assert [(one.name, one.evaluation) for one in found] == [
        (one.name, one.evaluation) for one in unrated
    ]
    elos = [one.elo for one in found]
    assert elos[3:] == [None] * (len(unrated) - 3)
    assert sum(elo for elo in elos if elo is not None) == pytest.approx(3 * MEAN_ELO)
    assert len(set(elos)) > 2
    assert all((one.elo_error or 0) > 0 for one in found[:3])


@pytest.mark.parametrize("game", WITH_OPPONENTS)
def test_each_opponent_is_stronger_than_the_one_before(game: str) -> None:
    """As far as they are measured, and in Coal Baron all are."""
    elos = [one.elo for one in load_game(game).opponents if one.elo is not None]
    assert elos == sorted(elos)
    if game == "coalbaron":
        assert len(elos) == len(load_game(game).opponents)
        assert elos[0] > 0


@pytest.mark.parametrize("game", WITH_OPPONENTS)
def test_the_documents_say_how_the_opponents_think(game: str) -> None:
    rows = re.findall(
        r"^\| `(\w+)` \|[^|]+\| ([\d,]+) \| ([\d.]+) \|$", PAGES[game].read_text(), re.MULTILINE
    )
    told = [(name, int(nodes.replace(",", "")), float(heat)) for name, nodes, heat in rows]
    opponents = load_game(game).opponents
    assert told == [(one.name, one.nodes, one.temperature) for one in opponents]


def test_an_opponent_that_is_not_there_is_named() -> None:
    with pytest.raises(ValueError, match="no opponent 'nobody' in Coal Baron: pip, greta"):
        bot_from("opponent:who=nobody")
    with pytest.raises(ValueError, match="does not say which opponent"):
        bot_from("opponent")
