"""`docs/security.md` names a test for every claim; here it is held that they are there."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


def defined(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


def test_every_test_that_is_named_is_there() -> None:
    named = NAMED.findall((ROOT / "docs" / "security.md").read_text(encoding="utf-8"))
    assert len(named) > 60
    missing = [f"{file}::{name}" for file, name in named if name and name not in defined(ROOT / file)]
    assert missing == []
    assert [file for file, _ in named if not (ROOT / file).is_file()] == []


def test_every_claim_has_one() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    for table in text.split("| claim | test |\n|---|---|\n")[1:]:
        for row in table.split("\n\n")[0].splitlines():
            assert NAMED.search(row) or "| the same |" in row, row


def test_every_file_of_the_folder_is_named() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    for path in (ROOT / "tests" / "security").glob("test_*.py"):
        assert f"tests/security/{path.name}" in text, path.name
