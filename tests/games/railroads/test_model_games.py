"""Laws that hold in every game of the model."""

from __future__ import annotations

from random import Random

import pytest

from tests.games.model_laws import check_copies, check_game, check_question
from tests.games.railroads.conserved import check_conserved
from tests.games.railroads.reference import Game, facts
from tests.games.railroads.reference.games import SWITCHES
from tests.games.side_by_side import uniform

OPTIONS = [(players, *switches) for players in (1, 2, 3, 4) for switches in SWITCHES]
LOCO = r"L>[TSKMDN](\^[1-9]x?\+?)?|L>-"
FREE = "inc:(any|kg|gb|coin|i)|fu([1-9]|1[0-2])|boil"
SPACE = (
    r"(k1|k2|g1|g2|b1|b2|n1|n2|w1|w2|any|kg)(\$[1-2])?"
    r"|(l1|l2|l3|i1|i2|i3|x2|coins|temp|coal)(\$[1-3])?|[eo]n?[0-9]+(\$[1-2])?"
)
MAN = "m>[TSKMDN][1-9]x?|m>F[1-5]"
SPELLING = {
    "chance": r"!E(n?[0-9]+)|!-[a-z]+|!f([1-9]|1[0-2])|!s:(coin|black|industry|doubler|coal)"
    r"|!c:[a-z]+[1-3]?",
    "turn": rf"{SPACE}|to[12]|hire|fy:([1-9]|1[0-2])|pass|{FREE}",
    "free": f"{FREE}|end",
    "pool": r"s:(coin|black|industry|doubler|coal)|[kgbnw]>[TSKMDN]|k>M[HB]|i@([0-9]|1[0-4])"
    rf"|{LOCO}|[FR]([1-9]|10)(\^[1-5])?|C\^[1-5]"
    r"|\?(card|medal|reval|mark|keys|x2|build|coins4|coal4)"
    r"|\?c-(worker|loco9|engineer|tracks|industry|reval2|coalfactory)|key(10|\+)|re:[a-z0-9]+"
    r"|copy:n?[0-9]+|use:[1-5]|burn|ten|card|\+inc:(any|kg|gb|coin|i)|skip",
    "loco": LOCO,
    "extension": "x[234][a-f]",
    "man": MAN,
    "close": f"{MAN}|keep",
    "bonus": "e:[a-z]+",
    "move": rf"{SPACE}|stay",
}
"""Section 13, to the letter."""


@pytest.mark.parametrize(("players", "germany", "coal", "new"), OPTIONS)
def test_random_games_conserve_everything(
    players: int, germany: bool, coal: bool, new: bool
) -> None:
    rng = Random(f"conserve {players} {germany} {coal} {new}")
    game = Game(players, rng.randrange(players), germany=germany, coal=coal, new=new)
    check_game(game, uniform, rng, check)
    assert game.table.round == game.table.rounds


def check(game: Game) -> None:
    check_conserved(game)
    if game.phase != "over":
        check_question(game, SPELLING, most_outcomes=48)
        assert "k>M" not in game.legal() or game.table.active_seat.tracks["M"]["k"] != 8


def test_a_copy_is_independent() -> None:
    check_copies(Game(3, germany=True, coal=True, new=True))


def test_illegal_tokens_are_refused() -> None:
    game = Game(2, start=1)
    with pytest.raises(ValueError, match="is illegal; legal are"):
        game.play("k1")
    assert game.history == []


def test_a_joined_word_is_taken_or_refused_as_a_whole() -> None:
    game = Game(2)
    while game.phase == "chance":
        game.play(game.legal_moves()[0])
    game.play("s:coin")
    before = game.to_dict()
    with pytest.raises(ValueError, match="is illegal"):
        game.play("k2/k>T/k>T/g>K")
    assert game.to_dict() == before
    game.play("k2/k>T/k>T/k>S")
    assert game.active == 1
    assert game.history[-4:] == ["k2", "k>T", "k>T", "k>S"]


def test_there_are_as_many_pieces_as_the_rules_say() -> None:
    both = {"coal": True, "new": True}
    assert [len(facts.engineers_of(stack, **both)) for stack in "AB"] == [11, 8]
    assert [len(facts.engineers_of(stack, coal=False, new=True)) for stack in "AB"] == [10, 8]
    assert [len(facts.engineers_of(stack, coal=False, new=False)) for stack in "AB"] == [7, 7]
    assert len(facts.tokens_of_a_seat(coal=False, new=False)) == 7
    assert len(facts.tokens_of_a_seat(coal=False, new=True)) == 8
    assert len(facts.cards_in_the_game(coal=False, new=True)) == 6
    assert len(facts.cards_in_the_game(**both)) == 7
    assert [facts.industry_points(space) for space in range(16)] == [
        0, 1, 2, 3, 5, 5, 10, 10, 15, 15, 15, 15, 20, 20, 25, 30,
    ]  # fmt: skip
    # Section 1: as many engineers as rounds.
    for players in (1, 2, 3, 4):
        for coal in (False, True):
            counts = facts.setup(players, coal=coal)
            assert counts["A"] + counts["B"] == counts["rounds"] <= counts["slots"]
