"""The page as it is sent: with all modules that its first view needs named at once.

A browser learns of a module when it has read the one that imports it. On a slow line each of these
steps is a round trip, and there are seven of them. So what `main.js` and the game's `index.js`
import, and what that imports, is looked up here and named in the page's head.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from coalbaron_fast.games import DEFAULT
from coalbaron_server.page.web_files import bared, text_answer

SHELL: Final = "static"
ENTRY: Final = f"{SHELL}/js/main.js"

IMPORT: Final = re.compile(r'^(?:import|export)\b[^;"]*"(\.[^"]+)";', re.MULTILINE)
"""A module that another one needs before it runs. `import(…)` is asked for later."""

HEAD_ENDS: Final = "</head>"

MOST_PAGES: Final = 16
"""One for each game, and for each version of the file."""


def page_answer(request: Request, shell: Path, games: Mapping[str, Path]) -> Response:
    """Return the page with the game that its address names, out of the folders of all games."""
    name = request.query_params.get("game", DEFAULT)
    folders = {SHELL: shell} | {f"games/{one}": folder for one, folder in games.items()}
    entries = (ENTRY, *([f"games/{name}/index.js"] if name in games else []))
    file = shell / "index.html"
    page = page_with(file, file.stat().st_mtime_ns, entries, tuple(folders.items()))
    return text_answer(page, "text/html", request.headers)


@lru_cache(MOST_PAGES)
def page_with(
    file: Path, _modified: int, entries: tuple[str, ...], folders: tuple[tuple[str, Path], ...]
) -> bytes:
    """Return the page with these modules and their imports named in its head.

    A page that has changed is read again.
    """
    links = "".join(
        f'<link rel="modulepreload" href="{address}">\n' for address in modules_of(entries, folders)
    )
    return file.read_text("utf-8").replace(HEAD_ENDS, links + HEAD_ENDS).encode()


@cache
def modules_of(entries: tuple[str, ...], folders: tuple[tuple[str, Path], ...]) -> tuple[str, ...]:
    """Return the addresses of modules and all that they import, the nearest first.

    They are looked up once: where files change meanwhile, the page only loads more slowly.
    """
    found = dict.fromkeys(entries)
    waiting = list(found)
    for address in waiting:
        for imported in _imports(address, dict(folders)):
            if imported not in found:
                found[imported] = None
                waiting.append(imported)
    return tuple(waiting)


def _imports(address: str, folders: Mapping[str, Path]) -> Iterator[str]:
    folder = next((one for one in folders if address.startswith(f"{one}/")), None)
    file = folders[folder] / address.removeprefix(f"{folder}/") if folder else None
    if file is None or not file.is_file():
        return
    for found in IMPORT.finditer(bared(file.read_text("utf-8"))):
        yield normpath(join(dirname(address), found[1]))
