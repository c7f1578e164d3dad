"""The page's files over the wire: packed where the browser can unpack them, once per file.

Scripts and styles are packed without their comments, a quarter of their size. The lines stay, so
that a browser's messages name the lines of the file.

Style sheets of one folder come in one answer, if the address names several: `play.css+moves.css`.
On a slow line each answer is a round trip, and a browser waits for six at a time.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Final

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

from coalbaron_server.api.answer_headers import accepts_gzip

TEXTS: Final = frozenset({".html", ".js", ".css", ".json", ".svg", ".webmanifest"})
"""What these hold is text, which packs to a third; pictures are packed already."""

JOIN: Final = "+"
SHEET: Final = ".css"
MOST_SHEETS: Final = 8
"""No client may ask for the same ones a hundred times in one answer."""

MOST_FILES: Final = 512
MOST_JOINED: Final = 32
ETAG_LETTERS: Final = 16

COMMENT: Final = re.compile(
    r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/[ \t]*|//[^\n]*)$|^[ \t]+|/\*\* @(?:(?!\*/)[^\n])*\*/ ?",
    re.MULTILINE | re.DOTALL,
)
"""What scripts and styles are packed without: comments that share no line with code, what moves a
line in, types within a line. No text of the page holds any of that."""


class WebFiles(StaticFiles):
    """A folder of the page, each of its texts packed for clients that accept that."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return what an address names: a file, or several style sheets."""
        asked = PurePosixPath(path)
        if JOIN not in asked.name:
            return await super().get_response(path, scope)
        names = asked.name.split(JOIN)
        if len(names) > MOST_SHEETS:
            raise HTTPException(404)
        sheets = [self._sheet(asked.parent / name) for name in names]
        content = b"\n".join(sheet.read_bytes() for sheet in sheets)
        return text_answer(content, "text/css", Headers(scope=scope))

    def _sheet(self, asked: PurePosixPath) -> Path:
        path, found = self.lookup_path(str(asked))
        if asked.suffix != SHEET or found is None:
            raise HTTPException(404)
        return Path(path)

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return the file, packed or as it is, or say that it has not changed."""
        return web_file(Path(full_path), stat_result, Headers(scope=scope), status_code)


def web_file(
    path: Path, stat_result: os.stat_result, asked: Headers, status_code: int = 200
) -> Response:
    """Return one file of the page as the headers of a request want it."""
    is_text = path.suffix in TEXTS
    answer: Response = FileResponse(path, status_code=status_code, stat_result=stat_result)
    if is_text and accepts_gzip(asked.get("accept-encoding", "")):
        content = _packed(path, stat_result.st_mtime_ns, stat_result.st_size)
        headers = {
            "content-encoding": "gzip",
            # The packed file is another representation, so it has a tag of its own.
            "etag": f'"{answer.headers["etag"].strip(chr(34))[:ETAG_LETTERS]}-gz"',
        }
        answer = Response(content, status_code, headers, media_type=answer.media_type)
    if is_text:
        answer.headers["vary"] = "Accept-Encoding"
    if _is_known(asked.get("if-none-match", ""), answer.headers["etag"]):
        return NotModifiedResponse(answer.headers)
    return answer


def text_answer(content: bytes, media_type: str, asked: Headers) -> Response:
    """Return a text that is no file by itself, as the headers of a request want it."""
    etag = hashlib.sha256(content).hexdigest()[:ETAG_LETTERS]
    headers = {"vary": "Accept-Encoding", "etag": f'"{etag}"'}
    if accepts_gzip(asked.get("accept-encoding", "")):
        content = _squeezed(content, media_type == "text/css")
        headers |= {"content-encoding": "gzip", "etag": f'"{etag}-gz"'}
    answer = Response(content, headers=headers, media_type=media_type)
    if _is_known(asked.get("if-none-match", ""), headers["etag"]):
        return NotModifiedResponse(answer.headers)
    return answer


@lru_cache(MOST_FILES)
def _packed(path: Path, _modified: int, _size: int) -> bytes:
    """Return the packed content; a file that has changed is packed again."""
    return _squeezed(path.read_bytes(), path.suffix in (".js", SHEET))


@lru_cache(MOST_JOINED)
def _squeezed(content: bytes, has_comments: bool) -> bytes:
    bare = bared(content.decode()).encode() if has_comments else content
    return gzip.compress(bare, 9, mtime=0)


def bared(script: str) -> str:
    """Return a script or style sheet without comments, each line where it was."""
    return COMMENT.sub(lambda comment: "\n" * comment[0].count("\n"), script)


def _is_known(told: str, etag: str) -> bool:
    """Return whether If-None-Match names this tag."""
    tags = {tag.strip().removeprefix("W/") for tag in told.split(",")}
    return etag in tags or "*" in tags
