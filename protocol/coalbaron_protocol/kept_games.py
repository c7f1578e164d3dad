"""Games that were begun in the terminal: one file each, as a record that can be read anywhere.

The tags `Humans` and `TimeMs` say who played and how long the engine thought, so that a game goes
on as it was. `Game` says which game it is.
"""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final, NamedTuple

from coalbaron_fast.errors import CoalBaronError
from coalbaron_fast.files import WriteError, remove, write_whole
from coalbaron_fast.games import MAX_RECORD, Game, Position, load_game, named_game
from coalbaron_fast.games.numbers import read_whole

HUMANS: Final = "Humans"
TIME_MS: Final = "TimeMs"

NAME: Final = "play"
SUFFIX: Final = ".txt"
MOST_FILES: Final = 10_000


class KeptGame(NamedTuple):
    """What was read: the game, its last position, the tags of its record, and where it was."""

    game: Game
    state: Position
    tags: Mapping[str, str]
    path: Path

    @property
    def is_ours(self) -> bool:
        """Whether `play` wrote the file, and may write it again."""
        return HUMANS in self.tags

    def time_ms(self, default: int) -> int:
        """Return how long the engine thought about a turn; ValueError if the tag is no number."""
        text = self.tags.get(TIME_MS, str(default))
        number = read_whole(text)
        if number is None:
            raise ValueError(f"{self.path}: the tag {TIME_MS} is a whole number, not {text!r}")
        return number


def read_kept(game: Game, path: Path | None) -> KeptGame:
    """Read what a file holds, by default the one that was kept last in this folder.

    It is of `game` where it does not say which game it is of. Raises `ValueError` that names the
    file if there is none.
    """
    if path is None:
        # An empty one was begun by a process that was killed before it had written.
        kept = [
            file
            for file in Path().glob(f"{NAME}*{SUFFIX}")
            if _number(file) is not None and file.stat().st_size
        ]
        if not kept:
            raise ValueError(f"no game is kept in this folder ({NAME}{SUFFIX})")
        path = max(kept, key=lambda file: (file.stat().st_mtime_ns, _number(file)))
    try:
        with path.open(encoding="utf-8") as file:
            # What is longer is refused for that, and need not be read to its end.
            text = file.read(MAX_RECORD + 1)
        game = load_game(named_game(io.StringIO(text), game.name))
        state, tags = game.State.read_record(text)
    except OSError as error:
        raise ValueError(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ValueError(f"{path} holds no text") from None
    except CoalBaronError as error:
        raise ValueError(f"{path} holds no record: {error}") from None
    return KeptGame(game, state, tags, path)


def _number(file: Path) -> int | None:
    """Return the number in the name of a kept game; None for other files."""
    rest = file.stem.removeprefix(NAME)
    if not rest:
        return 1
    return read_whole(rest[1:]) if rest[0] == "-" else None


class Keeper:
    """Keeps one game up to date in its file, from the first turn on.

    Without a path it takes the first free name in this folder when there is something to keep.
    """

    def __init__(
        self, path: Path | None, tags: Mapping[str, str], *, is_written: bool = False
    ) -> None:
        """`is_written` says that the file holds the game already."""
        self.path = path
        self._tags = dict(tags)
        self._is_written = is_written

    def for_another_game(self) -> Keeper:
        """Return a keeper with a file of its own."""
        return Keeper(None, self._tags)

    @property
    def is_written(self) -> bool:
        """Whether the file holds the game as it was at the last `keep`."""
        return self._is_written

    def keep(self, state: Position) -> None:
        """Write the game; raises `OSError`, and then the file is as it was before."""
        self._is_written = False
        text = self.record(state).encode()
        if self.path is not None:
            write_whole(self.path, text)
        else:
            self.path = _written_to_free_name(text)
        self._is_written = True

    def record(self, state: Position) -> str:
        """Return what the file holds."""
        return state.to_record(**self._tags)


def _written_to_free_name(text: bytes) -> Path:
    """Write a file under the first free name, which another process cannot take, too."""
    for number in range(1, MOST_FILES):
        path = Path(f"{NAME}-{number}{SUFFIX}" if number > 1 else f"{NAME}{SUFFIX}")
        try:
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
        except FileExistsError:
            continue
        except OSError as error:
            raise WriteError(path, error) from None
        try:
            write_whole(path, text)
        except BaseException:
            # An empty file would be taken for the game that was kept last.
            remove(path)
            raise
        return path
    raise FileExistsError(f"{NAME}{SUFFIX} and {MOST_FILES} more are there already")
