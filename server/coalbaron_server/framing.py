"""Where a request ends: cuts what a client sends into requests, and counts every byte of it.

This stands before the server's own parser, which gets one request at a time and nothing that two
parsers could read in two ways. Chunks are handed on in their plainest form, trailers not at all.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from typing import Final

MOST_HEAD_BYTES: Final = 16_384
MOST_FIELDS: Final = 100
"""Header fields of one request: whoever looks for one looks through all of them."""

MOST_CHUNK_LINE: Final = 1024
MOST_OVERHEAD_BYTES: Final = 4096
DATA_PER_OVERHEAD: Final = 16
"""Sizes of chunks and trailers may take this many bytes, and one more for so many of data."""

REQUEST_LINE: Final = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+) [\x21-\x7e]+ HTTP/1\.([01])")
FIELD: Final = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n\0]*?)[ \t]*")
CHUNK_LINE: Final = re.compile(rb"([0-9A-Fa-f]{1,15})[ \t]*(?:;[^\r\n]*)?")
LENGTH: Final = re.compile(rb"[0-9]{1,18}")
LINE_END: Final = b"\r\n"
HEAD_END: Final = b"\r\n\r\n"
SINGLE: Final = (b"host", b"content-length", b"transfer-encoding")
"""Fields that a request has once at most: two of them mean two things to two readers."""


class FramingError(Exception):
    """A client does not keep to HTTP or to its limits; `kind` is the problem's."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail


class _Part(Enum):
    """What comes next."""

    HEAD = auto()
    BODY = auto()
    CHUNK_LINE = auto()
    CHUNK = auto()
    CHUNK_END = auto()
    TRAILERS = auto()
    NOTHING = auto()


