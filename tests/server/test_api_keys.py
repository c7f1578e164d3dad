"""Keys: their file, and what they open."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from coalbaron_server.api.api_keys import MOST_BYTES, read_api_keys
from tests.server.fakes import Answer, Client, client_of

NEW = b'{"players": 2}'


def file_of(folder: Path, data: bytes, mode: int = 0o600) -> str:
    path = folder / "keys"
    path.write_bytes(data)
    path.chmod(mode)
    return str(path)


def test_a_file_holds_a_key_a_line(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf# for the table\n  first key \n\nsecond#2\r\n#gone\nsecond#2\n\xc3\xa4"
    assert read_api_keys(file_of(tmp_path, data)) == ("first key", "second#2", "\u00e4")


@pytest.mark.parametrize("mode", [0o400, 0o600, 0o440, 0o640])
def test_its_group_may_read_it(tmp_path: Path, mode: int) -> None:
    assert read_api_keys(file_of(tmp_path, b"key", mode)) == ("key",)


@pytest.mark.parametrize("mode", [0o644, 0o604, 0o620, 0o660, 0o602, 0o601])
def test_a_file_that_others_can_open_is_refused(tmp_path: Path, mode: int) -> None:
    with pytest.raises(ValueError, match=r"is open to others.*: chmod 640 closes it"):
        read_api_keys(file_of(tmp_path, b"key", mode))


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "holds no key"),
        (b"\n \n# only a comment\n", "holds no key"),
        (b"k" * (MOST_BYTES + 1), "has more than 65536 bytes"),
        (b"\xff\xfe", "is no text in UTF-8"),
    ],
)
def test_a_file_without_keys_is_refused(tmp_path: Path, data: bytes, why: str) -> None:
    with pytest.raises(ValueError, match=f"^api_key_file .*keys {why}$"):
        read_api_keys(file_of(tmp_path, data))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"none cannot be read: No such file or directory$"):
        read_api_keys(str(tmp_path / "none"))
    with pytest.raises(ValueError, match=r"cannot be read: Is a directory$"):
        read_api_keys(str(tmp_path))


def test_each_key_opens_and_nothing_else_does(tmp_path: Path) -> None:
    file = file_of(tmp_path, b"two\n# three\nf\xc3\xbcnf\n")
    client = client_of(api_key="one", api_key_file=file)
    for key in ("one", "two", "f\u00fcnf"):
        assert client.post("/v1/new", NEW, {"X-API-Key": key}).status == 200
        assert client.post("/v1/new", NEW, {"Authorization": f"Bearer {key}"}).status == 200
        assert client.get("/v1/components", {"Authorization": f"bearer  {key}"}).status == 200
    for wrong in ("", "tw", "twoo", "three", "# three", "one\ntwo", "Two", "x" * 16_000):
        answers = [
            client.post("/v1/new", NEW, {"X-API-Key": wrong}),
            client.get("/v1/components", {"X-API-Key": wrong}),
            client.get("/metrics", {"Authorization": f"Bearer {wrong}"}),
            client.get("/metrics", {"Authorization": f"Basic {wrong}"}),
            # A wrong one is not made right by the other header.
            client.get("/metrics", {"X-API-Key": wrong, "Authorization": "Bearer one"}),
        ]
        assert [answer.status for answer in answers] == [401] * len(answers), wrong
        assert {answer.headers["www-authenticate"] for answer in answers} == {"Bearer"}


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "PUT", "DELETE"])
@pytest.mark.parametrize("path", ["/v1/components", "/v1/new", "/v1/nothing", "/metrics"])
def test_whatever_the_method_the_key_is_asked_for(method: str, path: str) -> None:
    client = client_of(api_key="secret")
    assert client.ask(method, path, NEW, {"content-type": "application/json"}).status == 401
    given = {"content-type": "application/json", "X-API-Key": "secret"}
    assert client.ask(method, path, NEW, given).status != 401


def test_all_keys_are_compared_whichever_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append(len(one))
        assert len(one) == len(other)
        return one == other

    monkeypatch.setattr("coalbaron_server.api.middleware.hmac.compare_digest", compare)
    client = client_of(api_keys=("a", "bb", "ccc"))
    for key, status in (("a", 200), ("ccc", 200), ("no", 401)):
        compared.clear()
        assert client.post("/v1/new", NEW, {"X-API-Key": key}).status == status
        assert len(compared) == 3


@pytest.mark.parametrize("path", ["/v1/components", "/metrics"])
def test_keys_are_guessed_no_faster_than_the_rate(path: str) -> None:
    client = client_of(api_key="secret", rate=0.001, burst=2)
    guesses = [client.get(path, {"X-API-Key": guess}).status for guess in ("a", "b", "secret")]
    assert guesses == [401, 401, 429]


# -- the metrics


def metrics_from(client: Client, address: str | None, headers: dict[str, str]) -> Answer:
    answer = asyncio.run(client.asked("GET", "/metrics", [b""], headers, address=address))
    assert answer.status in (200, 401, 403)
    return answer


@pytest.mark.parametrize("address", ["127.0.0.1", "127.1.2.3", "::1", "::ffff:127.0.0.1", None])
def test_without_a_key_this_machine_gets_the_metrics(address: str | None) -> None:
    client = client_of()
    assert metrics_from(client, address, {}).status == 200
    # Not what comes through a proxy that is not believed, and looks like this machine.
    answer = metrics_from(client, address, {"X-Forwarded-For": "203.0.113.7"})
    assert answer.status == 403
    assert metrics_from(client, address, {"X-Forwarded-For": "127.0.0.1"}).status == 403


@pytest.mark.parametrize("address", ["203.0.113.7", "10.0.0.1", "2001:db8::7"])
def test_without_a_key_nobody_else_gets_the_metrics(address: str) -> None:
    assert metrics_from(client_of(), address, {}).status == 403
    # With one they are got from anywhere, by those who have it.
    client = client_of(api_key="secret")
    assert metrics_from(client, address, {"Authorization": "Bearer secret"}).status == 200
    assert metrics_from(client, "127.0.0.1", {}).status == 401
