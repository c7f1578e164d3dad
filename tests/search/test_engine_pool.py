"""The pool: engines by their settings, used again, bounded, for any number of threads."""

from __future__ import annotations

import threading

import pytest

from coalbaron_fast import Engine, SettingsError
from coalbaron_fast.engine import PARAMETERS
from coalbaron_fast.engine.evaluation import NETWORK_PARAMETERS
from coalbaron_fast.engine.pool import EnginePool, EngineSettings
from tests.search.test_engine import FEW, opened

SMALL = EngineSettings(hash_mb=8)
OTHER = EngineSettings(hash_mb=8, seed=2)


def test_an_engine_is_made_as_it_is_wanted() -> None:
    settings = EngineSettings.of({"playout": 1, "depth": 3}, threads=2, hash_mb=9, seed=7, slices=3)
    engine = EnginePool(1).take(settings._replace(evaluation="hand"))
    assert (engine.threads, engine.hash_mb, engine.seed, engine.slices) == (2, 9, 7, 3)
    assert engine.parameters == PARAMETERS | {"playout": 1, "depth": 3}
    assert (engine.game.name, engine.evaluation) == ("coalbaron", "hand")
    usual = EnginePool(1).take(settings)
    assert usual.evaluation == "net"
    assert usual.parameters == PARAMETERS | dict(NETWORK_PARAMETERS) | {"playout": 1, "depth": 3}
    assert settings == EngineSettings.of(
        {"depth": 3, "playout": 1}, threads=2, hash_mb=9, seed=7, slices=3
    )


def test_an_engine_that_was_given_back_is_lent_again() -> None:
    pool = EnginePool(2)
    with pool.lend(SMALL) as first:
        with pool.lend(SMALL) as second:
            assert second is not first
        with pool.lend(OTHER) as other:
            assert other is not second
            assert other.seed == 2
    with pool.lend(SMALL) as again:
        assert again is first


def test_the_pool_is_bounded() -> None:
    made: list[EngineSettings] = []

    def make(settings: EngineSettings) -> Engine:
        made.append(settings)
        return settings.engine()

    pool = EnginePool(2, make)
    kinds = [EngineSettings(hash_mb=8, seed=seed) for seed in range(3)]
    for kind in kinds:
        pool.give_back(pool.take(kind))
    # The oldest one went.
    for kind in reversed(kinds):
        pool.give_back(pool.take(kind))
    assert made == [*kinds, kinds[0]]
    lent = [pool.take(kind) for kind in kinds]
    for engine in lent:
        pool.give_back(engine)
    del made[:]
    assert pool.take(kinds[1]) is lent[1]
    assert pool.take(kinds[2]) is lent[2]
    assert made == []
    with pytest.raises(ValueError, match="at least one engine"):
        EnginePool(0)


def test_what_lies_idle_can_be_forgotten() -> None:
    pool = EnginePool(2)
    lent = pool.take(OTHER)
    with pool.lend(SMALL) as first:
        pass
    pool.clear()
    assert pool.take(SMALL) is not first
    pool.give_back(lent)
    assert pool.take(OTHER) is lent


def test_an_engine_that_cannot_be_is_not_lent() -> None:
    pool = EnginePool(1)
    with pytest.raises(SettingsError) as raised:
        pool.take(EngineSettings(threads=65))
    assert raised.value.field == "threads"
    with pytest.raises(SettingsError, match="solve must be"):
        pool.take(EngineSettings.of({"solve": 9}))
    assert pool.take(SMALL).threads == 1


def test_no_two_threads_get_the_same_engine() -> None:
    pool = EnginePool(3)
    lent: set[int] = set()
    faults: list[str] = []
    lock = threading.Lock()

    def work() -> None:
        for _ in range(20):
            with pool.lend(SMALL) as engine:
                with lock:
                    if id(engine) in lent:
                        faults.append("lent twice")
                    lent.add(id(engine))
                if engine.search(opened(), FEW).nodes != FEW.nodes:
                    faults.append("searched for somebody else")
                with lock:
                    lent.remove(id(engine))

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
