"""How reports say things: numbers with their errors, results, and what the numbers mean."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from coalbaron_fast.review.balance import Account, Amount, Moment
from coalbaron_fast.review.judging import COMPARISONS, GRADES, NOISE
from coalbaron_fast.review.story import Player, Report, Scoring, Story, Stroke, Turn, joined_units

__all__ = [
    "BALANCE",
    "COSTLIEST",
    "COURSE",
    "FAULTLESS",
    "ORIGINS",
    "PLAYERS",
    "POINTS",
    "SHARES",
    "Table",
    "about",
    "balance_sentences",
    "balance_table",
    "explanations",
    "heading",
    "judged_phrase",
    "loss_phrase",
    "opening_sentences",
    "place_phrase",
    "record_table",
    "result_sentence",
    "scoring_rows",
    "turn_header",
    "turn_phrase",
    "turn_place",
    "verdict",
    "with_error",
]

COURSE: Final = "The course of the game"
SHARES: Final = "Share of the win, turn by turn"
POINTS: Final = "Expected final points, turn by turn"
PLAYERS: Final = "How everybody played"
BALANCE: Final = "Play and luck"
ORIGINS: Final = "Where the points came from"
FAULTLESS: Final = "No turn gave anything away beyond the noise."
COSTLIEST: Final = "The costliest turns"
SMALLEST: Final = 0.1
"""The least error that is shown: one decimal, and never 0 for a sampled number."""

NOTES: Final = """\
Every turn is compared with the best one that the search finds from what its player knew. If another
one was played, both are compared in {comparisons} more searches, each with other luck.

Win is the expected share of the win, {unit} the expected final points, both after the best turn.
The last point of the game's course is how it ended.

