"""Every ruling has a test that bears its id."""

import re
from pathlib import Path

import pytest

RULINGS = [f"E{number:02}" for number in range(1, 50) if number != 14] + ["E39b"]
NAMES = [
    name
    for path in Path(__file__).parent.glob("test_*.py")
    for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
]


@pytest.mark.parametrize("ruling", RULINGS)
def test_every_ruling_has_a_test(ruling):
    assert any(ruling.lower() in name.split("_") for name in NAMES)


def test_no_test_names_a_ruling_that_is_none():
    named = {part for name in NAMES for part in name.split("_") if re.fullmatch(r"e\d\d[a-z]?", part)}
    assert named <= {ruling.lower() for ruling in RULINGS}
