"""The words of the protocol: what one end spells the other end reads."""

from __future__ import annotations

import math
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coalbaron_fast import Engine, Limits, SettingsError, State
from coalbaron_fast.client.info import Info, read_bestmove, read_info
from coalbaron_fast.engine.limits import Limits as AnyLimits
from coalbaron_fast.games import load_game
from coalbaron_fast.wire.go import spell_go
from coalbaron_fast.wire.options import (
    LARGEST,
    Button,
    Check,
    Combo,
    Option,
    Spin,
    Text,
    find_option,
    read_declaration,
    spell_setting,
)
from coalbaron_fast.wire.words import error_line, read_refusal, read_turn, spell_result, turn_word
from coalbaron_protocol.messages import info_line
from coalbaron_protocol.options import OPTIONS
from coalbaron_protocol.requests import read_request

GAME: Final = load_game("coalbaron")


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        (Limits(nodes=500), "go nodes 500"),
        (Limits(time_ms=99.6), "go movetime 100"),
        (Limits(time_ms=0.2), "go movetime 1"),
        (Limits(error=0.01, depth=3), "go depth 3 error 0.01"),
        (Limits(error=1e-8), "go error 1e-08"),
        (Limits(infinite=True), "go infinite"),
        (Limits(nodes=5, lines=3), "go nodes 5 lines 3"),
        (Limits(clock_ms=[1000, 2000]), "go p1time 1000 p2time 2000"),
        (
            Limits(clock_ms=[-5, None], increment_ms=[10, 0]),
            "go p1time 1 p1inc 10 p2inc 0",
        ),
        (
            Limits(nodes=5, root_turns=["+Cg", "+Tb"]),
            "go nodes 5 searchmoves +Cg +Tb",
        ),
        (
            Limits(nodes=5, root_turns=[GAME.read_words(["+Cg"])]),
            "go nodes 5 searchmoves +Cg",
        ),
    ],
)
def test_limits_as_words_and_back(limits: AnyLimits, words: str) -> None:
    state = State(2, seed=1)
    assert spell_go(limits, GAME.spell) == words
    read, is_pondering = read_request(words.split()[1:], GAME, state, 1, 0.0)
    assert not is_pondering
    for name in ("nodes", "depth", "error", "infinite", "lines"):
        assert getattr(read, name) == getattr(limits, name)
    if limits.time_ms is not None:
        assert read.time_ms == max(round(limits.time_ms), 1)
    assert (read.clock_ms is None) == (limits.clock_ms is None)
    asked = [GAME.read_words([turn]) if isinstance(turn, str) else list(turn)
             for turn in limits.root_turns]  # fmt: skip
    assert [list(turn) for turn in read.root_turns] == asked


def test_pondering_is_a_word() -> None:
    words = spell_go(Limits(nodes=5), GAME.spell, ponder=True)
    assert words == "go ponder nodes 5"
    assert read_request(words.split()[1:], GAME, State(2, seed=1), 1, 0.0).ponder


def test_every_field_of_our_info_is_understood() -> None:
    analysis = Engine(hash_mb=8).search(State(3, seed=1), Limits(nodes=60, lines=3))
    for rank, line in enumerate(analysis.lines, start=1):
        info = read_info(info_line(analysis, rank, line))
        assert info.others == {}
        assert (info.rank, info.tokens, info.pv) == (rank, line.tokens, line.pv)
        assert (info.nodes, info.exact) == (analysis.nodes, analysis.exact)
        for name in ("win", "vp", "win_error", "vp_error", "vp_spread"):
            assert getattr(info, name) == pytest.approx(getattr(line, name), abs=0.051)
        assert info.win == pytest.approx(line.win, abs=5.1e-5)
        assert info.error == pytest.approx(line.error, abs=5.1e-5)
        assert info.p_best == pytest.approx(line.p_best, abs=5.1e-4)
        assert info.memory_used == pytest.approx(analysis.memory_used, abs=5.1e-4)


@pytest.mark.parametrize(
    ("line", "info"),
    [
        ("info", Info()),
        ("info depth 3 seldepth 9", Info(depth=9)),
        ("info string a  b pv c", Info(text="a  b pv c")),
        ("info nodes many time 5", Info(time_ms=5.0, others={"nodes": "many"})),
        ("info nodes nps 5", Info(nodes_per_second=5, others={"nodes": ""})),
        ("info currmove e2e4 currmovenumber 1 nodes 7",
         Info(nodes=7, others={"currmove": "e2e4 currmovenumber 1"})),
        ("info score cp 35 pv a/b c", Info(pv=[["a", "b"], ["c"]], others={"cp": "35"})),
        (f"info hashfull {'9' * 400} nodes 7", Info(nodes=7, others={"hashfull": "9" * 400})),
        ("info error nan exact perhaps", Info(others={"error": "nan", "exact": "perhaps"})),
        ("info score win 0.5,x vp 1,2", Info(vp=[1.0, 2.0], others={"win": "0.5,x"})),
    ],
)  # fmt: skip
def test_infos_of_any_program(line: str, info: Info) -> None:
    assert read_info(line) == info


@given(st.text(max_size=60))
def test_no_info_is_an_error(words: str) -> None:
    info = read_info(f"info {words}")
    assert info.error is None or math.isfinite(info.error)


