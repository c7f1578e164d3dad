"""The page in Firefox: a visit from door to door, which ends at the first error of the page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from typing import Final

import pytest

from tests.web.conftest import PROJECT, Service

VISIT: Final = PROJECT / "tests/web/firefox.mjs"
LIBRARY: Final = PROJECT / "tests/web/node_modules/puppeteer-core"
BROWSERS: Final = ("firefox-esr", "firefox")


def find_firefox() -> str | None:
    """Return the path of a Firefox, of `COALBARON_FIREFOX` or of this system."""
    named = os.environ.get("COALBARON_FIREFOX")
    return named or next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.mark.slow
def test_a_visit_in_firefox_meets_no_error(service: Service) -> None:
    firefox, node = find_firefox(), shutil.which("node")
    if firefox is None:
        pytest.skip("no Firefox is installed (COALBARON_FIREFOX names one)")
    if node is None or not LIBRARY.is_dir():
        pytest.skip("puppeteer-core is not installed (npm ci --prefix tests/web)")
    words = [node, str(VISIT), firefox, service.url]
    visit = subprocess.run(words, check=False, capture_output=True, text=True, timeout=600)
    assert visit.returncode == 0, f"{visit.stdout}{visit.stderr}"
    stops = VISIT.read_text("utf-8").split("const STOPS = {")[1].split("\n};")[0]
    assert visit.stdout.split() == re.findall(r'^  "?([\w-]+)"?:', stops, re.MULTILINE)
