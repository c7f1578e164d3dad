"""The questions of docs/data.md are asked and answered as the page shows, on a few small games."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any, Final

import pytest

from coalbaron_fast.arena.dataset import Dataset, decision_table, game_table
from coalbaron_fast.arena.selfplay import SelfplayGame, SelfplaySettings

PAGE: Final = Path(__file__).parents[2] / "docs" / "data.md"
QUESTION: Final = re.compile(r"```python\n(.*?)```\n\n```text\n(.*?)```", re.DOTALL)
NUMBER: Final = re.compile(r"-?\d+(\.\d+)?( ± \d+(\.\d+)?| \[-?[\d.]+, -?[\d.]+\])?")
COLUMN: Final = re.compile(r"^\| (`[^|]*`) \|", re.MULTILINE)
FEW: Final = SelfplaySettings(games=8, nodes=2, lines=3)


@pytest.fixture(scope="module")
def games() -> list[SelfplayGame]:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    return [FEW.task(number).run() for number in range(FEW.games)]


def shapes(lines: str) -> set[str]:
    """Return lines without their numbers."""
    return {NUMBER.sub("#", line) for line in lines.splitlines()}


def test_the_answers_have_the_form_that_the_page_shows(
    games: list[SelfplayGame], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Dataset.create(tmp_path / "games", FEW) as dataset:
        for game in games:
            dataset.add(game)
    monkeypatch.chdir(tmp_path)
    questions = QUESTION.findall(PAGE.read_text("utf-8"))
    assert len(questions) == 3
    names: dict[str, Any] = {}
    for code, answer in questions:
        said = StringIO()
        with redirect_stdout(said):
            exec(code, names)  # noqa: S102 - the page is ours
        assert said.getvalue()
        assert shapes(said.getvalue()) <= shapes(answer)
        assert NUMBER.search(answer)


def test_the_page_names_every_column_and_no_other(games: list[SelfplayGame]) -> None:
    text = PAGE.read_text("utf-8")
    rows = COLUMN.findall(text[text.index("## The columns") : text.index("## Pictures")])
    named = {name for row in rows for name in re.findall(r"`([^`]*)`", row)}
    table = decision_table(games, FEW.game)
    lines = {f"lines.{field.name}" for field in table.schema.field("lines").type.value_type}
    shorter = {name.replace("lines.", ".") for name in lines}
    assert named <= {*table.column_names, *lines, *shorter}
    assert set(table.column_names) <= named
    assert all(name in named or name.replace("lines.", ".") in named for name in lines)
    for column in game_table(games).column_names:
        assert f"`{column}`" in text
