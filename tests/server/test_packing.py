"""Answers over the wire: packed for clients that unpack them."""

from __future__ import annotations

import gzip

import pytest

from coalbaron_server.api.answer_headers import LEAST_BYTES, accepts_gzip
from tests.server.fakes import client_of

GZIP = {"Accept-Encoding": "gzip", "Content-Type": "application/json"}


def test_large_answers_are_packed() -> None:
    client = client_of()
    plain = client.get("/v1/components")
    packed = client.get("/v1/components", GZIP)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "Accept-Encoding"
    assert int(packed.headers["content-length"]) == len(packed.body) < len(plain.body) / 3
    assert gzip.decompress(packed.body) == plain.body


def test_small_answers_and_those_in_pieces_pass_as_they_are() -> None:
    client = client_of()
    small = client.get("/healthz", GZIP)
    assert "content-encoding" not in small.headers
    assert len(small.body) < LEAST_BYTES
    assert small.json() == {"status": "ok"}
    record = client.post("/v1/new", {"players": 2, "seed": 1}).json()["record"]
    stream = client.post("/v1/analyse", {"record": record, "limits": {"nodes": 20}}, GZIP)
    assert stream.status == 200
    assert "content-encoding" not in stream.headers
    assert stream.events()


@pytest.mark.parametrize(
    ("accepted", "packs"),
    [
        ("gzip", True),
        ("GZIP; q=0.1", True),
        ("*", True),
        ("", False),
        ("br, deflate", False),
        ("gzip;q=0", False),
        ("gzip;q=no", False),
        ("*;q=0", False),
    ],
)
def test_only_who_accepts_gzip_gets_it(accepted: str, packs: bool) -> None:
    assert accepts_gzip(accepted) == packs
