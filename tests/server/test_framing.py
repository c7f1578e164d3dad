"""Where a request ends, and how much of it there may be before it does."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from coalbaron_server.transport.framing import (
    MOST_CHUNK_LINE,
    MOST_FIELDS,
    MOST_HEAD_BYTES,
    MOST_OVERHEAD_BYTES,
    FramingError,
    RequestFramer,
)

GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"
POST = b"POST /v1/new HTTP/1.1\r\nHost: x\r\n"
PLAIN = POST + b"Content-Length: 5\r\n\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
BLOCK = 4096
ENDLESS = 4 * 2**20
"""More than any limit here; a test that sends this much has not been cut off."""


def cut_all(*pieces: bytes) -> list[bytes]:
    """Return each request of what arrives in pieces."""
    framer = RequestFramer()
    found = [b""]
    for piece in pieces:
        framer.feed(piece)
        while data := framer.cut():
            found[-1] += data
            if framer.is_complete:
                framer.begin_next()
                found.append(b"")
    return found if found[-1] else found[:-1]


def without_sizes(request: bytes) -> bytes:
    """Return a request with the data of its chunks alone: how long each is depends on arrival."""
    head, rest = request[: len(CHUNKED)], request[len(CHUNKED) :]
    if head != CHUNKED:
        return request
    while rest != b"0\r\n\r\n":
        size, _, rest = rest.partition(b"\r\n")
        count = int(size, 16)
        assert rest[count : count + 2] == b"\r\n"
        head, rest = head + rest[:count], rest[count + 2 :]
    return head


def kept_until_refused(first: bytes, again: bytes) -> tuple[int, str]:
    """Feed something for ever; return the most that was kept, and what it is refused for."""
    framer = RequestFramer()
    framer.feed(first)
    sent = kept = 0
    try:
        while sent < ENDLESS:
            while framer.cut():
                pass
            kept = max(kept, framer.waiting)
            framer.feed(again)
            sent += len(again)
    except FramingError as error:
        return kept, error.kind
    return kept, "nothing"


def refusal(data: bytes) -> FramingError:
    with pytest.raises(FramingError) as error:
        cut_all(data)
    return error.value


def test_requests_are_told_apart_however_they_arrive() -> None:
    chunks = b"3\r\nabc\r\nA;name=value\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n"
    sent = GET + PLAIN + b"hello" + CHUNKED + chunks + GET
    plain = CHUNKED + b"3\r\nabc\r\na\r\n0123456789\r\n0\r\n\r\n"
    assert cut_all(sent) == [GET, PLAIN + b"hello", plain, GET]
    expected = [GET, PLAIN + b"hello", CHUNKED + b"abc0123456789", GET]
    assert [without_sizes(one) for one in cut_all(sent)] == expected
    every_byte = [sent[at : at + 1] for at in range(len(sent))]
    assert [without_sizes(one) for one in cut_all(*every_byte)] == expected
    generator = random.Random(1)
    for _ in range(20):
        places = sorted(generator.sample(range(len(sent)), 5))
        pieces = [sent[a:b] for a, b in zip([0, *places], [*places, None], strict=True)]
        assert [without_sizes(one) for one in cut_all(*pieces)] == expected


def test_nothing_of_the_next_request_comes_before_its_turn() -> None:
    framer = RequestFramer()
    framer.feed(GET + PLAIN + b"hello")
    assert (framer.cut(), framer.is_complete) == (GET, True)
    assert framer.waiting == len(PLAIN) + 5
    framer.begin_next()
    assert (framer.cut(), framer.is_complete) == (PLAIN, False)
    assert (framer.cut(), framer.is_complete) == (b"hello", True)


@pytest.mark.parametrize(
    ("first", "again", "kind"),
    [
        (b"", b"\r\n" * 100, "malformed"),
        (b"", b"G" * BLOCK, "head-too-large"),
        (b"GET / HTTP/1.1\r\n", b"a: b\r\n" * 100, "head-too-large"),
        (b"GET / HTTP/1.1\r\na: ", b"b" * BLOCK, "head-too-large"),
        (CHUNKED + b"0\r\n", b"a: b\r\n" * 100, "malformed"),
        (CHUNKED + b"0\r\na: ", b"b" * BLOCK, "malformed"),
        (CHUNKED, b"0" * BLOCK, "malformed"),
        (CHUNKED + b"1;", b"e" * BLOCK, "malformed"),
        (CHUNKED, b"1\r\nx\r\n" * 100, "malformed"),
    ],
)
def test_what_never_ends_is_refused_soon(first: bytes, again: bytes, kind: str) -> None:
    kept, found = kept_until_refused(first, again)
    assert found == kind
    assert kept <= MOST_HEAD_BYTES


def test_a_body_of_chunks_may_be_as_long_as_it_likes() -> None:
    chunk = b"100\r\n" + b"x" * 256 + b"\r\n"
    kept, found = kept_until_refused(CHUNKED, chunk)
    assert found == "nothing"
    assert kept == 0


def test_sizes_that_are_just_right() -> None:
    start = b"GET / HTTP/1.1\r\nHost: x\r\nA: "
    head = start + b"a" * (MOST_HEAD_BYTES - len(start) - 4) + b"\r\n\r\n"
    assert cut_all(head) == [head]
    assert refusal(head.replace(b"A: ", b"A: a")).kind == "head-too-large"
    fields = b"a: b\r\n" * (MOST_FIELDS - 1)
    assert len(cut_all(b"GET / HTTP/1.1\r\nHost: x\r\n" + fields + b"\r\n")) == 1
    more = b"GET / HTTP/1.1\r\nHost: x\r\na: b\r\n" + fields + b"\r\n"
    assert refusal(more).kind == "head-too-large"
    assert MOST_CHUNK_LINE < MOST_OVERHEAD_BYTES


@pytest.mark.parametrize(
    "head",
    [
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        POST + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\n",
        POST + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
        POST + b"Content-Length: +5\r\n\r\n",
        POST + b"Content-Length: 5, 5\r\n\r\n",
        POST + b"Content-Length: \r\n\r\n",
        POST + b"Transfer-Encoding: gzip, chunked\r\n\r\n",
        POST + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n",
        POST + b"Content-Length : 5\r\n\r\n",
        POST + b"A: b\r\n folded\r\n\r\n",
        POST + b"A: b\nTransfer-Encoding: chunked\r\n\r\n",
        POST + b"A: b\rC: d\r\n\r\n",
        POST + b"A: b\0\r\n\r\n",
        POST + b": b\r\n\r\n",
        b"GET  / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/2.0\r\nHost: x\r\n\r\n",
        b"GET /\r\nHost: x\r\n\r\n",
        b"HELLO THERE\r\n\r\n",
        CHUNKED + b"5\r\nhello!\r\n0\r\n\r\n",
        CHUNKED + b"g\r\n",
        CHUNKED + b"-1\r\n",
        CHUNKED + b"0x5\r\n",
        CHUNKED + b"1" * 16 + b"\r\n",
    ],
)
def test_what_can_be_read_in_two_ways_is_refused(head: bytes) -> None:
    assert refusal(head).kind == "malformed"


def test_old_clients_need_no_host() -> None:
    assert cut_all(b"GET / HTTP/1.0\r\n\r\n") == [b"GET / HTTP/1.0\r\n\r\n"]


def test_empty_lines_before_a_request_are_passed_over() -> None:
    assert cut_all(b"\r\n\r\n" + GET + b"\r\n" + GET) == [GET, GET]


def test_a_wish_to_speak_something_else_is_passed_over() -> None:
    wish = b"Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
    (head,) = cut_all(GET[:-2] + wish + b"\r\n")
    assert b"h2c" not in head
    assert refusal(b"CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n").kind == "method"


MOST_LOOKS = 12
"""How often each byte is looked at, at most: copied, searched, split, counted, checked."""

MOST_STEPS = 4000
"""Work that does not grow with what is sent: limits bound the fields and lines."""


def work_of(call: Callable[[], object]) -> int:
    """Return the bytes that built-in methods go over, and one for each call.

    Each of the methods goes once over its object and what it is given; `startswith` over what it is
    given alone. A regular expression may do so more often than any count shows: it fails the test
    before it begins.
    """
    work = 0

    def look(_frame: FrameType, event: str, function: Any) -> None:
        nonlocal work
        work += 1
        if event == "c_call":
            owner = getattr(function, "__self__", None)
            assert type(owner).__module__ != "re", f"{function} may go back"
            if isinstance(owner, bytes | bytearray) and function.__name__ != "startswith":
                work += len(owner)

    sys.setprofile(look)
    try:
        call()
    finally:
        sys.setprofile(None)
    return work


def hostile_requests(size: int) -> list[bytes]:
    """Return what is long in each of the places where something may be."""
    head = b"GET / HTTP/1.1\r\nHost: x\r\n"
    found = []
    for filler in (b" ", b"\t", b"a", b":", b"\r", b"\n", b"0", b";", b"\r\n", b"A:\r\n", b"\xff"):
        much = filler * (size // len(filler))
        found += [much, b"A" + much, b"GET " + much + b" HTTP/1.1", b"GET /" + much]
        for start in (b"A:", b"A:b", b"A", b"Content-Length:", b"Transfer-Encoding:chunked", b""):
            found += [head + start + much + end for end in (b"", b"\0", b"b", b"\r", b"\n")]
        found += [
            CHUNKED[:-4] + start + much for start in (b"\r\n\r\n", b"\r\n\r\n5", b"\r\n\r\n5;")
        ]
    return [one + b"\r\n\r\n" for one in found]


@pytest.mark.parametrize("size", [1000, 2000, 16_300])
def test_every_byte_is_looked_at_a_fixed_number_of_times(size: int) -> None:
    for sent in hostile_requests(size):

        def read(sent: bytes = sent) -> None:
            framer = RequestFramer()
            framer.feed(sent)
            try:
                while framer.cut():
                    pass
            except FramingError:
                pass

        assert work_of(read) <= MOST_LOOKS * len(sent) + MOST_STEPS, sent[:60]


def test_blanks_around_a_value_are_not_part_of_it() -> None:
    blanks = b" \t" * 4000
    for value in (b"", b"b", b"b" + blanks + b"b"):
        plain = GET[:-2] + b"A: " + value + b"\r\n\r\n"
        assert cut_all(plain.replace(b"A: ", b"A:" + blanks)) == [plain]
        assert cut_all(plain.replace(b"\r\n\r\n", b"\t \r\n\r\n")) == [plain]
    length = POST + b"Content-Length:" + blanks + b"5" + blanks + b"\r\n\r\n"
    assert cut_all(length + b"hello") == [PLAIN + b"hello"]


@pytest.mark.parametrize(
    "sent", [b"GET / HTTP/1.1\nHost: x\n\n", GET[:-2] + b"A: b\n", CHUNKED + b"5\n"]
)
def test_bare_line_feeds_are_refused_before_more_is_waited_for(sent: bytes) -> None:
    for size in (1, len(sent)):
        with pytest.raises(FramingError) as error:
            cut_all(*(sent[at : at + size] for at in range(0, len(sent), size)))
        assert error.value.kind == "malformed"


class Counted(bytearray):
    """Counts the bytes that are searched."""

    searched = 0

    def find(self, what: Any, start: Any = 0, end: Any = None) -> int:
        found = super().find(what, start, end)
        last = len(self) if end is None else min(end, len(self))
        self.searched += (last if found < 0 else found + len(what)) - start
        return found


@pytest.mark.parametrize(
    "sent", [GET[:-2] + b"A: " + b"b" * 4000 + b"\r\n\r\n", CHUNKED + b"1;" + b"e" * 1000 + b"\r\n"]
)
def test_what_comes_in_single_bytes_is_not_searched_from_the_start(sent: bytes) -> None:
    framer = RequestFramer()
    framer._waiting = waiting = Counted()
    for at in range(len(sent)):
        framer.feed(sent[at : at + 1])
        framer.cut()
    assert waiting.searched <= 8 * len(sent)
