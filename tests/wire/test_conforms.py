"""Everything that the server sends, in complete games and around them, is what the wire's models say, strictly."""

import contextlib
import json
import random
from typing import Any

import pytest
from pydantic import TypeAdapter

from splendor.wire import http
from splendor.wire.server import ServerMessage
from splendor.wire.views import Game
from splendor.wire.views import Room as RoomView
from support.calls import call
from support.party import Party, in_the_lobby, playing
from support.peer import Person, Refused, Table
from support.server import Served

pytestmark = pytest.mark.anyio

_server: TypeAdapter[Any] = TypeAdapter(ServerMessage)


def frames_conform(*tables: Table) -> set[str]:
    """The types that were seen."""
    seen = set()
    for table in tables:
        for frame in table.frames:
            message = _server.validate_json(frame, strict=True)
            seen.add(message.type)
            # Nothing was coerced: what the model says is what was sent.
            assert sent_again(message, exclude_unset=True) == json.loads(frame)
    return seen


def sent_again(message: Any, **options: Any) -> Any:
    return message.model_dump(mode="json", by_alias=True, **options)


def views_conform(party: Party) -> None:
    """What the patches make is a view too."""
    for table in party.everyone:
        RoomView.model_validate_json(json.dumps(table.room), strict=True)
        Game.model_validate_json(json.dumps(table.game), strict=True)


@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {"hide_reserved": True}), (4, {"relaxed_take": True})])
async def test_every_frame_of_a_whole_game_conforms(served: Served, players: int, options: dict[str, Any]) -> None:
    dice = random.Random(players)
    async with playing(served.url, players, watchers=1, **options) as party:
        while party.game["phase"] != "over":
            await party.play(5, dice)
            views_conform(party)
            await answers_conform(served, party)
        for table in party.players:
            await table.send("ping", resync=True)
        await answers_conform(served, party)
        assert frames_conform(*party.everyone) == {"welcome", "room", "game", "move", "ok"}


async def answers_conform(served: Served, party: Party) -> None:
    """The HTTP calls that show a game."""
    person = party.people[0]
    for path, model in (
        (f"/api/games/{party.game['id']}", http.GameRecord),
        (f"/api/rooms/{party.code}", RoomView),
        ("/api/me", http.WhoAmI),
        ("/api/rooms", http.RoomPage),
    ):
        answer = await call(served.url, "GET", path, headers=person.headers)
        read = TypeAdapter(model).validate_json(answer.content, strict=True)
        assert sent_again(read, exclude_unset=True) == answer.json()


async def test_every_frame_of_a_lobby_conforms(served: Served) -> None:
    async with in_the_lobby(served.url, 3) as party:
        host, lin, bo = party.players
        await lin.send("chat", text="hello \U0001f600")
        await lin.send("stand")
        await lin.send("sit", seat=1)
        await host.send("options", options={"target": 20, "clock": {"bank": 600, "increment": 5}}, public=True)
        await bo.person.call("POST", "/api/me", {"name": "Bob"})
        await host.send("kick", seat=2)
        for type, fields in (
            ("sit", {}), ("start", {}), ("nosuch", {}), ("sit", {"seat": 9}), ("resign", {"game": "x"}),
        ):  # fmt: skip
            with contextlib.suppress(Refused):
                await bo.send(type, **fields)
        await bo.raw("nonsense")
        link = await lin.person.call("POST", "/api/me/link")
        await bo.person.call("POST", "/api/me/claim", {"code": link["code"]})
        await lin.closed()
        await party.host.send("ping")
        await bo.send("ping")
        assert frames_conform(*party.players) == {"welcome", "room", "chat", "ok", "error", "bye"}


async def test_every_frame_of_undos_reactions_and_rematches_conforms(served: Served) -> None:
    async with playing(served.url, 2, watchers=1, seats=4) as party:
        first, other = party.to_act, party.players[1 - party.game["turn"]]
        game = party.game["id"]
        await party.act({"type": "take", "tokens": {"ruby": 2}})
        views_conform(party)
        await first.send("undo", game=game, seq=1)
        await party.caught_up()
        await party.act({"type": "reserve", "deck": 1})
        await first.send("undo", game=game, seq=3)
        await party.caught_up()
        views_conform(party)
        await other.send("ping", resync=True)
        await other.send("consent", game=game, seq=3, yes=True)
        await party.watchers[0].send("react", reaction="laugh")
        await party.host.send("kick", seat=1)
        await party.caught_up()
        await party.host.send("ping", resync=True)
        views_conform(party)
        await answers_conform(served, party)
        await party.host.send("admit", player=party.people[1].id)
        for table in (party.players[1], party.watchers[0]):
            await table.send("sit")
        for table in party.everyone:
            await table.send("rematch")
        await party.caught_up()
        assert party.game["id"] != game
        assert len(party.game["players"]) == 3
        views_conform(party)
        assert frames_conform(*party.everyone) == {"welcome", "room", "game", "move", "react", "ok"}


async def test_the_other_answers_conform(served: Served) -> None:
    made = await call(served.url, "POST", "/api/me", json={"name": "Ada"})
    ada = Person(served.url, made.json()["player"], "Ada", made.json()["token"])
    answers = [
        (http.MeOut, made),
        (http.MeOut, await call(served.url, "POST", "/api/me", json={"name": "Eve"}, headers=ada.headers)),
        (http.LinkOut, await call(served.url, "POST", "/api/me/link", headers=ada.headers)),
        (http.RoomOut, await call(served.url, "POST", "/api/rooms", json={"public": True}, headers=ada.headers)),
        (http.RoomPage, await call(served.url, "GET", "/api/rooms")),
        (http.WhoAmI, await call(served.url, "GET", "/api/me", headers=ada.headers)),
        (http.Catalog, await call(served.url, "GET", "/api/catalog")),
        (http.PushKey, await call(served.url, "GET", "/api/push/key")),
        (http.Refusal, await call(served.url, "GET", "/api/nope")),
        (http.Refusal, await call(served.url, "GET", "/api/me")),
    ]
    for model, answer in answers:
        read = TypeAdapter(model).validate_json(answer.content, strict=True)
        assert sent_again(read, exclude_unset=True) == answer.json()
