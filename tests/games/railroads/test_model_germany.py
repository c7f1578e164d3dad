"""Section 8: the switch, extensions, the additional marker, income."""

from __future__ import annotations

from tests.games.railroads.positions import begin, drive, laid_out, play, put
from tests.games.railroads.reference import Game, tracks
from tests.games.railroads.reference.ending import card_points


def test_the_switch_chooses_for_good() -> None:
    table = laid_out(germany=True)
    put(table, 0, "M:8.3.2.1")
    game = play(begin(table), "k2")
    assert game.legal_moves() == ["k>MH", "k>MB", "k>D", "k>N"]
    berlin = play(game.copy(), "k>MB")
    # Berlin gives natural on 9 and ends on 12; white only goes towards Hamburg.
    assert berlin.table.seats[0].unlocked == {"k", "g", "b", "n"}
    play(berlin, "k>M k>M")
    assert berlin.table.seats[0].tracks["M"]["k"] == 11
    assert tracks.length(berlin.table, "M", "B") == 12
    play(game, "k>MH k>M k>M")
    # Hamburg gives it on 11.
    assert table.seats[0].unlocked == {"k", "g", "b", "n"}


def test_white_goes_towards_hamburg_only() -> None:
    for branch, white in (("H", True), ("B", False)):
        table = laid_out(germany=True)
        seat = put(table, 0, "M:12.5.4.3")
        seat.branch = branch
        seat.unlocked.add("w")
        assert ("w1" in begin(table).legal_moves()) == white


def at_hanover(space: int = 5) -> Game:
    table = laid_out(germany=True)
    put(table, 0, f"D:{space} N:1")
    drive(table, 0, "D:9")
    return begin(table)


def test_an_extension_is_laid_when_black_comes_to_its_area() -> None:
    game = play(at_hanover(), "k2 k>D")
    assert game.phase == "extension"
    assert game.legal_moves() == ["x3a", "x3b", "x3c", "x3d", "x3e", "x3f"]
    play(game, "x3a")
    # Its space 1 is D 6, in reach: a ?, done in any order with the other steps.
    assert {"?medal", "k>D"} <= game.legal()
    play(game, "?medal k>D k>D")
    assert game.to_dict()["seats"][0]["extensions"] == {"D6": "x3a"}
    # Nobody else can lay it.
    assert "x3a" not in game.to_dict()["extensions"]


def test_two_steps_of_industry_and_two_coins() -> None:
    game = play(at_hanover(), "k2 k>D x3f")
    assert game.to_dict()["pool"] == [*[["k", True]] * 2, *[["i", False]] * 2]
    # Space 2 of the tile is D 7: income.
    play(game, "k>D")
    assert "+inc:kg" in game.legal_moves()
    assert "skip" not in game.legal_moves()
    game = play(at_hanover(), "k2 k>D x3c k>D k>D")
    seat = game.table.seats[0]
    assert (seat.won, seat.coins) == (1, 7)


def test_the_doubling_of_an_extension() -> None:
    table = laid_out(germany=True)
    seat = put(table, 0, "N:7.7 D:1")
    seat.tracks["N"]["g"] = 6
    seat.extensions[("N", 4)] = "x4f"
    drive(table, 0, "N:9")
    game = begin(table)
    # Gray is on 6, x4f doubles on N 7 only when gray is there.
    assert tracks.rail_points(table, seat, "N") == 6
    seat.tracks["N"].update(k=8, g=7)
    assert tracks.rail_points(table, seat, "N") == 14
    assert game.phase == "turn"


def test_the_additional_marker() -> None:
    for markers, left in (([0], [0]), ([3], [0, 3])):
        table = laid_out(germany=True)
        seat = put(table, 0, "N:5")
        seat.extensions[("N", 4)] = "x4e"
        seat.markers = list(markers)
        play(begin(table), "kg k>N")
        assert sorted(seat.markers) == left
        assert table.extra_markers == 2 - len(left)


def test_income_is_used_once_a_round_before_or_after_the_action() -> None:
    table = laid_out(germany=True)
    put(table, 0, "D:2")
    drive(table, 0, "D:3")
    game = play(begin(table), "kg k>D")
    assert game.legal_moves() == ["+inc:any", "+inc:kg", "+inc:gb", "+inc:coin", "+inc:i"]
    play(game, "+inc:coin")
    # From the turn of taking it on.
    assert (game.phase, game.legal_moves()) == ("free", ["inc:coin", "end"])
    play(game, "inc:coin")
    assert (table.seats[0].coins, game.active) == (6, 1)
    play(game, "pass")
    assert "inc:coin" not in game.legal_moves()
    play(game, "pass pass" if game.active else "pass")
    assert "inc:coin" in game.legal_moves()
    play(game, "inc:coin")
    # A free action does not end the turn.
    assert (game.phase, game.active, table.seats[0].coins) == ("turn", 0, 7)


def test_kg_income_is_one_black_and_one_gray_step() -> None:
    table = laid_out(germany=True)
    put(table, 0, "M:2")
    table.seats[0].income = [("kg", False)]
    game = play(begin(table), "inc:kg")
    assert game.legal_moves() == ["k>M", "k>D", "k>N", "g>M", "skip"]
    play(game, "skip")
    assert game.phase == "turn"


def test_nothing_is_asked_when_no_income_marker_is_left() -> None:
    table = laid_out(germany=True)
    put(table, 0, "D:2")
    drive(table, 0, "D:3")
    table.income = dict.fromkeys(table.income, 0)
    assert play(begin(table), "kg k>D").active == 1


def test_the_end_of_munich_is_that_of_the_branch() -> None:
    table = laid_out(germany=True)
    seat = put(table, 0, "M:8 D:9 N:8")
    assert card_points(table, seat, "stations") == 10
    put(table, 0, "M:12").branch = "B"
    assert card_points(table, seat, "stations") == 20
    seat.branch = "H"
    assert card_points(table, seat, "stations") == 10
