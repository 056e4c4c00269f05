"""The types that the client is checked with are those of the server's models."""

from pathlib import Path

from splendor.wire.typescript import declarations

WIRE = Path(__file__).resolve().parents[2] / "frontend" / "src" / "net" / "wire.d.ts"


def test_declarations_are_those_of_the_models() -> None:
    assert WIRE.read_text(encoding="utf-8") == declarations(), "run: python -m splendor.wire.typescript > " + str(WIRE)
