"""The names that the service answers under."""

from __future__ import annotations

import pytest

from coalbaron_server.api.hosts import ANY_ADDRESS, MOST_CHARACTERS, Hosts

LOCAL = ("localhost", "LOCALHOST:8000", "localhost.", "127.0.0.1:80", "[::1]", "[::1]:8000")
STRANGE = (
    "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "evil.example:8000",
    "203.0.113.7", "[2001:db8::7]", "", ":8000", "localhost:80:80", "localhost:a", "local host",
    "localhost/", "user@localhost", "[::1", "::1", "[localhost]", "a" * MOST_CHARACTERS,
    "a" * 16_000, "localhost:" + "8" * 16_000, "localho\u017ft", ".",
)  # fmt: skip


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", None])
def test_by_default_the_names_of_this_machine_for_itself(host: str | None) -> None:
    hosts = Hosts(host, "")
    assert [name for name in LOCAL if name not in hosts] == []
    assert [name for name in STRANGE if name in hosts] == []


def test_the_address_that_is_listened_on_is_one() -> None:
    assert "203.0.113.7:8000" in Hosts("203.0.113.7", "")
    assert "203.0.113.8" not in Hosts("203.0.113.7", "")
    assert "[2001:db8:0::7]" in Hosts("2001:db8::7", "")
    assert "Table.example" in Hosts("table.example", "")


@pytest.mark.parametrize("host", sorted(ANY_ADDRESS))
def test_where_all_addresses_are_listened_on_all_are_names(host: str) -> None:
    hosts = Hosts(host, "")
    assert "203.0.113.7:8000" in hosts
    assert "[2001:db8::7]" in hosts
    assert "evil.example" not in hosts
    assert "203.0.113.7.evil.example" not in hosts


def test_names_that_are_set_are_added() -> None:
    hosts = Hosts("127.0.0.1", " a.example , B.example, 203.0.113.7, 2001:db8::7")
    names = ("a.example", "A.EXAMPLE.:443", "b.example", "203.0.113.7", "[2001:db8::7]", "[::1]")
    for name in names:
        assert name in hosts
    assert "c.example" not in hosts
    assert "www.a.example" not in hosts
    assert "anything at all" in Hosts("127.0.0.1", "a.example, *")


@pytest.mark.parametrize("word", ["https://a.example", "a.example:80", "a/b", "*.example", "a b"])
def test_what_is_no_name_is_named(word: str) -> None:
    with pytest.raises(ValueError, match="hosts takes names without scheme and port, not '"):
        Hosts("127.0.0.1", f"b.example,{word}")
