"""Who counts as one client, and what is held on its account."""

from __future__ import annotations

import pytest

from coalbaron_server.work.clients import MOST_FORWARDED, Held, Proxies, network_of


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_a_household_is_one_client(address: str, network: str) -> None:
    assert network_of(address) == network


def test_no_more_is_held_than_may_be_and_nothing_is_left() -> None:
    held = Held(3)
    assert [held.take("a") for _ in range(4)] == [True, True, True, False]
    assert held.take("b", 3)
    assert not held.take("c", 4)
    held.give_back("a", 2)
    assert held.of("a") == 1
    held.give_back("a")
    held.give_back("b", 3)
    assert not held._counts


def test_proxies_are_addresses_networks_or_all() -> None:
    proxies = Proxies("192.0.2.1, 10.0.0.0/8")
    found = [one in proxies for one in ("192.0.2.1", "10.1.2.3", "192.0.2.2", "unknown", "")]
    assert found == [True, True, False, False, False]
    assert "192.0.2.2" in Proxies("*")
    assert "192.0.2.2" not in Proxies("")


def test_a_proxy_is_known_however_its_address_is_spelled() -> None:
    proxies = Proxies("2001:db8::1, 192.0.2.1, 10.0.0.0/8")
    assert all(one in proxies for one in ("2001:DB8:0::1", "::ffff:192.0.2.1", "::ffff:10.1.1.1"))
    assert "2001:db8::2" not in proxies
    assert Proxies("192.0.2.1")
    assert Proxies("*")
    assert not Proxies(" , ")


@pytest.mark.parametrize(
    ("fields", "client"),
    [
        (["203.0.113.7"], "203.0.113.7"),
        # What a client wrote itself comes first: the proxy has added the last one.
        (["192.0.2.9, 203.0.113.7"], "203.0.113.7"),
        (["192.0.2.9", "203.0.113.7"], "203.0.113.7"),
        # Two proxies in a row, both believed.
        (["192.0.2.9, 203.0.113.7, 10.0.0.2"], "203.0.113.7"),
        (["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        (["nonsense, 10.0.0.2"], "10.0.0.2"),
        (["203.0.113.7, nonsense"], None),
        (["203.0.113.7:4711"], "203.0.113.7"),
        (["[2001:db8::7]:4711"], "2001:db8::7"),
        (["2001:DB8:0::7%eth0"], "2001:db8::7"),
        (["::ffff:203.0.113.7"], "203.0.113.7"),
        (["x" * 16_000], None),
        (["x" * 16_000 + ", 203.0.113.7"], "203.0.113.7"),
        # Of a field that is too long the end counts, and no address that was cut in two.
        (["1203.0.113.7" + " " * (MOST_FORWARDED - 11)], None),
        ([","], None),
        ([""], None),
        ([], None),
    ],
)
def test_the_client_of_a_proxy_is_the_last_that_is_none(
    fields: list[str], client: str | None
) -> None:
    assert Proxies("10.0.0.0/8").client_of(fields) == client
