"""The story of a reviewed game: what every report tells, before it is text, Markdown or HTML.

A `Story` holds plain facts and short English phrases. The words of moves and the reasons of points
come from the game's record. Names and tags are strangers' text: they are cut and made printable
here, and escaped where they are written.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from coalbaron_fast.games import Game, Position, Units
from coalbaron_fast.games.screen import Points
from coalbaron_fast.review.balance import Account, Moment, balance_of, course_of
from coalbaron_fast.review.judging import (
    GRADES,
    NOISE,
    Judgement,
    PlayedTurn,
    played_turns,
)
from coalbaron_fast.review.luck import Chance
from coalbaron_fast.review.reasons import Reason
from coalbaron_fast.review.summary import costliest_of

__all__ = [
    "CostlyTurn",
    "Player",
    "Report",
    "Scoring",
    "SeatRecord",
    "Story",
    "Stroke",
    "Turn",
    "add_up",
    "tell_game",
]

LONGEST_NAME: Final = 60
LONGEST_SOURCE: Final = 400
UNPRINTABLE: Final = "\N{REPLACEMENT CHARACTER}"
ABOUT: Final = ("Event", "Site", "Date", "Round")
"""The tags that say where a game is from, in the order of telling."""

STROKES: Final = 3
"""Strokes of luck that are told."""

POINTS: Final = "points"
"""What points are for in a game that does not say."""

WORTH_TELLING: Final = 0.5
"""Others' points that a turn changes by less are not mentioned, in units of the game's size."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who sat where, and what became of them; `share` of the win is None before the end."""

    seat: int
    name: str
    vp: int
    share: float | None


@dataclass(frozen=True, slots=True)
class Scoring:
    """A shift: what every seat got points for in it, and its points afterwards.

    `gains` are the points by seat for each reason.
    """

    shift: int
    gains: dict[str, list[int]]
    vp: list[int]


@dataclass(frozen=True, slots=True)
class Turn:
    """A judged turn in words; `number` counts from 1."""

    number: int
    judgement: Judgement
    player: str
    played: str
    best: str
    unit: str

    @property
    def is_best(self) -> bool:
        """Whether nothing better was found."""
        return self.judgement.loss_win == 0 == self.judgement.loss_vp


@dataclass(frozen=True, slots=True)
class CostlyTurn:
    """One of the costliest turns, with the position before it as text, and why it cost."""

    turn: Turn
    board: list[str]
    reasons: list[str]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A stroke of luck: what came after which turn, and what it brought the seat it helped most.

    `turn` is 0 for what came before the first one. `vp` is how much that seat gained on the mean of
    the others, beside all that could have come.
    """

    turn: int
    shift: int
    text: str
    seat: int
    vp: float
    error: float


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """How somebody played: turns, how many were best, and those that have a grade.

    The losses are means over the turns; the errors are those of the means.
    """

    name: str
    turns: int
    best: int
    grades: dict[str, int]
    loss_win: float
    error: float
    loss_vp: float
    error_vp: float


@dataclass(frozen=True, slots=True)
class Story:
    """A reviewed game. `source` says where its record was read, `nodes` how long was thought."""

    source: str
    game: str
    unit: str
    about: list[str]
    players: list[Player]
    is_over: bool
    viewer: int | None
    shifts: int
    turns: list[Turn]
    course: list[Moment]
    balances: list[Account]
    strokes: list[Stroke]
    scorings: list[Scoring]
    costliest: list[CostlyTurn]
    nodes: int | None

    @property
    def winners(self) -> list[Player]:
        """Who won, more than one if they share the win; no one before the end."""
        return [player for player in self.players if player.share]


@dataclass(frozen=True, slots=True)
class Report:
    """Stories of games, and the records that could not be read: where, and what is wrong."""

    stories: list[Story]
    unread: Sequence[tuple[str, str]] = ()

    @property
    def unit(self) -> str:
        """What the points of its games are called."""
        return joined_units(self.stories)

    @property
    def problems(self) -> list[tuple[str, str]]:
        """What could not be read, ready to be written."""
        longest = LONGEST_SOURCE
        return [
            (printable(where, longest), printable(what, longest)) for where, what in self.unread
        ]

    @property
    def records(self) -> list[SeatRecord]:
        """How everybody played over all games, by name, in the order of appearance."""
        turns: dict[str, list[Judgement]] = {}
        for story in self.stories:
            for player in story.players:
                turns.setdefault(player.name, [])
            for turn in story.turns:
                turns[turn.player].append(turn.judgement)
        return [add_up(name, judged) for name, judged in turns.items() if judged]

    @property
    def costliest(self) -> list[tuple[Story, Turn]]:
        """The costliest turns of all games, the worst first."""
        turns = [(story, costly.turn) for story in self.stories for costly in story.costliest]
        turns.sort(key=lambda one: (-one[1].judgement.sure_loss_win, -one[1].judgement.loss_vp))
        return turns


def tell_game(
    game: Game,
    played: Position,
    tags: Mapping[str, str],
    judgements: Sequence[Judgement],
    source: str = "",
    nodes: int | None = None,
) -> Story:
    """Make a story of a game and of what was judged of it; `tags` are those of its record."""
    names = _names(tags, played.players)
    shares = played.win_shares()
    before = {turn.index: turn for turn in played_turns(played)}
    turns = [_turn(game, names, one, before[one.index]) for one in judgements]
    return Story(
        source=printable(source, LONGEST_SOURCE),
        game=game.title,
        unit=game.units.short,
        about=[printable(tags[name]) for name in ABOUT if _is_known(tags.get(name))],
        players=[
            Player(seat, names[seat], played.vp[seat], None if shares is None else shares[seat])
            for seat in range(played.players)
        ],
        is_over=played.is_over,
        viewer=played.viewer,
        shifts=played.shift,
        turns=turns,
        course=course_of(played, judgements),
        balances=balance_of(played, judgements) or [],
        strokes=_strokes(game, played, turns),
        scorings=_scorings(game, played),
        costliest=_costliest(game, names, turns, before),
        nodes=nodes,
    )


def joined_units(stories: Sequence[Story]) -> str:
    """Return what the points of these games are called."""
    return " or ".join(dict.fromkeys(story.unit for story in stories)) or Units().short


def add_up(name: str, judged: Sequence[Judgement]) -> SeatRecord:
    """Return how somebody played these turns."""
    count = len(judged)
    return SeatRecord(
        name=name,
        turns=count,
        best=sum(one.loss_win == 0 == one.loss_vp for one in judged),
        grades={grade: sum(one.grade == grade for one in judged) for grade, _ in GRADES},
        loss_win=sum(one.loss_win for one in judged) / count,
        error=math.hypot(*(one.error for one in judged)) / count,
        loss_vp=sum(one.loss_vp for one in judged) / count,
        error_vp=math.hypot(*(one.error_vp for one in judged)) / count,
    )


def printable(text: str, longest: int = LONGEST_NAME) -> str:
    """Return a stranger's text fit for a line: no control characters, not too long."""
    shown = "".join(letter if letter.isprintable() else UNPRINTABLE for letter in text)
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"


