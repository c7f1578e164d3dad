"""Looking back on games: what was played beside what was best."""

from __future__ import annotations

import statistics
from typing import NamedTuple

import pytest

from coalbaron_fast import Analysis, Engine, Limits, State, Stop
from coalbaron_fast.arena.intervals import student_95
from coalbaron_fast.engine.evaluation import BEST, HAND
from coalbaron_fast.engine.search import STOPPED_NODES
from coalbaron_fast.games import Position
from coalbaron_fast.review import (
    Judgement,
    PlayedTurn,
    judge,
    judge_turn,
    played_turns,
    review_turns,
    summarise,
)
from coalbaron_fast.review.judging import COMPARISONS, NOISE, grade_of

FEW = Limits(nodes=60)


def engine(evaluation: str = BEST) -> Engine:
    return Engine(hash_mb=8, evaluation=evaluation)


def greedy_game(players: int, tokens: int, seed: int = 5) -> State:
    """Return the beginning of a greedy game, looks included."""
    state = State(players, seed=seed)
    while not state.is_over and len(state.history) < tokens:
        if state.phase == "place" and state.is_legal("ox") and len(state.history) % 3 == 0:
            state.push("ox")
        else:
            state.push_codes(state.first_sight())
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_turns_are_all_tokens_but_those_of_chance(players: int) -> None:
    state = greedy_game(players, 10_000)
    turns = played_turns(state)
    history = state.history
    at: dict[int, PlayedTurn] = {}
    for turn in turns:
        assert history[turn.index : turn.index + len(turn.tokens)] == turn.tokens
        assert turn.state.history == history[: turn.index]
        at |= dict.fromkeys(range(turn.index, turn.index + len(turn.tokens)), turn)
    assert {index for index in range(len(history)) if index not in at} == {
        index for index, token in enumerate(history) if token.startswith("!")
    }


def test_every_turn_is_one_that_the_engine_chooses_among() -> None:
    searching = engine()
    turns = played_turns(greedy_game(3, 10_000, seed=2))
    for turn in turns[::3]:
        wanted = Limits(nodes=4, root_turns=["/".join(turn.tokens)])
        assert searching.search(turn.state, wanted).best == turn.tokens


def test_a_turn_that_was_broken_off_is_not_judged() -> None:
    state = State(2, seed=1)
    while state.phase != "place":
        state.push_codes(state.first_sight())
    whole = len(played_turns(state))
    state.push_all("m10/@1")
    assert len(played_turns(state)) == whole
    state.push("end")
    assert played_turns(state)[-1].tokens == ["m10", "@1", "end"]


def test_the_best_turn_costs_nothing() -> None:
    searching = engine()
    state = greedy_game(2, 30)
    while state.phase != "place":
        state.push_codes(state.first_sight())
    for _ in range(3):
        state.push_all(searching.search(state, FEW).best)
    judgements = list(review_turns(state, searching, FEW))
    for judgement in judgements[-3:]:
        assert judgement.best == judgement.played
        assert (judgement.loss_win, judgement.loss_vp, judgement.error) == (0.0, 0.0, 0.0)


def bank_turn() -> PlayedTurn:
    """The bank as the first turn of the game."""
    state = State(2, seed=1)
    while state.phase != "place":
        state.push_codes(state.first_sight())
    state.push("bank")
    return played_turns(state)[-1]


def blunder() -> Judgement:
    # How bad it is shall not change with the network.
    return judge(bank_turn(), engine(HAND), Limits(nodes=400))


def test_a_blunder_costs_more_than_its_error() -> None:
    judgement = blunder()
    assert judgement.played == ["bank"]
    assert judgement.best != ["bank"]
    assert judgement.loss_win > NOISE * judgement.error > 0
    assert judgement.loss_vp > NOISE * judgement.error_vp > 0


class Asked(NamedTuple):
    """A search that was made: what for, and what came of it."""

    engine: Engine
    limits: Limits
    seed: int | None
    analysis: Analysis


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Asked]:
    """Every search of an engine from here on."""
    made: list[Asked] = []
    search = Engine.search

    def watched(
        self: Engine,
        state: State,
        limits: Limits,
        *,
        stop: Stop | None = None,
        seed: int | None = None,
    ) -> Analysis:
        analysis = search(self, state, limits, stop=stop, seed=seed)
        made.append(Asked(self, limits, seed, analysis))
        return analysis

    monkeypatch.setattr(Engine, "search", watched)
    return made


