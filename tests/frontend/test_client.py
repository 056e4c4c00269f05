"""The client's unit tests, run by the Node that Playwright's wheel carries."""

import subprocess
from pathlib import Path

import playwright
import pytest

HERE = Path(__file__).parent
DRIVER = Path(playwright.__file__).parent / "driver"
FILES = sorted(HERE.glob("*.test.mjs"))


def test_there_are_tests() -> None:
    assert FILES


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".test.mjs"))
def test_client(file: Path) -> None:
    node = next(path for path in (DRIVER / "node", DRIVER / "node.exe") if path.exists())
    command = [str(node), "--test", "--test-reporter=spec", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