def test_bestmoves() -> None:
    assert read_bestmove("a/b", []).best == ["a", "b"]
    assert read_bestmove("none", []).best == []
    assert read_bestmove("(none)", []).best == []
    assert read_bestmove("a ponder b/c", []).ponder == ["b", "c"]
    assert read_bestmove("a ponder", []).ponder == []
    with pytest.raises(ValueError, match="names no turn"):
        read_bestmove("  ", [])
    assert read_turn(turn_word(["a", "b"])) == ["a", "b"]
    assert read_turn(turn_word([])) == []


def test_refusals() -> None:
    assert read_refusal(error_line("go", "this\nis bad: very")) == ("go", "this is bad: very")
    assert read_refusal("info string error out of memory") == ("", "out of memory")
    assert read_refusal("info string hello") is None


@pytest.mark.parametrize(
    "option",
    [
        *OPTIONS,
        Text("Book File", "my book.bin"),
        Text("Log", ""),
        Button("Clear Hash"),
        Combo("Analysis Contempt", "Both", ("Off", "Very White", "Both")),
        Check("UCI_Chess960", default=True),
        Spin("Contempt", -5, -100, 100),
    ],
)
def test_an_option_is_read_as_it_was_announced(option: Option) -> None:
    read = read_declaration(option.declaration())
    assert read is not None
    assert read.declaration() == option.declaration()
    assert (type(read), read.name, read.default) == (type(option), option.name, option.default)


@pytest.mark.parametrize(
    "line",
    ["", "option", "option name", "option name X", "option name X type wheel", "option type spin",
     "option name X type spin default a", "option name X type spin default 1 max",
     "options name X type check"],
)  # fmt: skip
def test_an_option_that_cannot_be_understood_is_none(line: str) -> None:
    assert read_declaration(line) is None


def test_a_number_without_bounds_has_wide_ones() -> None:
    option = read_declaration("option name X type spin default 3")
    assert isinstance(option, Spin)
    assert spell_setting(option, -(10**12)) == "setoption name X value -1000000000000"


@pytest.mark.parametrize("value", ["٣", "1" * 21, "", "1.0", None])
def test_a_number_is_spelled_in_plain_digits(value: object) -> None:
    with pytest.raises(SettingsError, match="whole number"):
        spell_setting(find_option(OPTIONS, "threads"), value)


@pytest.mark.parametrize(
    ("option", "value", "text"),
    [
        (Check("Loud", default=False), True, "true"),
        (Check("Loud", default=True), False, "false"),
        (Spin("Skill", 1, -3, 9), -3, "-3"),
        (Spin("Skill", 1, -3, 9), 9, "9"),
        (Spin("Far", 0, -LARGEST, LARGEST), -LARGEST, str(-LARGEST)),
        (Combo("Style", "a", ("a", "b c")), "b c", "b c"),
        (Text("Book", "x"), "my book.bin", "my book.bin"),
        (Text("Book", "x"), "", ""),
    ],
)
def test_a_value_is_read_as_it_was_spelled(option: Option, value: object, text: str) -> None:
    assert spell_setting(option, value) == f"setoption name {option.name} value {text}"
    assert option.read(text) == value


@pytest.mark.parametrize(
    ("option", "text"),
    [
        (Check("Loud", default=False), "True"),
        (Check("Loud", default=False), ""),
        (Spin("Skill", 1, -3, 9), "-4"),
        (Spin("Skill", 1, -3, 9), "10"),
        (Spin("Skill", 1, -3, 9), "--1"),
        (Combo("Style", "a", ("a", "b")), "ab"),
        (Text("Book", "x"), "one\ntwo"),
        (Button("Clear"), "now"),
    ],
)
def test_a_value_that_an_option_cannot_have_is_refused(option: Option, text: str) -> None:
    with pytest.raises(SettingsError, match=option.name) as found:
        option.read(text)
    assert found.value.field == option.name


def test_an_option_is_found_whatever_its_case() -> None:
    options: list[Option] = [Button("Clear Hash"), Check("Loud", default=True)]
    assert find_option(options, "cLEAR hASH") is options[0]
    assert spell_setting(options[0], None) == "setoption name Clear Hash"
    with pytest.raises(SettingsError, match=r"no option .Quiet.: Clear Hash Loud"):
        find_option(options, "Quiet")
    with pytest.raises(SettingsError, match="there are none"):
        find_option(list[Option](), "Quiet")


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("option name A type check default true", Check("A", default=True)),
        ("option name A type check default false", Check("A", default=False)),
        ("option name A type check", Check("A", default=False)),
        ("option name A type spin default 2 min 1", Spin("A", 2, 1, LARGEST)),
        ("option name A type spin default 2 max 3", Spin("A", 2, -LARGEST, 3)),
        ("option name A type combo default x var x var y z", Combo("A", "x", ("x", "y z"))),
        ("option name A type string default <empty>", Text("A", "")),
        ("option name A b type string default c d", Text("A b", "c d")),
        ("option and name A type button", Button("A")),
    ],
)
def test_options_of_any_program(line: str, option: Option) -> None:
    assert read_declaration(line) == option


@pytest.mark.parametrize(
    ("ranks", "words"),
    [
        ([0, 0], "draw"),
        ([0, 1], "p1win"),
        ([1, 0], "p2win"),
        ([0], "0"),
        ([1, 1, 0], "2>0=1"),
        ([2, 0, 1], "1>2>0"),
        ([0, 0, 0], "0=1=2"),
        ([0, 3, 0, 2], "0=2>3>1"),
    ],
)
def test_a_result_names_the_seats_from_first_to_last(ranks: list[int], words: str) -> None:
    assert spell_result(ranks) == words
