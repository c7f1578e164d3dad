"""Every regular expression over foreign bytes takes time in proportion to what it reads."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Final

import pytest

from tests.worst_case.ambiguity import judge
from tests.worst_case.patterns import (
    CALLS,
    PROJECT,
    ROOTS,
    Found,
    UnlistedError,
    colour_patterns,
    library_patterns,
    own_patterns,
)

OLD_FIELD: Final = rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n\0]*?)[ \t]*"
"""A field of a head as it was read at 5129bb8: 16 KB of spaces took an hour."""

OUR_TEXTS: Final = {
    "coalbaron_server/page/start.py IMPORT": "our own scripts, once",
    "coalbaron_server/page/web_files.py COMMENT": "our own scripts and styles, once",
    "game coalbaron colours[1]": "texts of the game; it begins only where a word does",
}
"""Expressions that read nothing of a stranger's, and what they read."""

H11: Final = {
    "h11._readers header_field_re": "quadratic in spaces before what is no text",
    "h11._readers chunk_header_re": "quadratic in spaces; only lines with their end come there",
}
"""Of the parser that uvicorn falls back to without httptools: its input must be bounded before."""

LINEAR: Final = (
    (r"a*b", False),
    (r"^a*b", True),
    (r"(a|b)*c", False),
    (r"\w+", True),
    (r"(?:ab|a)(?:bc|c)", True),
    (r"(\w+\s)*$", False),
    (r"(?:(a*)b)*c", False),
    (r"[ \t]*+[^\r\n]*", False),
    (r"a{1,64}b", False),
    (r"(?<=\d) (?=%)", True),
)
QUADRATIC: Final = (
    (r"a*b", True),
    (r"a*a*b", False),
    (r"[ \t]*[^\r\n]*", False),
    (r"x(?:.*b)?", True),
    (r"\s+$", True),
    (r"(?i:K*)k*!", False),
    (r"\w*\d*!", False),
)
EXPONENTIAL: Final = (
    r"(a*)*b",
    r"((a*)*)*",
    r"(?:a|b|ab)*c",
    r"(a+)+",
    r"(?:a*b?)*c",
    r"(\w+\s?)*$",
    r"(a{1,64}){1,64}b",
    r"^(([a-z])+.)+[A-Z]([a-z])+$",
)
NOT_JUDGED: Final = (r"(.)\1", r"(?:a?){20}b", r"(a)?(?(1)b|c)", r"(?=.*a)b")


def where_and_name(found: Found) -> str:
    return f"{found.where.partition('/')[2].partition(':')[0] or found.where} {found.name}"


def not_linear(patterns: list[Found]) -> dict[str, str]:
    verdicts = {where_and_name(found): found.judged() for found in patterns}
    return {name: str(verdict) for name, verdict in verdicts.items() if not verdict.is_linear}


def test_every_expression_over_foreign_bytes_is_linear() -> None:
    patterns = [*own_patterns(), *colour_patterns()]

    assert len(patterns) > 10
    assert not_linear(patterns).keys() == OUR_TEXTS.keys()


def test_those_of_the_libraries_are_linear_or_known() -> None:
    assert not_linear(list(library_patterns())).keys() <= H11.keys()


def test_all_calls_of_re_are_listed() -> None:
    # Counted another way, by the letters of the call.
    call = re.compile(rf"\bre\.(?:{'|'.join(CALLS)})\(")
    files = [file for root in ROOTS for file in (PROJECT / root).rglob("*.py")]
    calls = sum(len(call.findall(file.read_text("utf-8"))) for file in files)
    found = [found for found in own_patterns() if found.name not in ("pattern", "regex")]

    assert len(found) == calls


def test_the_field_that_took_an_hour_is_found() -> None:
    verdict = judge(OLD_FIELD, is_search=False)

    assert verdict.power == 3
    assert str(verdict) == "cubic"


@pytest.mark.parametrize(("pattern", "is_search"), LINEAR)
def test_what_is_linear_is_proved_so(pattern: str, is_search: bool) -> None:
    assert judge(pattern, is_search=is_search).is_linear


@pytest.mark.parametrize(("pattern", "is_search"), QUADRATIC)
def test_what_is_quadratic_is_found(pattern: str, is_search: bool) -> None:
    assert judge(pattern, is_search=is_search).power == 2


@pytest.mark.parametrize("pattern", EXPONENTIAL)
def test_what_is_exponential_is_found(pattern: str) -> None:
    assert str(judge(pattern, is_search=False)) == "exponential"


@pytest.mark.parametrize("pattern", NOT_JUDGED)
def test_what_is_not_judged_counts_as_not_linear(pattern: str) -> None:
    verdict = judge(pattern)

    assert not verdict.is_linear
    assert str(verdict).startswith("not judged")


@pytest.mark.parametrize(
    "source",
    [
        "import re\ndef read(word, text):\n    return re.search(word, text)\n",
        "from re import compile\n",
        "import re\nX = [re.template('a')]\n",
        "import re\nre.sub('a', 'b', text, 0, re.I)\n",
        "Field(pattern=WORD)\n",
    ],
)
def test_an_expression_that_is_not_written_there_is_refused(source: str, tmp_path: Path) -> None:
    ast.parse(source)
    folder = tmp_path / "server" / "somewhere"
    folder.mkdir(parents=True)
    (folder / "reading.py").write_text(source)

    with pytest.raises(UnlistedError):
        own_patterns(tmp_path)


def test_one_in_a_call_or_for_pydantic_is_listed(tmp_path: Path) -> None:
    folder = tmp_path / "server" / "somewhere"
    folder.mkdir(parents=True)
    (folder / "reading.py").write_text(
        "import re\nre.split('a*b', text)\nre.match('a*b', text)\nField(pattern='x*x*y')\n"
    )

    found = own_patterns(tmp_path)

    assert [str(one.judged()) for one in found] == ["quadratic", "linear", "cubic"]
