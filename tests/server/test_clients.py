"""Who counts as one client, and what is held on its account."""

from __future__ import annotations

import pytest

from coalbaron_server.clients import Held, Proxies, network_of


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
