"""Which part of the program may import which: the table of docs/house.md, and that the rules are pure."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "backend" / "splendor"

ARROWS = {
    "rules": set(),
    "records": set(),
    "logs": set(),
    "metrics": set(),
    "wire": {"rules"},
    "rooms": {"rules", "wire", "records", "metrics"},
    "store": {"rules", "records", "metrics"},
    "push": {"records", "metrics"},
    "feed": {"store", "metrics"},
    "web": {"rooms", "wire", "push", "records", "logs", "metrics"},
}
"""What is not named here (app, cli, settings, operation, ...) is where the layers meet, and may import all."""


def modules(layer):
    """The files of a layer; none where it is not there yet."""
    return sorted((ROOT / layer).rglob("*.py")) if (ROOT / layer).is_dir() else sorted(ROOT.glob(f"{layer}.py"))


def imports(path):
    """Every module that a file imports, by its full name, wherever in the file it does."""
    package = ("splendor", *path.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            name = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{name}.{alias.name}" for alias in node.names)


def layers(path):
    """The parts of ours that a file imports."""
    return {parts[1] for parts in (name.split(".") for name in imports(path)) if parts[0] == "splendor" and parts[1:]}


@pytest.mark.parametrize("layer", ARROWS)
def test_a_layer_imports_only_what_it_may(layer):
    for path in modules(layer):
        assert layers(path) <= ARROWS[layer] | {layer}, path


@pytest.mark.parametrize("layer", ["rules", "records", "logs"])
def test_pure_layers_import_the_standard_library_only(layer):
    assert modules(layer)
    for path in modules(layer):
        for name in imports(path):
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names or top == "splendor", f"{path} imports {name}"


IMPURE = {"asyncio", "datetime", "io", "logging", "os", "secrets", "socket", "sqlite3", "sys", "threading", "time"}


def test_the_rules_know_no_clock_no_network_and_no_chance_but_the_deal():
    for path in modules("rules"):
        used = {name.split(".")[0] for name in imports(path)}
        assert not used & IMPURE, path
        assert path.name == "dealing.py" or "random" not in used, path


def test_the_walk_sees_relative_and_nested_imports(tmp_path, monkeypatch):
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    (tmp_path / "rules").mkdir()
    path = tmp_path / "rules" / "odd.py"
    path.write_text(
        "from ..web import sockets\ndef f():\n    from splendor import store\n    import splendor.rooms.x\n"
    )
    assert layers(path) == {"web", "store", "rooms"}
