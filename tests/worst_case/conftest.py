"""Each test of this room has a thread of its own."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool:
    """Run a test away from the main thread, where tests of the page may have left an event loop."""
    names = pyfuncitem._fixtureinfo.argnames
    arguments = {name: pyfuncitem.funcargs[name] for name in names}
    with ThreadPoolExecutor(1) as pool:
        pool.submit(pyfuncitem.obj, **arguments).result()
    return True
