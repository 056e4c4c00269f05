"""The server held against its own description, by schemathesis: valid and invalid calls of every route, boundary cases,
and chains of calls; each answer must be one that `/api/openapi.json` tells of, and nothing invalid may be taken."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

from security.state import database
from support.calls import call
from support.party import playing
from support.server import serving

pytestmark = pytest.mark.anyio

CONFIGURATION = """
[parameters]
"path.code" = "{code}"
"path.id" = "{game}"

# Where a browser is called, and with which key, is looked at more closely than a schema can say.
[[operations]]
include-path = "/api/me/push"
checks.positive_data_acceptance.enabled = false

# What a link is good for is not in its form.
[[operations]]
include-path = "/api/me/claim"
checks.positive_data_acceptance.enabled = false
"""
EXAMPLES = 25
"""For each call, besides the boundary cases."""


@pytest.mark.parametrize("known", ["a player", "a stranger"])
async def test_every_call_is_as_it_is_described(sqlite: str, tmp_path: Path, known: str) -> None:
    async with serving(sqlite, limits="off") as served, playing(served.url, 2) as party:
        person, game = party.people[0], party.game["id"]
        (tmp_path / "schemathesis.toml").write_text(CONFIGURATION.format(code=party.code, game=game))
        headers = ["--header", f"Authorization: Bearer {person.token}"] if known == "a player" else []
        before = database(sqlite)
        process = await asyncio.create_subprocess_exec(
            Path(sys.executable).with_name("schemathesis"), "run", f"{served.url}/api/openapi.json",
            "--max-examples", str(EXAMPLES), "--seed", "1", "--continue-on-failure", "--no-color", *headers,
            "--report", "json", "--report-json-path", "report.json",
            cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        said = (await process.communicate())[0].decode()
        assert process.returncode == 0, said
        # The game that was being played meanwhile is as it was, and everybody still there.
        after = database(sqlite)
        assert after["actions"] == before["actions"]
        assert after["games"] == before["games"]
        await party.act({"type": "take", "tokens": {"ruby": 2}})
        assert party.game["seq"] == 1


async def test_the_description_is_whole(sqlite: str) -> None:
    """Every route that a program may call, with what it is answered, refusals included."""
    async with serving(sqlite, limits="off") as served:
        schema = json.loads((await call(served.url, "GET", "/api/openapi.json")).content)
    calls = {(path, method): what for path, methods in schema["paths"].items() for method, what in methods.items()}
    assert len(calls) == 14
    for name, what in calls.items():
        answers = what["responses"]
        assert {"4XX", "503"} < set(answers), name
        assert "422" not in answers, name
        for status in ("4XX", "503"):
            assert answers[status]["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Refusal"}
        (good,) = set(answers) - {"4XX", "503"}
        assert good == "204" or answers[good]["content"], name


async def test_a_method_that_there_is_not_is_answered_with_those_that_there_are(sqlite: str) -> None:
    async with serving(sqlite, limits="off") as served:
        for path, methods in (("/api/me", "GET, POST"), ("/api/me/push", "DELETE, POST"), ("/healthz", "GET, HEAD")):
            answer = await call(served.url, "PUT", path)
            assert answer.status_code == 405
            assert sorted(answer.headers["allow"].split(", ")) == methods.split(", ")