def test_the_error_is_how_far_the_comparisons_lie_apart(asked: list[Asked]) -> None:
    judgement = blunder()
    losses = []
    for one in asked[1:]:
        assert one.limits.even
        lines = {line.tokens[0]: line for line in one.analysis.lines}
        played = lines.pop("bank")
        (best,) = lines.values()
        losses.append(best.win[0] - played.win[0])
    assert judgement.seat == 0
    assert len({one.seed for one in asked}) == len(asked) == 1 + COMPARISONS
    assert judgement.loss_win == pytest.approx(statistics.fmean(losses))
    assert judgement.error == pytest.approx(statistics.stdev(losses) / COMPARISONS**0.5)


def test_a_review_leaves_the_engine_s_seed_as_it_was() -> None:
    own = Engine(hash_mb=8, seed=7)
    list(review_turns(greedy_game(2, 25), own, Limits(nodes=20)))
    assert own.seed == 7


def test_noise_is_the_end_of_the_interval_for_so_many_comparisons() -> None:
    assert student_95(COMPARISONS - 1) == NOISE


@pytest.mark.parametrize("limits", [Limits(nodes=800), Limits(depth=1), Limits(time_ms=80)])
def test_comparing_takes_no_more_than_finding_the_best(limits: Limits, asked: list[Asked]) -> None:
    judge(bank_turn(), engine(), limits)
    compared = [one.limits for one in asked[1:]]
    assert len(compared) == COMPARISONS
    if limits.time_ms is None:
        assert sum(one.nodes or 0 for one in compared) == (limits.nodes or 1000)
    else:
        assert sum(one.time_ms or 0.0 for one in compared) == limits.time_ms


def test_both_turns_are_judged_in_the_same_searches(asked: list[Asked]) -> None:
    judgement = blunder()
    assert len(asked) == 1 + COMPARISONS
    for one in asked[1:]:
        turns = [one.engine.game.spell(t) for t in one.limits.root_turns if not isinstance(t, str)]
        assert (turns, one.limits.even) == ([judgement.best, ["bank"]], True)


def test_work_steps_in_another_order_are_the_same_turn() -> None:
    state = State(2, seed=1)
    while state.phase != "place":
        state.push_codes(state.first_sight())
    searching = engine()
    # Both lead to the same pit: up and down again is no difference.
    wanted = Limits(nodes=20, root_turns=["m10/@1/+y/@2/+b/@0/end"])
    best = searching.search(state, wanted).best
    played = ["m10", "@2", "+b", "@1", "+y", "@0", "end"]
    positions = []
    for tokens in (best, played):
        position = state.copy()
        position.push_all(tokens)
        positions.append(position)
    assert positions[0] == positions[1]
    state.push_all(played)
    turn = played_turns(state)[-1]

    class Fixed(Engine):
        """Finds the turn that it is told."""

        def search(
            self,
            state: Position,
            limits: Limits,
            *,
            stop: Stop | None = None,
            seed: int | None = None,
        ) -> Analysis:
            assert not limits.root_turns, "the turns were taken for different ones"
            return super().search(state, wanted, stop=stop, seed=seed)

    judgement = judge(turn, Fixed(hash_mb=8), FEW)
    assert (judgement.played, judgement.loss_win) == (played, 0.0)


def test_a_stop_ends_a_review_soon() -> None:
    stop = Stop()
    stop.set()
    endless = Limits(nodes=10**12)
    judged = list(review_turns(greedy_game(2, 45), engine(), endless, stop=stop))
    assert judged
    assert all(judgement.nodes <= STOPPED_NODES for judgement in judged if not judgement.solved)


def test_numbers_and_indices_run_through() -> None:
    game = greedy_game(2, 45)
    judgements = list(review_turns(game, engine(), FEW))
    assert [judgement.number for judgement in judgements] == list(range(len(judgements)))
    assert {judgement.total for judgement in judgements} == {len(judgements)}
    assert [judgement.index for judgement in judgements] == [
        turn.index for turn in played_turns(game)
    ]
    own = list(review_turns(game, engine(), FEW, seats=[1]))
    assert own
    assert {judgement.seat for judgement in own} == {1}