def percent(share: float) -> str:
    """Return a share as whole percent."""
    return f"{100 * share:.0f} %"


def _is_known(value: str | None) -> bool:
    """Whether a tag says something: an unknown date is written with question marks."""
    return value is not None and bool(value.strip()) and "?" not in value


def _names(tags: Mapping[str, str], players: int) -> list[str]:
    """Return the names by seat, all different."""
    names = [printable(tags.get(f"Seat{seat}", "").strip()) for seat in range(players)]
    return [
        f"{name} (seat {seat})" if name and names.count(name) > 1 else name or f"seat {seat}"
        for seat, name in enumerate(names)
    ]


def _turn(game: Game, names: Sequence[str], judgement: Judgement, before: PlayedTurn) -> Turn:
    return Turn(
        number=judgement.number + 1,
        judgement=judgement,
        player=names[judgement.seat],
        played=game.turn_in_words(before.state, before.codes),
        best=game.turn_in_words(before.state, game.read_words(judgement.best)),
        unit=game.units.short,
    )


def _scorings(game: Game, played: Position) -> list[Scoring]:
    """Return what every shift brought; for a game that tells no reasons, how many points."""
    tell = None if game.screen is None else game.screen().tell_points
    state = played.origin
    gains: dict[int, dict[str, list[int]]] = {state.shift: {}}
    points: dict[int, list[int]] = {state.shift: state.vp}
    for code, token in zip(played.codes, played.history, strict=True):
        shift, before = state.shift, state.copy()
        state.push_codes([code])
        points[shift] = state.vp
        reasons = gains.setdefault(shift, {})
        if tell is None:
            changes = [
                Points(seat, vp - old, POINTS)
                for seat, (vp, old) in enumerate(zip(state.vp, before.vp, strict=True))
            ]
        elif state.vp != before.vp or state.shift != shift or state.is_over:
            changes = tell(before, [token])
        else:
            # Telling is slow, and most tokens bring nothing.
            changes = []
        for seat, vp, reason in changes:
            reasons.setdefault(reason, [0] * state.players)[seat] += vp
    return [
        Scoring(
            shift=shift,
            gains={reason: vp for reason, vp in gains[shift].items() if any(vp)},
            vp=points[shift],
        )
        for shift in gains
    ]


def _costliest(
    game: Game, names: Sequence[str], turns: Sequence[Turn], before: Mapping[int, PlayedTurn]
) -> list[CostlyTurn]:
    by_index = {turn.judgement.index: turn for turn in turns}
    costly = costliest_of([turn.judgement for turn in turns])
    return [
        CostlyTurn(
            turn=by_index[index],
            board=game.draw_board(before[index].state.view(before[index].state.turn or 0)),
            reasons=_reasons(game, names, by_index[index].judgement, before[index]),
        )
        for index in costly
    ]


