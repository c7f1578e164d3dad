"""Everything can be set by environment and by command line."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from coalbaron_server.settings import PREFIX, Settings, options, read_settings
from coalbaron_server.work.clients import NO_ADDRESS

OTHERS: dict[str, Any] = {
    "host": "127.0.0.2", "port": 81, "workers": 2, "slots": 3, "queue": 4, "queue_s": 1.5,
    "max_body": 99, "max_nodes": 98, "max_time_ms": 97.5, "max_review_ms": 96.5, "max_threads": 5,
    "max_hash_mb": 94, "max_games": 93, "rate": 9.5, "burst": 91, "head_s": 0.5, "body_s": 0.25,
    "send_s": 0.125, "idle_s": 7, "connections": 88, "grace_s": 0.75, "api_key": "k",
    "client_connections": 12, "client_slots": 2, "helpers": 3, "hang_s": 4.5, "drain_s": 5.5,
    "cors": "https://a.example, https://b.example", "proxies": "10.0.0.1", "log": "error",
    "evaluation": "a.net", "uds": "a.sock", "hosts": "a.example, b.example",
    "api_key_file": "keys",
}  # fmt: skip


def test_all_are_tried_here() -> None:
    assert set(OTHERS) == {one.name for one in options()}
    defaults = Settings()
    assert all(getattr(defaults, name) != value for name, value in OTHERS.items())


@pytest.fixture
def any_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take any name for that of a network, or of a file of keys."""
    monkeypatch.setattr("coalbaron_server.settings.read_api_keys", lambda path: (f"of {path}",))
    monkeypatch.setattr("coalbaron_server.settings.load_evaluation", lambda _name, _game: None)


@pytest.mark.usefixtures("any_file")
def test_the_environment_sets_all() -> None:
    environment = {PREFIX + name.upper(): str(value) for name, value in OTHERS.items()}
    assert read_settings([], environment) == Settings(**OTHERS)


@pytest.mark.usefixtures("any_file")
def test_the_command_line_sets_all_and_counts_more() -> None:
    words = [f"--{name.replace('_', '-')}={value}" for name, value in OTHERS.items()]
    settings = read_settings(words, {PREFIX + "SLOTS": "9"})
    assert settings == Settings(**OTHERS)
    assert settings.api_keys == ("k", "of keys")


def test_without_anything_it_listens_to_this_machine_alone() -> None:
    settings = read_settings([], {})
    assert settings == Settings()
    assert settings.host == "127.0.0.1"
    assert settings.origins == []
    assert settings.api_key is None


@pytest.mark.parametrize(
    ("words", "environment"),
    [
        (["--slots=0"], {}),
        (["--port=-1"], {}),
        (["--port=65536"], {}),
        (["--queue-s=nan"], {}),
        (["--log=loud"], {}),
        (["--slots=many"], {}),
        ([], {"COALBARON_SLOTS": "many"}),
        ([], {"COALBARON_API_KEY": ""}),
        ([], {"COALBARON_API_KEY_FILE": ""}),
        ([], {"COALBARON_UDS": ""}),
        (["--api-key-file=no.keys"], {}),
        (["--hosts=https://a.example"], {}),
        (["--hosts=a.example:8000"], {}),
        (["--hosts=a.example/"], {}),
        (["--proxies=10.0.0.300"], {}),
        (["--proxies=a.example"], {}),
        (["--unknown"], {}),
        (["--evaluation=nets"], {}),
        (["--evaluation=pyproject.toml"], {}),
        ([], {"COALBARON_EVALUATION": "no.net"}),
    ],
)
def test_what_makes_no_sense_is_refused(
    words: list[str], environment: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as exit_status:
        read_settings(words, environment)
    assert exit_status.value.code == 2
    assert "coalbaron-engine serve: error:" in capsys.readouterr().err


def test_processes_share_what_there_is() -> None:
    share = Settings(workers=2, slots=5, queue=5, rate=10.0, burst=9, connections=11).share()
    assert (share.workers, share.slots, share.queue) == (1, 2, 3)
    assert (share.rate, share.burst, share.connections) == (5.0, 5, 6)
    assert Settings(workers=4, slots=2).share().slots == 1


def test_a_client_gets_its_part_of_what_there_is() -> None:
    public = Settings(host="192.0.2.1", slots=4, queue=10)
    assert (public.slots_of_client, public.queue_of_client) == (2, 5)
    assert replace(public, slots=1).slots_of_client == 1
    assert replace(public, client_slots=3).slots_of_client == 3
    assert replace(public, client_slots=9).slots_of_client == 4
    # Where only this machine can call there is one client, unless a proxy is before it.
    assert Settings(slots=4, queue=10).slots_of_client == 4
    assert Settings(slots=4, queue=10).queue_of_client == 10
    assert Settings(slots=4, proxies="127.0.0.1").slots_of_client == 2


def test_a_proxy_alone_writes_to_a_socket_in_the_file_system() -> None:
    assert Settings(uds="a.sock", slots=4).slots_of_client == 2
    assert NO_ADDRESS in Settings(uds="a.sock").believed_proxies()
    assert NO_ADDRESS not in Settings().believed_proxies()


@pytest.mark.usefixtures("any_file")
def test_keys_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(workers=2, api_key_file="keys")
    monkeypatch.setattr("coalbaron_server.settings.read_api_keys", lambda _path: ())
    assert settings.share().api_keys == ("of keys",)
    assert "of keys" not in repr(settings)


def test_the_help_names_every_setting(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        read_settings(["--help"], {})
    shown = capsys.readouterr().out
    for one in options():
        assert f"--{one.name.replace('_', '-')} " in shown
        assert one.metadata["text"].split()[0] in shown
