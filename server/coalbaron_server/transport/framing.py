"""Where a request ends: cuts what a client sends into requests, and counts every byte of it.

Uvicorn's parsers bound no head, take all requests of a read at once and keep every trailer
(docs/http.md has the figures). From here they get one request at a time, and nothing that two
readers could read in two ways. Chunks are handed on in their plainest form, trailers not at all.

Every byte is looked at a fixed number of times, whatever a client sends: there is no pattern here
that could go back, only methods of `bytes` that go once over what they are given.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from functools import partial
from typing import Final

MOST_HEAD_BYTES: Final = 16_384
MOST_FIELDS: Final = 100
"""Header fields of one request: a search for one goes through all of them."""

MOST_CHUNK_LINE: Final = 1024
MOST_OVERHEAD_BYTES: Final = 4096
DATA_PER_OVERHEAD: Final = 16
"""Sizes of chunks and trailers may take `MOST_OVERHEAD_BYTES`, and one byte more for each
`DATA_PER_OVERHEAD` of data."""

MOST_SIZE_DIGITS: Final = 15
MOST_LENGTH_DIGITS: Final = 18
DIGITS: Final = b"0123456789"
HEXADECIMAL: Final = DIGITS + b"ABCDEFabcdef"
TOKEN: Final = DIGITS + b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&'*+-.^_`|~"
VISIBLE: Final = bytes(range(0x21, 0x7F))
CONTROLS: Final = bytes([*range(9), *range(10, 32), 127])
BLANKS: Final = b" \t"
LINE_END: Final = b"\r\n"
HEAD_END: Final = b"\r\n\r\n"
OLD, NEW = VERSIONS = (b"HTTP/1.0", b"HTTP/1.1")
SINGLE: Final = (b"host", b"content-length", b"transfer-encoding")
"""Fields that a request has once at most: two of them mean two things to two readers."""

CHUNKED: Final = -1
"""In place of the length of a body that tells it on the way."""


class FramingError(Exception):
    """A client does not keep to HTTP or to its limits; `kind` is the problem's."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail


class RequestFramer:
    """The bytes of one connection, cut into requests.

    `feed` takes what arrives; `cut` gives out what belongs to the request at hand, its head by
    itself. At its end `is_complete` is true, and nothing more comes until `begin_next`.
    """

    def __init__(self) -> None:
        self._waiting = bytearray()
        self.begin_next()

    @property
    def waiting(self) -> int:
        """How many bytes have arrived and were not given out."""
        return len(self._waiting)

    def feed(self, data: bytes | bytearray | memoryview) -> None:
        """Take what has arrived."""
        self._waiting += data

    def begin_next(self) -> None:
        """Go on to the next request."""
        self.is_complete = self._has_head = False
        self._searched = self._data = self._overhead = 0
        self._pieces = self._read_request()

    def cut(self) -> bytes:
        """Return the next bytes of the request; none if more must arrive. Raises FramingError."""
        if self._has_head:
            return b"".join(iter(partial(next, self._pieces, b""), b""))
        return next(self._pieces)

    def _read_request(self) -> Iterator[bytes]:
        """Give out a request piece by piece, and nothing whenever more must arrive."""
        while (size := self._find_head()) is None:
            yield b""
        head, left = read_head(self._take(size))
        self._has_head = True
        self.is_complete = not left
        yield head
        if left == CHUNKED:
            yield from self._read_chunks()
        while left > 0:
            data = self._take(left)
            left -= len(data)
            self.is_complete = not left
            yield data

    def _find_head(self) -> int | None:
        """Return how long the head is; None if its end must arrive yet."""
        waiting = self._waiting
        while waiting.startswith(LINE_END):
            # An empty line before a request is passed over; it counts all the same.
            self._count_overhead(len(LINE_END))
            del waiting[: len(LINE_END)]
            self._searched = 0
        end = waiting.find(HEAD_END, self._searched)
        size = len(waiting) if end < 0 else end + len(HEAD_END)
        # A head without an end has at least a byte to come.
        if size + (end < 0) > MOST_HEAD_BYTES:
            raise FramingError("head-too-large", f"A head has at most {MOST_HEAD_BYTES} bytes.")
        new = waiting[self._searched : size]
        if new.count(b"\n") != new.count(LINE_END):
            # Waited for, its end would never come.
            raise FramingError("malformed", "A line ends without a carriage return.")
        self._searched = max(size - len(HEAD_END) + 1, 0)
        if waiting[self._searched : self._searched + 1] == b"\n":
            # The end cannot begin here, and what came before it has been seen.
            self._searched += 1
        return None if end < 0 else size

    def _read_chunks(self) -> Iterator[bytes]:
        while left := read_size((yield from self._read_line())):
            while left:
                data = self._take(left)
                left -= len(data)
                self._data += len(data)
                yield b"%x\r\n%b\r\n" % (len(data), data) if data else b""
            if (yield from self._read_line()):
                raise FramingError("malformed", "A chunk is longer than it says.")
        while (yield from self._read_line()):
            pass
        self.is_complete = True
        yield b"0\r\n\r\n"

    def _read_line(self) -> Generator[bytes, None, bytes]:
        """Return a line without its end, once it is whole."""
        self._searched = 0
        while (end := self._waiting.find(b"\n", self._searched, MOST_CHUNK_LINE)) < 0:
            self._searched = len(self._waiting)
            if self._searched >= MOST_CHUNK_LINE:
                raise FramingError("malformed", "A line of a chunked body is too long.")
            yield b""
        self._count_overhead(end + 1)
        line = self._take(end + 1)
        if line.find(b"\r") != end - 1:
            raise FramingError("malformed", "A line of a chunked body cannot be read.")
        return line[: -len(LINE_END)]

    def _take(self, most: int) -> bytes:
        data = bytes(self._waiting[:most])
        del self._waiting[:most]
        return data

    def _count_overhead(self, count: int) -> None:
        self._overhead += count
        if self._overhead > MOST_OVERHEAD_BYTES + self._data // DATA_PER_OVERHEAD:
            raise FramingError("malformed", "Too little of what is sent is data.")