def _strokes(game: Game, played: Position, turns: Sequence[Turn]) -> list[Stroke]:
    """Return the chance events that changed most, the largest first, if they surely did."""
    found = [
        _stroke(game, played.players, turn, chance)
        for turn in turns
        for chance in turn.judgement.luck
    ]
    sure = [one for one in found if one.vp > NOISE * one.error]
    return sorted(sure, key=lambda one: (-one.vp, one.turn))[:STROKES]


def _stroke(game: Game, players: int, turn: Turn, chance: Chance) -> Stroke:
    """Say what an event brought the seat that it helped most, beside the mean of the others."""

    def ahead(seat: int) -> float:
        others = [vp for other, vp in enumerate(chance.vp) if other != seat]
        return chance.vp[seat] - (sum(others) / len(others) if others else 0.0)

    lucky = max(range(players), key=ahead)
    is_after = chance.index > turn.judgement.index
    return Stroke(
        turn=turn.number if is_after else turn.number - 1,
        shift=chance.shift,
        text=game.describe(game.read_words(chance.token)[0]),
        seat=lucky,
        vp=ahead(lucky),
        error=max(chance.lead_error[lucky]) if players > 1 else chance.vp_error[0],
    )


# -- why a turn cost


def _reasons(
    game: Game, names: Sequence[str], judgement: Judgement, before: PlayedTurn
) -> list[str]:
    """Say in sentences what the better turn leads to, and what the played one did."""
    return [
        *_expectations(game, names, judgement),
        *_sources(game, names, judgement),
        *_points_at_once(game, judgement, before),
        *_what_follows(game, names, judgement, before),
    ]


def _expectations(game: Game, names: Sequence[str], judgement: Judgement) -> list[str]:
    """Say what its seat expects after both turns, and whose points change besides."""
    seat, unit = judgement.seat, game.units.short
    better, played = percent(judgement.win[seat]), percent(judgement.played_win[seat])
    sentence = (
        f"{names[seat]} expects {judgement.vp[seat]:.1f} {unit} and {better} of the win after the "
        f"better turn, {judgement.played_vp[seat]:.1f} {unit} and {played} after the played one."
    )
    sentences = [sentence]
    for other, name in enumerate(names):
        change = judgement.played_vp[other] - judgement.vp[other]
        # How far the comparisons lie apart is kept for the mover's points; others' are alike.
        noise = NOISE * judgement.error_vp
        if other != seat and abs(change) > max(WORTH_TELLING * game.units.size, noise):
            way = "more" if change > 0 else "fewer"
            sentences.append(f"{name} expects {abs(change):.1f} {unit} {way} after the played one.")
    return sentences


def _sources(game: Game, names: Sequence[str], judgement: Judgement) -> list[str]:
    """Say where the points come from that the played turn changes."""
    parts = [
        f"{names[reason.seat]} {reason.vp:+.1f} ± {reason.error:.1f} ({_source(reason)})"
        for reason in judgement.reasons
    ]
    unit = game.units.short
    return [f"{unit} by source, beside the better turn: {'; '.join(parts)}."] if parts else []


def _source(reason: Reason) -> str:
    """Name a source, and what of it changes most."""
    items = ", ".join(f"{item.name} {item.vp:+.1f}" for item in reason.items)
    return f"{reason.text}: {items}" if items else reason.text


def _points_at_once(game: Game, judgement: Judgement, before: PlayedTurn) -> list[str]:
    """Say what both turns score by themselves, if that differs."""
    seat = judgement.seat
    gained = []
    for tokens in (judgement.best, judgement.played):
        state = before.state.copy()
        state.push_codes(game.read_words(tokens))
        gained.append(state.vp[seat] - before.state.vp[seat])
    better, played = gained
    if better == played:
        return []
    unit = game.units.short
    return [f"By itself the better turn scores {better} {unit}, the played one {played}."]


def _what_follows(
    game: Game, names: Sequence[str], judgement: Judgement, before: PlayedTurn
) -> list[str]:
    """Say what the search expects next after both turns, if that differs."""
    if judgement.best_next == judgement.played_next:
        return []
    both = (
        ("better", judgement.best, judgement.best_next),
        ("played", judgement.played, judgement.played_next),
    )
    return [
        f"After the {which} turn the search most often sees "
        f"{_next_turn(game, names, before.state.copy(), turn, following)}."
        for which, turn, following in both
        if following
    ]


def _next_turn(
    game: Game, names: Sequence[str], state: Position, turn: list[str], following: list[str]
) -> str:
    """Return in words the turn that follows another one, and whose it is if no chance is between.

    After chance it cannot be said what the turn costs or brings, so its tokens are described.
    """
    codes = game.read_words(following)
    state.push_codes(game.read_words(turn))
    if state.turn is None or not state.is_legal_code(codes[0]):
        return f"next: {', '.join(map(game.describe, codes))}"
    return f"{names[state.turn]} next: {game.turn_in_words(state, codes)}"