class RequestFramer:
    """The bytes of one connection, cut into requests.

    `feed` takes what arrives; `cut` gives out what belongs to the request at hand. At its end
    `is_complete` is true, and nothing more comes until `begin_next`.
    """

    def __init__(self) -> None:
        self._waiting = bytearray()
        self._part = _Part.HEAD
        self._searched = 0
        self._left = 0
        self._data = 0
        self._overhead = 0

    @property
    def waiting(self) -> int:
        """How many bytes have arrived and were not given out."""
        return len(self._waiting)

    @property
    def is_complete(self) -> bool:
        """Whether all of the request has been given out."""
        return self._part is _Part.NOTHING

    def feed(self, data: bytes | bytearray | memoryview) -> None:
        """Take what has arrived."""
        self._waiting += data

    def begin_next(self) -> None:
        """Go on to the next request."""
        self._part = _Part.HEAD
        self._data = self._overhead = 0

    def cut(self) -> bytes:
        """Return the next bytes of the request; none if more must arrive. Raises FramingError."""
        if self._part is _Part.HEAD:
            return self._cut_head()
        if self._part is _Part.BODY:
            data = self._take(min(self._left, len(self._waiting)))
            self._left -= len(data)
            if not self._left:
                self._part = _Part.NOTHING
            return data
        pieces: list[bytes] = []
        while self._part is not _Part.NOTHING and (piece := self._cut_chunked()) is not None:
            pieces.append(piece)
        return b"".join(pieces)

    def _take(self, count: int) -> bytes:
        data = bytes(self._waiting[:count])
        del self._waiting[:count]
        return data

    # -- heads

    def _cut_head(self) -> bytes:
        while self._waiting.startswith(LINE_END):
            # An empty line before a request is passed over; it counts all the same.
            self._count_overhead(len(LINE_END))
            del self._waiting[: len(LINE_END)]
        end = self._waiting.find(HEAD_END, self._searched)
        size = len(self._waiting) if end < 0 else end + len(HEAD_END)
        if size > MOST_HEAD_BYTES:
            raise FramingError("head-too-large", f"A head has at most {MOST_HEAD_BYTES} bytes.")
        if end < 0:
            self._searched = max(len(self._waiting) - len(HEAD_END) + 1, 0)
            return b""
        self._searched = 0
        return self._read_head(self._take(size))

    def _read_head(self, head: bytes) -> bytes:
        """Check a head, note how its body is framed, and return it without wishes to upgrade."""
        lines = head[: -len(HEAD_END)].split(LINE_END)
        request = REQUEST_LINE.fullmatch(lines[0])
        if request is None:
            raise FramingError("malformed", "This is no HTTP request.")
        if request[1] == b"CONNECT":
            raise FramingError("method", "This is no proxy.")
        if len(lines) - 1 > MOST_FIELDS:
            raise FramingError("head-too-large", f"A head has at most {MOST_FIELDS} fields.")
        kept = [lines[0]]
        found: dict[bytes, bytes] = {}
        for line in lines[1:]:
            field = FIELD.fullmatch(line)
            if field is None:
                raise FramingError("malformed", "A header field cannot be read.")
            name = field[1].lower()
            if name in SINGLE:
                if name in found:
                    raise FramingError("malformed", f"There is more than one {name.decode()}.")
                found[name] = field[2]
            if name != b"upgrade":
                kept.append(line)
        self._read_fields(found, is_new=request[2] == b"1")
        return LINE_END.join(kept) + HEAD_END

    def _read_fields(self, found: dict[bytes, bytes], *, is_new: bool) -> None:
        """Note what a head says of its body; `is_new` is HTTP 1.1."""
        if is_new and b"host" not in found:
            raise FramingError("malformed", "There is no host.")
        length, coding = found.get(b"content-length"), found.get(b"transfer-encoding")
        if coding is not None:
            if length is not None or not is_new or coding.lower() != b"chunked":
                raise FramingError("malformed", "The body's coding cannot be read.")
            self._part = _Part.CHUNK_LINE
            return
        if length is not None and not LENGTH.fullmatch(length):
            raise FramingError("malformed", "The body's length cannot be read.")
        self._left = int(length or 0)
        self._part = _Part.BODY if self._left else _Part.NOTHING

    # -- chunks

    def _cut_chunked(self) -> bytes | None:
        """Return the next piece of a chunked body; None if more must arrive."""
        if self._part is _Part.CHUNK:
            data = self._take(min(self._left, len(self._waiting)))
            self._left -= len(data)
            self._data += len(data)
            if not self._left:
                self._part = _Part.CHUNK_END
            return data or None
        line = self._take_line()
        if line is None:
            return None
        if self._part is _Part.CHUNK_END:
            if line:
                raise FramingError("malformed", "A chunk is longer than it says.")
            self._part = _Part.CHUNK_LINE
            return LINE_END
        if self._part is _Part.CHUNK_LINE:
            return self._begin_chunk(line)
        if line:
            return b""
        self._part = _Part.NOTHING
        return LINE_END

    def _begin_chunk(self, line: bytes) -> bytes:
        size = CHUNK_LINE.fullmatch(line)
        if size is None:
            raise FramingError("malformed", "The size of a chunk cannot be read.")
        self._left = int(size[1], 16)
        self._part = _Part.CHUNK if self._left else _Part.TRAILERS
        return b"%x\r\n" % self._left

    def _take_line(self) -> bytes | None:
        """Return a line without its end; None if it is not whole yet."""
        end = self._waiting.find(LINE_END, 0, MOST_CHUNK_LINE)
        if end < 0:
            if len(self._waiting) >= MOST_CHUNK_LINE:
                raise FramingError("malformed", "A line of a chunked body is too long.")
            return None
        self._count_overhead(end + len(LINE_END))
        line = self._take(end)
        del self._waiting[: len(LINE_END)]
        return line

    def _count_overhead(self, count: int) -> None:
        self._overhead += count
        if self._overhead > MOST_OVERHEAD_BYTES + self._data // DATA_PER_OVERHEAD:
            raise FramingError("malformed", "Too little of what is sent is data.")
