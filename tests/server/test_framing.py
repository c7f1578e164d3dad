"""Where a request ends, and how much of it there may be before it does."""

from __future__ import annotations

import random

import pytest

from coalbaron_server.framing import (
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
"""More than any limit here; a test that sends so much has not been cut off."""


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
    expected = [GET, PLAIN + b"hello", plain, GET]
    assert cut_all(sent) == expected
    assert cut_all(*(sent[at : at + 1] for at in range(len(sent)))) == expected
    generator = random.Random(1)
    for _ in range(20):
        places = sorted(generator.sample(range(len(sent)), 5))
        pieces = [sent[a:b] for a, b in zip([0, *places], [*places, None], strict=True)]
        assert cut_all(*pieces) == expected


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
