"""What a search found, for people: a table of turns in words, and one sentence.

The points come with the band in which 8 games of 10 end. How far more time would move the numbers
is below the table, in words: it is little, and says nothing of how the game will end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from coalbaron_fast.games import Game, Position
from coalbaron_fast.wire.words import turn_word
from coalbaron_protocol.terminal import Symbols, painted, symbols_of

if TYPE_CHECKING:
    from coalbaron_fast import Analysis, Line
    from coalbaron_fast.engine.analysis import MixedTurn

WIDE: Final = 110
"""From this many columns on, tokens, tries and the chance to be best have columns of their own."""

NARROW: Final = 60
"""Below this many columns there is no bar."""

BAR: Final = 10
LONGEST_WORDS: Final = 160
FEWEST_VISITS: Final = 8
"""What was tried less often has no error worth the name, so its numbers are not shown."""

SURE: Final = 0.95
LIKELY: Final = 0.6


class Forecast:
    """Shows what is found about one position."""

    def __init__(self, game: Game, state: Position, console: Console) -> None:
        """`state` is the position that is searched; a seat is to move."""
        if state.turn is None:
            raise ValueError("no seat is to move")
        self._game = game
        self._state = state
        self._seat = state.turn
        self._symbols: Symbols = symbols_of(console)
        self._width = console.width
        self._words: dict[tuple[int, ...], str] = {}

    # -- while it thinks

    def thinking(self) -> RenderableType:
        """Return what is shown before anything is known."""
        return Text(f"thinking for seat {self._seat} {self._symbols.cut}", "quiet")

    def growing(self, analysis: Analysis) -> RenderableType:
        """Return the table so far, and how far it has got."""
        work = Text(f"thinking {self._symbols.cut} {self._effort(analysis)}", "quiet")
        return Group(self.table(analysis), work)

    # -- at the end

    def final(self, analysis: Analysis, *, is_stopped: bool = False) -> RenderableType:
        """Return the table, what its numbers are worth, and the answer in one sentence."""
        stopped = "stopped after " if is_stopped else ""
        effort = f"{stopped}{self._effort(analysis)}"
        caveat = Text(f"{effort}. {self.caveat(analysis)}".rstrip(), "quiet")
        parts: list[RenderableType] = [self.table(analysis), caveat, Text()]
        if analysis.policy is not None:
            parts += [self.mixture(analysis.policy), Text()]
        return Group(*parts, self.answer(analysis))

    def mixture(self, policy: Sequence[MixedTurn]) -> Table:
        """Return how often to play what where seats decide in secret, as bars."""
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, expand=False)
        table.add_column("play", justify="right", no_wrap=True)
        if self._width >= NARROW:
            table.add_column("", no_wrap=True)
        table.add_column("in secret, so that no other seat can count on it", overflow="fold")
        for rank, turn in enumerate(policy):
            row: list[RenderableType] = [f"{100 * turn.share:.0f} %"]
            if self._width >= NARROW:
                row.append(self._bar(turn.share, is_first=rank == 0))
            table.add_row(*row, Text(turn_word(turn.tokens), "token", overflow="fold"))
        return table

    def table(self, analysis: Analysis) -> Table:
        """Return the turns, the best one first."""
        is_wide = self._width >= WIDE
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False, expand=False)
        table.add_column("", justify="right", style="number")
        table.add_column(f"turn of seat {self._seat}", overflow="fold")
        if is_wide:
            table.add_column("tokens", style="token", max_width=30)
        table.add_column("win", justify="right", no_wrap=True)
        if self._width >= NARROW:
            table.add_column("", no_wrap=True)
        table.add_column(f"final {self._game.units.short}", justify="right", no_wrap=True)
        if is_wide:
            table.add_column("best?", justify="right", no_wrap=True)
            table.add_column("tries", justify="right", no_wrap=True, style="quiet")
        for rank, line in enumerate(analysis.lines, start=1):
            table.add_row(*self._row(analysis, rank, line, is_wide=is_wide))
        return table

    def _row(
        self, analysis: Analysis, rank: int, line: Line, *, is_wide: bool
    ) -> Iterator[RenderableType]:
        words = self._cut(self.words(line))
        style = "title" if rank == 1 else ""
        yield str(rank)
        tokens = turn_word(line.tokens)
        if is_wide:
            yield painted(self._game, words, style)
            yield Text(tokens, overflow="fold")
        else:
            yield painted(self._game, words, style) + Text(f"  {tokens}", "token")
        is_known = analysis.solved or line.visits >= FEWEST_VISITS
        yield self._share(analysis, line) if is_known else "?"
        if self._width >= NARROW:
            yield self._bar(line.win[self._seat] if is_known else 0.0, is_first=rank == 1)
        yield self._points(line) if is_known else "?"
        if is_wide:
            yield "" if analysis.solved else chance(line.p_best)
            yield f"{line.visits:,}"

    def _share(self, analysis: Analysis, line: Line) -> str:
        value = 100 * line.win[self._seat]
        if not analysis.solved:
            # What was only sampled is never sure.
            value = min(max(value, 0.1), 99.9)
        return f"{value:.1f} %"

    def _points(self, line: Line) -> str:
        """Return the expected points, with the band around them where results stray."""
        points = f"{line.vp[self._seat]:.1f}"
        if line.vp_band is None:
            return points
        low, high = map(round, line.vp_band[self._seat])
        return points if low == high else f"{points} ({low}{self._symbols.to}{high})"

    def _bar(self, share: float, *, is_first: bool) -> Text:
        symbols = self._symbols
        halves = round(2 * BAR * share)
        cells = symbols.full * (halves // 2) + symbols.half * (halves % 2)
        rest = symbols.rest * (BAR - len(cells))
        return Text.assemble((cells, "bar.first" if is_first else "bar.other"), (rest, "quiet"))

    # -- words

    def words(self, line: Line) -> str:
        """Return what a turn does."""
        codes = tuple(line.codes)
        if codes not in self._words:
            self._words[codes] = self._game.turn_in_words(self._state, codes)
        return self._words[codes]

    def _cut(self, words: str) -> str:
        if len(words) <= LONGEST_WORDS:
            return words
        return words[: LONGEST_WORDS - 3].rstrip(" ,;") + f" {self._symbols.cut}"

    def _effort(self, analysis: Analysis) -> str:
        looked = "turn" if analysis.depth == 1 else "turns"
        seconds = analysis.time_ms / 1000
        return f"{analysis.nodes:,} tries in {seconds:.1f} s, up to {analysis.depth} {looked} ahead"

    def caveat(self, analysis: Analysis) -> str:
        """Return what the numbers of the table are worth."""
        best = analysis.lines[0]
        known = best.vp_band is not None and (analysis.solved or best.visits >= FEWEST_VISITS)
        band = " 8 games of 10 end inside the brackets." if known else ""
        if analysis.exact:
            return f"Solved to the end of the game: these numbers are exact.{band}"
        if analysis.solved:
            return (
                "Everything to the end was looked at. What this seat cannot see was taken as "
                f"unknown to everybody.{band}"
            )
        if best.visits < FEWEST_VISITS:
            return ""
        win, points = 100 * best.win_error[self._seat], best.vp_error[self._seat]
        sign, unit = self._symbols.plus_minus, self._game.units.short
        # An error that rounds to nothing would promise too much.
        return (
            f"Win and {unit} are forecasts.{band} More time would move those of the best turn by "
            f"some {sign} {max(win, 0.1):.1f} % and {sign} {max(points, 0.1):.1f} {unit}: that is "
            "the error of sampling alone."
        )

    def answer(self, analysis: Analysis) -> Text:
        """Return the answer in one sentence."""
        best = analysis.lines[0]
        said = [Text(f"Best for seat {self._seat}: ", "good")]
        said.append(painted(self._game, self.words(best), "title"))
        said.append(Text(f" ({turn_word(best.tokens)})", "token"))
        if not analysis.solved and best.visits < FEWEST_VISITS:
            return Text.assemble(
                *said, ", by static evaluation: there was no time to look further."
            )
        win, vp = best.win[self._seat], best.vp[self._seat]
        share = f"{100 * win:.0f} %" if analysis.exact else f"about {chance(win)}"
        expected = f"{share} of the win and {vp:.0f} {self._game.units.short}"
        said.append(Text(f"; the engine expects {expected} with it{self._doubt(analysis)}."))
        return Text.assemble(*said)

    def _doubt(self, analysis: Analysis) -> str:
        """Return how clear it is that the best turn is the best."""
        best = analysis.lines[0]
        if analysis.solved or len(self._state.legal_codes()) == 1:
            return ""
        if best.p_best >= SURE:
            return ", and other turns look worse"
        if best.p_best >= LIKELY:
            return ", and the next turn is close behind"
        return ", and another turn may be as good"


def chance(probability: float) -> str:
    """Return a probability that was estimated, in whole per cent: never none, never certainty."""
    return f"{min(max(round(100 * probability), 1), 99)} %"
