"""Records: whole games as text, in the manner of PGN.

A record is a block of tags, one on each line, an empty line, and the tokens from the start as far
as the game went, in words:

    [Players "2"]
    [Start "0"]
    [Winners "1"]

    !b1D !g2L !y1D !Tgg +Tgg f3/!b1D m8/@3/+g/+g/@0/g>Tgg/g>Tgg/end

Any number of records may follow each other in one file. A game hands over its words and how it
reads a position; all else is the same for every game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple, NoReturn

from coalbaron_fast.errors import Defect, ParseError, PositionError
from coalbaron_fast.games.options import NO_OPTIONS, OptionError, Options, OptionValue

__all__ = ["COLUMNS", "MAX_RECORD", "ReadRecord", "Record", "Records"]

MAX_RECORD: Final = 65_536
"""The most characters that one record may have; a long game has some 20,000 with its tags."""

MAX_PIECES: Final = 2048
"""The most lines, words and comments that one record may have; a long game has some 500."""

MAX_TAGS: Final = 100
MAX_TAG_NAME: Final = 64
MAX_TAG_VALUE: Final = 16_384
"""As long as the longest text of a position."""
COLUMNS: Final = 80
"""Columns at which token lines are wrapped."""

MOST_SCORE: Final = 99_999
"""Of a seat, below zero too."""

MAX_SEED: Final = 2**64 - 1

OWN_TAGS: Final = ("Players", "Start", "Options", "Position", "Seed")
"""The tags that stand in fields of their own in a `Record`, in the order of writing."""

_SPACE: Final = " \t"
_COMMENT: Final = re.compile("[#{]")


class Record(NamedTuple):
    """One game: how it began, its tokens, and what else its tags say.

    `position` is the text of the position that the game began from, or None for the
    beginning with `players`, `start` and `options`, the words of what is not as usual. Without a
    start chance draws who begins, where a game can do that. `tags` holds all other tags by
    name, such as Event, Date, Seat0, Scores and Winners.
    """

    players: int
    start: int | None
    tokens: list[str]
    position: str | None = None
    seed: int | None = None
    tags: Mapping[str, str] = {}
    options: str = ""

    @property
    def scores(self) -> tuple[int, ...] | None:
        """The points of each seat by the tag Scores, or None without one."""
        return _scores(self)

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The seats that won by the tag Winners, or None without one."""
        return _winners(self)


class ReadRecord(NamedTuple):
    """A record as it was read: besides the record, what a replay would have to read again.

    `codes` are the move codes of its tokens, `beginning` is the position that it began from.
    """

    record: Record
    codes: list[int]
    beginning: dict[str, Any] | None