± is the standard error of these comparisons. A loss below {noise} errors lies within the noise (by
Student's t at 95 %) and is no mistake. By the win that it surely lost, a turn is {grades}.

The error says nothing of what the search misjudges whatever its luck. More nodes see further."""

BALANCE_NOTE: Final = """\
A result is the lead over the best other player. Luck is what chance changed of it, each event
beside all that could have come; a card counts when somebody first sees it. Play is what everybody's
turns changed; luck that the evaluation does not see is in it."""


class Table(NamedTuple):
    """A table of text: the first cell of a row names it, the others are numbers."""

    header: list[str]
    rows: list[list[str]]


def joined(words: Sequence[str]) -> str:
    """Return words as an English list."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def heading(story: Story) -> str:
    """Return the title of a game: who played, and the points."""
    if len(story.players) == 1:
        return f"{story.players[0].name}: {story.players[0].vp} {story.unit}"
    if len(story.players) == 2:
        one, other = story.players
        return f"{one.name} against {other.name}, {one.vp} to {other.vp}"
    return joined([f"{player.name} {player.vp}" for player in _by_place(story.players)])


def about(story: Story) -> list[str]:
    """Return what a game is and where it is from."""
    return [story.game, *story.about, *([story.source] if story.source else [])]


def _by_place(players: Iterable[Player]) -> list[Player]:
    return sorted(players, key=lambda player: (-(player.share or 0.0), -player.vp, player.seat))


def result_sentence(story: Story) -> str:
    """Say how the game ended."""
    if not story.is_over:
        points = joined([f"{player.name} {player.vp} {story.unit}" for player in story.players])
        return f"The game is not finished; it is in shift {story.shifts}: {points}."
    winners = story.winners
    others = [player for player in _by_place(story.players) if not player.share]
    verb = "won" if len(winners) == 1 else "share the win"
    sentence = (
        f"{joined([player.name for player in winners])} {verb} with {_points(winners, story.unit)}"
    )
    if not others:
        return f"{sentence}."
    beaten = joined([f"{player.name} with {player.vp}" for player in others])
    return f"{sentence}, ahead of {beaten}."


def _points(winners: Sequence[Player], unit: str) -> str:
    return joined([f"{vp} {unit}" for vp in dict.fromkeys(player.vp for player in winners)])


def opening_sentences(story: Story) -> list[str]:
    """Say in a few sentences how it ended, who led, and what was judged."""
    favourite = _favourite_sentence(story)
    return [
        result_sentence(story),
        *([] if favourite is None else [favourite]),
        _settings_sentence(story),
    ]


def _favourite_sentence(story: Story) -> str | None:
    """Say from when on the winner was the favourite; nothing without a winner or its turns."""
    if len(story.winners) != 1 or len(story.course) < 2:
        return None
    winner = story.winners[0]
    led = list(
        itertools.takewhile(
            lambda moment: moment.win[winner.seat] == max(moment.win), reversed(story.course[:-1])
        )
    )
    if not led:
        return f"{winner.name} was not the favourite before the last turn."
    if len(led) == len(story.course) - 1:
        return f"{winner.name} was the favourite from the first turn to the end."
    first: Moment = led[-1]
    where = f"turn {first.turn}" + (f" in shift {first.shift}" if story.shifts > 1 else "")
    return f"{winner.name} was the favourite from {where} to the end."


def place_phrase(story: Story, turn: Turn) -> str:
    """Say which turn it is: number, shift, player."""
    shift = f", shift {turn.judgement.shift}" if story.shifts > 1 else ""
    return f"Turn {turn.number}{shift}, {turn.player}"


def judged_phrase(story: Story, turn: Turn) -> str:
    """Say which turn it is, and the name that it deserves."""
    return f"{place_phrase(story, turn)}: {verdict(turn)}"


def verdict(turn: Turn) -> str:
    """Return the name that a turn deserves."""
    if turn.judgement.grade is not None:
        return turn.judgement.grade
    return "best" if turn.is_best else "fine"


def with_error(value: float, error: float) -> str:
    """Return a number with its standard error, both with one decimal."""
    return f"{value:.1f} ± {max(error, SMALLEST):.1f}"


def loss_phrase(turn: Turn) -> str:
    """Say what a turn gave away, and how sure that is."""
    judgement, unit = turn.judgement, turn.unit
    win, vp = 100 * judgement.loss_win, judgement.loss_vp
    if judgement.solved:
        known = "" if judgement.exact else ", as far as its seat can know"
        return f"{win:.1f} % of the win and {vp:.1f} {unit} (solved to the end{known})"
    return (
        f"{with_error(win, 100 * judgement.error)} % of the win "
        f"and {with_error(vp, judgement.error_vp)} {unit}"
    )


def record_table(report: Report) -> Table:
    """Return how everybody played."""
    header = ["player", "turns", "best", "slips", "mistakes", "blunders"]
    rows = [
        [
            record.name,
            str(record.turns),
            str(record.best),
            *(str(record.grades[grade]) for grade, _ in reversed(GRADES)),
            with_error(100 * record.loss_win, 100 * record.error),
            with_error(record.loss_vp, record.error_vp),
        ]
        for record in report.records
    ]
    return Table([*header, "win lost a turn, %", f"{report.unit} lost a turn"], rows)


def scoring_rows(story: Story, scoring: Scoring) -> list[list[str]]:
    """Return everybody's points of a shift: a row for each reason, and one for what it came to."""
    return [
        *(
            [reason, *(f"{vp:+}" if vp else "" for vp in points)]
            for reason, points in scoring.gains.items()
        ),
        [f"after shift {scoring.shift}" if story.shifts > 1 else "in all", *map(str, scoring.vp)],
    ]


def turn_header(story: Story) -> list[str]:
    """Return the header of the table of all turns."""
    shift = ["shift"] if story.shifts > 1 else []
    return ["turn", *shift, "player", "played", "verdict", "better", "gave away"]


def turn_place(story: Story, turn: Turn) -> list[str]:
    """Return the first cells of a row below `turn_header`: number, shift, player."""
    shift = [str(turn.judgement.shift)] if story.shifts > 1 else []
    return [str(turn.number), *shift, turn.player]


def _settings_sentence(story: Story) -> str:
    """Say what was judged and how."""
    turns = f"{len(story.turns)} turn{'' if len(story.turns) == 1 else 's'}"
    seen = "" if story.viewer is None else f" of {story.players[story.viewer].name} alone"
    nodes = "" if story.nodes is None else f", {story.nodes} nodes a search"
    return f"{turns}{seen} reviewed{nodes}."


def explanations(stories: Sequence[Story]) -> list[str]:
    """Say what the numbers mean, if there are any."""
    if not any(story.turns for story in stories):
        return []
    grades = joined([f"a {name} from {100 * least:.0f} % on" for name, least in reversed(GRADES)])
    unit = joined_units(stories)
    notes = NOTES.format(comparisons=COMPARISONS, noise=f"{NOISE:.1f}", grades=grades, unit=unit)
    paragraphs = notes.split("\n\n")
    if any(story.balances for story in stories):
        paragraphs.append(BALANCE_NOTE)
    return [paragraph.replace("\n", " ") for paragraph in paragraphs]


def turn_phrase(tokens: Sequence[str]) -> str:
    """Return a turn as one word of tokens, as records and protocols write it."""
    return "/".join(tokens)


# -- play and luck


def balance_sentences(story: Story) -> list[str]:
    """Say of everybody what the result is made of, and which strokes of luck were the largest."""
    return [
        *(_balance_sentence(story, balance) for balance in story.balances),
        *(_stroke_sentence(story, stroke) for stroke in story.strokes),
    ]


def _balance_sentence(story: Story, balance: Account) -> str:
    return (
        f"{_outcome(story, balance)}: play {signed(balance.play)}, luck {signed(balance.luck)}, "
        f"{signed(balance.start)} from the start."
    )


def _outcome(story: Story, balance: Account) -> str:
    """Say by how much somebody won or lost, and to whom."""
    player = story.players[balance.seat]
    if balance.rival is None:
        return f"{player.name} has {balance.result} {story.unit}"
    rival = story.players[balance.rival]
    if not balance.result:
        return f"{player.name} has as many {story.unit} as {rival.name}"
    where = "ahead of" if balance.result > 0 else "behind"
    return f"{player.name} is {abs(balance.result)} {story.unit} {where} {rival.name}"


def _stroke_sentence(story: Story, stroke: Stroke) -> str:
    where = f"after turn {stroke.turn}" if stroke.turn else "before the first turn"
    gain = signed(Amount(stroke.vp, stroke.error))
    return (
        f"Luck {where}: {stroke.text}, {gain} {story.unit} for {story.players[stroke.seat].name}."
    )


def balance_table(story: Story) -> Table:
    """Return everybody's play and luck in each shift, and their sums."""
    rows = []
    for balance in story.balances:
        name = story.players[balance.seat].name
        rows += [
            [name, str(part.shift), signed(part.play), signed(part.luck)] for part in balance.shifts
        ]
        rows.append([name, "all", signed(balance.play), signed(balance.luck)])
    return Table(["player", "shift", f"play, {story.unit}", f"luck, {story.unit}"], rows)


def signed(amount: Amount) -> str:
    """Return an amount with its sign and its error, one decimal each."""
    return f"{amount.vp:+.1f} ± {max(amount.error, SMALLEST):.1f}"