def read_head(head: bytes) -> tuple[bytes, int]:
    """Check a head; return it without wishes to upgrade, and how long its body is."""
    first, *lines = head[: -len(HEAD_END)].split(LINE_END)
    if len(head.translate(None, CONTROLS)) != len(head) - len(LINE_END) * (len(lines) + 2):
        raise FramingError("malformed", "There are control characters in the head.")
    version = _read_request_line(first)
    if len(lines) > MOST_FIELDS:
        raise FramingError("head-too-large", f"A head has at most {MOST_FIELDS} fields.")
    kept = [first]
    found: dict[bytes, bytes] = {}
    for line in lines:
        name, colon, value = line.partition(b":")
        if not colon or not _is_made_of(name, TOKEN):
            raise FramingError("malformed", "A header field cannot be read.")
        lowered, value = name.lower(), value.strip(BLANKS)
        if lowered in SINGLE:
            if lowered in found:
                raise FramingError("malformed", f"There is more than one {lowered.decode()}.")
            found[lowered] = value
        if lowered != b"upgrade":
            # Without blanks around it: the pattern of h11 would be quadratic in them.
            kept.append(b"%b: %b" % (name, value))
    return LINE_END.join(kept) + HEAD_END, _length_of_body(found, is_new=version == NEW)


def _read_request_line(line: bytes) -> bytes:
    """Return the version; the rest is for the server's own parser, once it has been checked."""
    words = line.split(b" ", 3)
    if len(words) == 3:
        method, target, version = words
        if method == b"CONNECT":
            raise FramingError("method", "This is no proxy.")
        if _is_made_of(method, TOKEN) and _is_made_of(target, VISIBLE) and version in VERSIONS:
            return version
    raise FramingError("malformed", "This is no HTTP request.")


def _length_of_body(found: dict[bytes, bytes], *, is_new: bool) -> int:
    """Return what a head says of its body; `is_new` is HTTP 1.1."""
    if is_new and b"host" not in found:
        raise FramingError("malformed", "There is no host.")
    length, coding = found.get(b"content-length"), found.get(b"transfer-encoding")
    if coding is not None:
        if length is not None or not is_new or coding.lower() != b"chunked":
            raise FramingError("malformed", "The body's coding cannot be read.")
        return CHUNKED
    if length is None:
        return 0
    if len(length) > MOST_LENGTH_DIGITS or not _is_made_of(length, DIGITS):
        raise FramingError("malformed", "The body's length cannot be read.")
    return int(length)


def read_size(line: bytes) -> int:
    """Return the size of a chunk; its extensions are passed over."""
    size = line.partition(b";")[0].rstrip(BLANKS)
    if len(size) > MOST_SIZE_DIGITS or not _is_made_of(size, HEXADECIMAL):
        raise FramingError("malformed", "The size of a chunk cannot be read.")
    return int(size, 16)


def _is_made_of(text: bytes, characters: bytes) -> bool:
    """Whether there is something, and nothing but these characters."""
    return bool(text) and not text.translate(None, characters)