def test_a_game_seen_from_one_chair_has_that_seats_turns() -> None:
    state = greedy_game(2, 60)
    begin = State(2).view(0)
    begin.push_all(state.history_seen_by(0))
    turns = played_turns(begin)
    assert turns
    assert {turn.state.turn for turn in turns} == {0}
    assert list(review_turns(begin, engine(), Limits(nodes=10)))


def judgement_of(
    index: int,
    seat: int,
    loss_win: float,
    loss_vp: float,
    error: float = 0.0,
    error_vp: float = 0.0,
) -> Judgement:
    return Judgement(
        index=index, number=0, total=1, seat=seat, shift=1, phase="place", played=["bank"],
        best=["c4"], loss_win=loss_win, error=error, loss_vp=loss_vp, error_vp=error_vp,
        grade=grade_of(loss_win, error), win=[0.5, 0.5], vp=[1.0, 1.0],
        played_win=[0.5, 0.5], played_vp=[1.0, 1.0], win_error=[0.0, 0.0], vp_error=[0.0, 0.0],
        played_win_error=[0.0, 0.0], played_vp_error=[0.0, 0.0], change_error_vp=[0.0, 0.0],
        best_next=[], played_next=[], nodes=1, exact=False, solved=False, luck=[], reasons=[],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("loss", "error", "grade"),
    [
        (0.1, 0.042, "blunder"), (0.1, 0.0425, None), (0.0999, 0.01, "mistake"),
        (0.05, 0.0, "mistake"), (0.0499, 0.0, "slip"), (0.02, 0.0084, "slip"),
        (0.02, 0.0085, None), (0.0199, 0.0, None), (0.0, 0.0, None), (-0.3, 0.01, None),
    ],
)  # fmt: skip
def test_only_what_is_beyond_the_noise_has_a_grade(
    loss: float, error: float, grade: str | None
) -> None:
    assert grade_of(loss, error) == grade


def test_what_lies_within_the_noise_is_not_among_the_costliest() -> None:
    large_but_unsure = judgement_of(1, 0, 0.3, 9.0, error=0.2, error_vp=9.0)
    small_but_sure = judgement_of(2, 0, 0.03, 0.0, error=0.01)
    points_alone = judgement_of(3, 0, 0.0, 5.0, error=0.1, error_vp=1.0)
    for_more_wins = judgement_of(4, 0, -0.1, 5.0, error=0.01, error_vp=1.0)
    judgements = [large_but_unsure, points_alone, for_more_wins, small_but_sure]
    assert summarise(judgements, State(2)).costliest == [2, 3]


def test_a_turn_of_a_game_is_judged_alike_by_itself() -> None:
    game = greedy_game(2, 25)
    judgements = list(review_turns(game, engine(), FEW))
    assert judge_turn(game, 5, engine(), FEW) == judgements[5]


def test_a_judgement_tells_what_everybody_expects_behind_both_turns() -> None:
    judgement = blunder()
    seat = judgement.seat
    lost = judgement.win[seat] - judgement.played_win[seat]
    assert lost == pytest.approx(judgement.loss_win)
    assert judgement.vp[seat] - judgement.played_vp[seat] == pytest.approx(judgement.loss_vp)
    assert sum(judgement.played_win) == pytest.approx(1.0)
    assert judgement.grade == "blunder"
    assert judgement.best_next
    assert judgement.played_next
    assert judgement.best_next != judgement.best


def test_the_summary_names_the_three_costliest_turns() -> None:
    losses = [(3, 0, 0.1), (7, 1, 0.4), (9, 0, 0.2), (12, 0, 0.0), (20, 0, 0.3), (25, 0, 0.05)]
    judged = [judgement_of(i, seat, loss, loss) for i, seat, loss in losses]
    summary = summarise(judged, State(2))
    assert summary.turns == 6
    assert summary.costliest == [7, 20, 9]
    assert [seat.costliest for seat in summary.seats] == [[20, 9, 3], [7]]
    assert summary.seats[0].mean_loss_win == pytest.approx(0.13)
    assert summarise([], State(2)).costliest == []


def test_a_stop_ends_every_search_of_a_review() -> None:
    stop = Stop()
    nodes = []
    game = greedy_game(2, 45)
    for judgement in review_turns(game, engine(), Limits(nodes=2000), stop=stop):
        nodes.append(judgement.nodes)
        stop.set()
    assert nodes[0] == 2000
    assert max(nodes[1:]) < 100
