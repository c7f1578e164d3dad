"""The page's scripts, read by TypeScript: their types, and what is left of them over the wire."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from coalbaron_server.app import WEB, web_folders
from coalbaron_server.page.web_files import bared

HERE: Final = Path(__file__).parent
CHECKER: Final = HERE / "node_modules/typescript/bin/tsc"


def run_node(*arguments: str, told: str = "") -> subprocess.CompletedProcess[str]:
    """Run Node.js with TypeScript at hand."""
    node = shutil.which("node")
    if node is None or not CHECKER.is_file():
        pytest.skip("TypeScript is not installed (npm ci --prefix tests/web)")
    command = [node, *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=HERE, input=told
    )


@pytest.mark.slow
def test_the_types_of_the_page_agree() -> None:
    run = run_node(str(CHECKER), "--project", str(HERE))
    assert run.returncode == 0, run.stdout


SAME: Final = """
const ts = require("typescript");
const pairs = JSON.parse(require("fs").readFileSync(0, "utf8"));
const bare = (text) => ts.transpileModule(text, {
    compilerOptions: { removeComments: true, target: "esnext", module: "esnext" },
}).outputText;
const differing = pairs.filter(([, one, other]) => bare(one) !== bare(other));
console.log(JSON.stringify(differing.map(([name]) => name)));
"""


def test_scripts_lose_nothing_but_comments_on_the_wire() -> None:
    scripts = [path for folder in (WEB, *web_folders().values()) for path in folder.rglob("*.js")]
    texts = {str(path): path.read_text("utf-8") for path in scripts}
    packed = {name: bared(text) for name, text in texts.items()}
    assert len(texts) > 40
    assert any(texts[name] != packed[name] for name in texts)
    assert all(texts[name].count("\n") == packed[name].count("\n") for name in texts)
    pairs = json.dumps([[name, texts[name], packed[name]] for name in texts])
    run = run_node("-e", SAME, told=pairs)
    assert json.loads(run.stdout) == [], run.stderr