class Records:
    """Reads and writes the records of one game."""

    def __init__(
        self,
        players: range,
        codes: Mapping[str, int],
        split_words: Callable[[Iterable[str]], list[int]],
        read_position: Callable[[str], dict[str, Any]],
        seats_of: Callable[[Mapping[str, Any]], tuple[int, int | None]],
        join_words: Callable[[Iterable[str]], Iterator[str]],
        options: Options = NO_OPTIONS,
        *,
        draws_order: bool = False,
    ) -> None:
        """Take a game's words, and how it reads positions.

        `read_position` reads the text of a position, `seats_of` takes players and first start seat
        from what it returns; `join_words` joins the tokens of each turn with ``/``. A position has
        a field for each of the `options`. With `draws_order` a game may begin without a start.
        """
        self.players = players
        self.codes = codes
        self.split_words = split_words
        self.tokens = {code: token for token, code in codes.items()}
        self._read_text = read_position
        self.seats_of = seats_of
        self.join_words = join_words
        self.options = options
        self.draws_order = draws_order
        self._start_types = (int, type(None)) if draws_order else (int,)

    def format(self, record: Record) -> str:
        """Return the text of a record; `parse` reads it back to an equal one.

        Raises `PositionError` if a tag or a token cannot be written.
        """
        self._check_types(record)
        if record.position is not None:
            beginning = self.read_position(record.position)
            if self.seats_of(beginning) != record[:2]:
                expected = "players and start as in the position"
                raise PositionError(Defect.RESULT, "Position", record.position, expected)
            _refuse_seed_of_view(beginning, record.seed)
            if record.options:
                _refuse_other_options(self, beginning, record.options)
        for index, token in enumerate(record.tokens):
            if type(token) is not str or token not in self.codes:
                raise PositionError(Defect.SYNTAX, f"tokens[{index}]", token, "a token")
        return self.write(record)

    def write(self, record: Record) -> str:
        """Return the text of a record whose position and tokens are known to be good."""
        _check_tags(record)
        own = {
            "Players": record.players,
            "Start": None if record.position is not None else record.start,
            "Options": record.options or None,
            "Position": record.position,
            "Seed": record.seed,
        }
        tags = {name: str(value) for name, value in own.items() if value is not None}
        lines = [_tag_line(name, value) for name, value in (tags | dict(record.tags)).items()]
        # The empty line is there without tokens too: it is what keeps two records apart.
        return "\n".join([*lines, "", *_wrapped(self.join_words(record.tokens)), ""])

    def parse(self, text: str) -> Record:
        """Return the one record that a text holds.

        Raises `PositionError` that names the tag or the token and its line.
        """
        return self.read(text).record

    def read(self, text: str) -> ReadRecord:
        """Return the one record that a text holds, with what a replay needs; as `parse`."""
        if not isinstance(text, str):
            raise PositionError(Defect.TYPE, "record", text, "a record as text")
        if len(text) > MAX_RECORD:
            raise PositionError(Defect.TOO_LONG, "record", text, f"at most {MAX_RECORD} characters")
        records = self._read_all(text)
        read = next(records, None)
        if read is None:
            raise PositionError(Defect.MISSING, "Players", expected='the tag [Players "..."]')
        for _ in records:
            raise PositionError(Defect.SYNTAX, "record", "a second record", "one record")
        return read

    def parse_all(self, text: str | Iterable[str]) -> Iterator[Record]:
        """Yield the records of a text, or of an open file line by line.

        A record that cannot be read raises `PositionError` and ends the iteration.
        """
        return (read.record for read in self._read_all(text))

    def reformat(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield the records of an open file, each as its text."""
        return map(self.format, self.parse_all(lines))

    def _read_all(self, text: str | Iterable[str]) -> Iterator[ReadRecord]:
        if isinstance(text, str):
            lines: Iterable[str] = str.split(text, "\n")
        elif hasattr(text, "__iter__"):
            lines = text
        else:
            raise PositionError(Defect.TYPE, "record", text, "text or an open text file")
        reader = _Reader(self)
        for line in lines:
            if reader.ends_before(line):
                yield reader.finish()
            reader.read_line(line)
        if reader.first_line:
            yield reader.finish()

    def read_position(self, position: str) -> dict[str, Any]:
        """Read the tag Position; an error names that tag."""
        try:
            return self._read_text(position)
        except PositionError as error:
            field = f"Position.{error.field}"
            raise PositionError(error.defect, field, error.value, error.expected) from None

    def read_options(self, words: str) -> dict[str, OptionValue]:
        """Read the tag Options."""
        try:
            return self.options.read(words)
        except OptionError as error:
            raise PositionError(Defect.UNKNOWN_ITEM, "Options", words, error.expected) from None

    def check_players(self, players: int) -> None:
        """Refuse a number of players that the game is not for."""
        if players not in self.players:
            expected = f"{self.players[0]} to {self.players[-1]}"
            raise PositionError(Defect.PLAYERS, "Players", players, expected)

    def _check_types(self, record: Record) -> None:
        """Refuse a record whose own fields could not be written."""
        if type(record.players) is not int or type(record.start) not in self._start_types:
            expected = "integers in Players and Start"
            raise PositionError(Defect.TYPE, "Players", record.players, expected)
        self.check_players(record.players)
        if record.start is not None and not 0 <= record.start < record.players:
            raise PositionError(Defect.RANGE, "Start", record.start, f"0 to {record.players - 1}")
        self.read_options(record.options)
        if record.seed is not None and (type(record.seed) is not int or record.seed < 0):
            raise PositionError(Defect.TYPE, "Seed", record.seed, "a number or None")
        if record.seed is not None and record.seed > MAX_SEED:
            raise PositionError(Defect.RANGE, "Seed", record.seed, f"0 to {MAX_SEED}")


class _Reader:
    """Reads records line by line; it knows whether tags or tokens come next."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self.line = 0
        self._begin()

    def _begin(self) -> None:
        self.size = 0
        self.pieces = 0
        self.first_line = 0
        self.tags: dict[str, str] = {}
        self.tag_lines: dict[str, int] = {}
        self.codes: list[int] = []
        self.in_tokens = False
        self.comment_line = 0
        """The line of a `{` that is not closed yet, or 0."""

    def ends_before(self, line: object) -> bool:
        """Whether another record begins with this line."""
        tag = isinstance(line, str) and line.startswith("[")
        return tag and self.in_tokens and not self.comment_line

    def read_line(self, line: object) -> None:
        """Read one line."""
        self.line += 1
        if not isinstance(line, str):
            raise self._error(Defect.TYPE, "record", line, "text")
        # A line of a file ends in "\n" or "\r\n"; any other "\r" is not white space here.
        line = str.removesuffix(str.removesuffix(line, "\n"), "\r")
        self._grow(line)
        if line.startswith("[") and not self.comment_line:
            self.first_line = self.first_line or self.line
            self._read_tag(line)
        elif line.strip(_SPACE):
            self.first_line = self.first_line or self.line
            self.in_tokens = True
            self._read_tokens(line)
        elif self.tags:
            self.in_tokens = True

    def finish(self) -> ReadRecord:
        """Return the record read so far and be ready for the next."""
        if self.comment_line:
            self.line = self.comment_line
            raise self._error(Defect.SYNTAX, "record", "{", "a } that closes the comment")
        read = _from_tags(self.records, self.tags, self.tag_lines, self.codes, self.first_line)
        self._begin()
        return read

    def _grow(self, line: str) -> None:
        self.size += len(line) + 1
        if self.size > MAX_RECORD:
            raise self._error(Defect.TOO_LONG, "record", line, f"at most {MAX_RECORD} characters")
        self._count(1)

    def _count(self, pieces: int) -> None:
        """Count lines, words and comments: each takes its time, however short it is."""
        self.pieces += pieces
        if self.pieces > MAX_PIECES:
            expected = f"at most {MAX_PIECES} lines, words and comments"
            raise self._error(Defect.TOO_LONG, "record", self.pieces, expected)

    def _read_tag(self, line: str) -> None:
        name, value = self._split_tag(line)
        if name in self.tags:
            raise self._error(Defect.SYNTAX, name, line, "each tag once")
        if len(self.tags) == MAX_TAGS:
            raise self._error(Defect.TOO_LONG, name, line, f"at most {MAX_TAGS} tags")
        self.tags[name] = value
        self.tag_lines[name] = self.line

    def _split_tag(self, line: str) -> tuple[str, str]:
        name, quote, rest = line[1:].rstrip(_SPACE).partition(' "')
        if not quote or not rest.endswith('"]') or not _is_tag_name(name):
            raise self._error(Defect.SYNTAX, "tag", line, '[Name "value"]')
        quoted = rest[:-2]
        value = _unescaped(quoted)
        if value is None or not _is_tag_value(value):
            expected = r"a printable value, with \" and \\ for a quote and a backslash"
            raise self._error(Defect.SYNTAX, name, quoted, expected)
        return name, value

    def _read_tokens(self, line: str) -> None:
        text = self._without_comments(line).replace("\t", " ")
        words = [word for word in text.split(" ") if word]
        self._count(len(words))
        try:
            self.codes += self.records.split_words(words)
        except ParseError:
            self._refuse(words)

    def _refuse(self, words: list[str]) -> NoReturn:
        """Raise what is wrong with the first of some words that is no token."""
        for word in words:
            try:
                self.codes += self.records.split_words([word])
            except ParseError as error:
                field = f"tokens[{len(self.codes)}]"
                expected = f"tokens (this {error.reason})" if "/" in word else "a token"
                raise self._error(Defect.SYNTAX, field, word, expected) from None
        raise self._error(Defect.TOO_LONG, "tokens", len(self.codes), "fewer tokens")

    def _without_comments(self, line: str) -> str:
        """Return the line without its comments, which may begin or end on other lines."""
        kept = []
        place = 0
        while place < len(line):
            if self.comment_line:
                end = line.find("}", place)
                if end < 0:
                    break
                self.comment_line = 0
                place = end + 1
            comment = _COMMENT.search(line, place)
            begins = comment.start() if comment else len(line)
            kept.append(line[place:begins])
            self._count(1)
            if comment is None or comment.group() == "#":
                break
            self.comment_line = self.line
            place = begins + 1
        return " ".join(kept)

    def _error(self, defect: Defect, field: str, value: object, expected: str) -> PositionError:
        return PositionError(defect, field, value, expected, line=self.line)


def _from_tags(
    records: Records,
    tags: dict[str, str],
    lines: Mapping[str, int],
    codes: list[int],
    first_line: int,
) -> ReadRecord:
    """Make the record from its tags; an error names the line of the bad tag."""
    try:
        read = _with_own_fields(records, tags, codes)
        _check_tags(read.record)
    except PositionError as error:
        tag = error.field.partition(".")[0]
        line = lines.get(tag, first_line)
        raise PositionError(
            error.defect, error.field, error.value, error.expected, line=line
        ) from None
    return read


def _with_own_fields(records: Records, tags: dict[str, str], codes: list[int]) -> ReadRecord:
    others = {name: value for name, value in tags.items() if name not in OWN_TAGS}
    tokens = [records.tokens[code] for code in codes]
    position = tags.get("Position")
    seed = _number(tags["Seed"], "Seed", MAX_SEED) if "Seed" in tags else None
    words = tags.get("Options", "")
    options = records.options.spell(records.read_options(words))
    if position is None:
        players = _number(_required(tags, "Players"), "Players", 9999)
        records.check_players(players)
        is_drawn = records.draws_order and "Start" not in tags
        start = None if is_drawn else _number(_required(tags, "Start"), "Start", players - 1)
        record = Record(players, start, tokens, None, seed, others, options)
        return ReadRecord(record, codes, None)
    beginning = records.read_position(position)
    players, start = records.seats_of(beginning)
    for name, value in (("Players", players), ("Start", start)):
        if tags.get(name, str(value)) != str(value):
            raise PositionError(Defect.RESULT, name, tags[name], f"{value}, as in Position")
    _refuse_seed_of_view(beginning, seed)
    if "Options" in tags:
        _refuse_other_options(records, beginning, words)
    record = Record(players, start, tokens, position, seed, others, options)
    return ReadRecord(record, codes, beginning)


def _refuse_other_options(records: Records, beginning: Mapping[str, Any], words: str) -> None:
    """Refuse options that are not those of the position that a game begins from."""
    found = {option.name: beginning[option.name] for option in records.options}
    if records.read_options(words) != found:
        expected = f"{records.options.spell(found)}, as in Position"
        raise PositionError(Defect.RESULT, "Options", words, expected)


def _refuse_seed_of_view(beginning: Mapping[str, Any], seed: int | None) -> None:
    """Refuse a seed where a seat's view is played on: what it does not show is not to be drawn."""
    if seed is not None and beginning.get("view") is not None:
        raise PositionError(Defect.VIEW, "Seed", seed, "no seed with a view")


def _required(tags: Mapping[str, str], name: str) -> str:
    if name not in tags:
        raise PositionError(Defect.MISSING, name, expected=f'the tag [{name} "..."]')
    return tags[name]


def _check_tags(record: Record) -> None:
    """Refuse other tags that could not be written or would not be read back."""
    for name, value in record.tags.items():
        _check_tag(name, value)
    _scores(record)
    _winners(record)


def _check_tag(name: object, value: object) -> None:
    if type(name) is not str or not _is_tag_name(name):
        raise PositionError(Defect.SYNTAX, "tags", name, "names of letters, digits and _")
    if name in OWN_TAGS:
        raise PositionError(Defect.UNKNOWN_FIELD, name, value, "this in its own field")
    if type(value) is not str or not _is_tag_value(value):
        raise PositionError(Defect.TYPE, name, value, "printable text in one line")


def _scores(record: Record) -> tuple[int, ...] | None:
    numbers = _numbers(record, "Scores")
    if numbers is not None and len(numbers) != record.players:
        value = record.tags["Scores"]
        raise PositionError(Defect.SYNTAX, "Scores", value, "one number a seat")
    return numbers


def _winners(record: Record) -> tuple[int, ...] | None:
    seats = _numbers(record, "Winners")
    if seats is not None and sorted(set(seats) & set(range(record.players))) != list(seats):
        expected = "different seats of the game, in order"
        raise PositionError(Defect.SYNTAX, "Winners", record.tags["Winners"], expected)
    return seats


def _numbers(record: Record, name: str) -> tuple[int, ...] | None:
    if name not in record.tags:
        return None
    return tuple(
        _number(word, name, MOST_SCORE, -MOST_SCORE) for word in record.tags[name].split(" ")
    )


def _number(word: str, name: str, high: int, low: int = 0) -> int:
    """Read a number in a tag, spelled as Python would spell it."""
    digits = word.removeprefix("-")
    if not (word.isascii() and digits.isdigit() and len(digits) <= 20):
        raise PositionError(Defect.SYNTAX, name, word, "a number")
    number = int(word)
    if str(number) != word:
        raise PositionError(Defect.SYNTAX, name, word, f"{number}, spelled so")
    if not low <= number <= high:
        raise PositionError(Defect.RANGE, name, word, f"{low} to {high}")
    return number


def _is_tag_name(name: str) -> bool:
    plain = name.isascii() and name.replace("_", "a").isalnum()
    return plain and name[0].isalpha() and len(name) <= MAX_TAG_NAME


def _is_tag_value(value: str) -> bool:
    return value.isprintable() and len(value) <= MAX_TAG_VALUE


def _tag_line(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]'


def _unescaped(quoted: str) -> str | None:
    """Undo the backslashes; return None if a backslash or a quote is misplaced."""
    pieces = quoted.split("\\\\")
    for piece in pieces:
        plain = piece.replace('\\"', "")
        if '"' in plain or "\\" in plain:
            return None
    return "\\".join(piece.replace('\\"', '"') for piece in pieces)


def _wrapped(words: Iterable[str]) -> list[str]:
    """Return the lines of the token section."""
    lines: list[str] = []
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > COLUMNS:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line] if line else lines
