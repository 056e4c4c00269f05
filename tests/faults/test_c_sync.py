"""Section C of faults.md: what is sent twice, lost, late, or to a server that was away."""

import asyncio
import json
import random
from typing import Any

import pytest

from support.invariants import patched_view_is_the_fresh_one
from support.party import in_the_lobby, play_of, playing
from support.peer import Person, Table
from support.rough_line import RoughLine
from support.server import Served, serving

pytestmark = pytest.mark.anyio

RUBIES = {"type": "take", "tokens": {"ruby": 2}}
ONYX = {"type": "take", "tokens": {"onyx": 2}}


def act(table: Table, seq: int, action: dict[str, Any]) -> dict[str, Any]:
    assert table.game is not None
    return {"type": "act", "game": table.game["id"], "seq": seq, "action": action}


async def test_fault_32_a_double_click_acts_once(served: Served) -> None:
    async with playing(served.url, 2) as party:
        table = party.to_act
        pending = [await table.post(act(table, 1, RUBIES)) for _ in range(2)]
        assert [(await answer)["type"] for answer in pending] == ["ok", "ok"]
        await party.caught_up()
        assert play_of(served, party.code).seq == 1
        assert [table.game["seq"] for table in party.everyone] == [1, 1]  # type: ignore[index]


async def test_fault_32_an_act_sent_again_after_a_reconnect_acts_once(served: Served) -> None:
    async with playing(served.url, 2) as party:
        table = party.to_act
        await party.act(RUBIES)
        await party.act(ONYX)
        async with table.person.at(party.code) as again:
            assert (await (await again.post(act(again, 1, RUBIES))))["type"] == "ok"
            answer = await (await again.post(act(again, 1, ONYX)))
            assert answer["code"] == "stale"
        assert play_of(served, party.code).seq == 2


async def test_fault_32_of_two_different_acts_with_one_number_one_is_stale(served: Served) -> None:
    async with playing(served.url, 2) as party:
        table = party.to_act
        async with table.person.at(party.code) as tab:
            pending = [await table.post(act(table, 1, RUBIES)), await tab.post(act(table, 1, ONYX))]
            answers = [await answer for answer in pending]
        assert sorted(answer.get("code", "ok") for answer in answers) == ["ok", "stale"]
        assert play_of(served, party.code).seq == 1


class LossyTable(Table):
    """A connection behind a bad proxy: drops, doubles or swaps frames, and asks again when it sees a gap."""

    def __init__(self, person: Person, code: str) -> None:
        super().__init__(person, code)
        self.fault: str | None = None
        self.held: str | None = None
        self.resyncs = 0

    def take(self, frame: str) -> None:
        if '"type":"move"' not in frame:
            return super().take(frame)
        fault, self.fault = self.fault, None
        if fault == "drop":
            return None
        if fault == "swap":
            self.held = frame
            return None
        frames = [frame, frame] if fault == "double" else [frame]
        if self.held is not None:
            frames, self.held = [frame, self.held], None
        for each in frames:
            assert self.game is not None
            if json.loads(each)["seq"] == self.game["seq"] + 1:
                super().take(each)
            else:
                self.resyncs += 1
                self.asking = asyncio.ensure_future(self.post({"type": "ping", "resync": True}))
        return None


@pytest.mark.parametrize("fault", ["drop", "double", "swap"])
async def test_fault_33_a_lost_doubled_or_swapped_frame_is_noticed_and_made_good(served: Served, fault: str) -> None:
    async with playing(served.url, 2) as party:
        table = LossyTable(party.people[0], party.code)
        await table.open()
        await party.act(RUBIES)
        await table.at_seq(1)
        table.fault = fault
        await party.act(ONYX)
        await party.act({"type": "take", "tokens": {"emerald": 2}})
        await table.at_seq(3)
        await table.send("ping")
        assert table.resyncs >= 1
        other = party.players[0]
        assert (table.game, table.log) == (other.game, other.log)
        await patched_view_is_the_fresh_one(table)
        await table.close()


async def test_fault_36_who_slept_through_six_turns_has_the_board_when_they_wake(served: Served) -> None:
    async with playing(served.url, 2, watchers=1) as party:
        sleeper = party.watchers[0]
        assert sleeper._socket is not None
        sleeper._socket.transport.pause_reading()
        for colour in ("ruby", "onyx", "emerald", "diamond", "sapphire"):
            await party.to_act.act({"type": "take", "tokens": {colour: 2}})
            await party.players[0].at_seq(party.to_act.game["seq"])  # type: ignore[index]
            await party.players[1].at_seq(party.players[0].game["seq"])  # type: ignore[index]
        sleeper._socket.transport.resume_reading()
        await sleeper.until(lambda table: table.game["seq"] == 5, within=2)
        await patched_view_is_the_fresh_one(sleeper)


async def test_fault_36_a_peer_that_answers_no_ping_is_given_up_and_shown_as_gone(sqlite: str) -> None:
    async with serving(sqlite, limits="off", ping=0.2) as served, playing(served.url, 2) as party:
        frozen, other = party.players
        assert frozen._socket is not None
        frozen._socket.transport.pause_reading()  # as a machine that sleeps: nothing is read, nothing answered
        await other.until(lambda table: table.room["seats"][0]["online"] is False, within=5)
        assert not list(served.app.state.services.rooms.live[party.code].of(frozen.person.id))
        frozen._socket.transport.resume_reading()
        await frozen.closed()
        async with frozen.person.at(party.code) as again:
            assert again.you["seat"] == 0
            assert again.game == frozen.game


async def test_fault_36_a_peer_that_answers_no_ping_is_given_up_also_with_its_buffers_full(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An orderly close would wait for ever for what it does not read."""
    monkeypatch.setattr("splendor.web.outbox.MESSAGES", 10**9)
    monkeypatch.setattr("splendor.web.outbox.SIZE", 10**9)
    async with serving(sqlite, limits="off", ping=1) as served, playing(served.url, 2) as party:
        for n in range(50):
            await party.players[1].send("chat", text=f"{n:03}" + "\U0001f600" * 290)
        frozen, other = party.players
        assert frozen._socket is not None
        frozen._socket.transport.pause_reading()
        for _ in range(120):
            await frozen.raw('{"type":"ping","resync":true}')
        await other.until(lambda table: table.room["seats"][0]["online"] is False, within=8)
        frozen._socket.transport.resume_reading()
        await frozen.closed()


async def test_fault_40_a_watcher_who_looked_away_for_thirty_actions_has_the_board_and_no_error(served: Served) -> None:
    """Their machine reads nothing meanwhile; what waits for them is within what is kept for anybody."""
    async with playing(served.url, 3, watchers=1) as party:
        (sleeper,) = party.watchers
        party.watchers.clear()
        assert sleeper._socket is not None
        sleeper._socket.transport.pause_reading()
        await party.play(30, random.Random(3))
        assert party.game["seq"] >= 30
        assert sleeper.game is not None
        assert sleeper.game["seq"] == 0
        sleeper._socket.transport.resume_reading()
        await sleeper.at_seq(party.game["seq"])
        assert sleeper.byes == []
        await patched_view_is_the_fresh_one(sleeper)
        await party.play(1, random.Random(4))
        await sleeper.at_seq(party.game["seq"])


async def test_fault_37_an_idle_connection_outlives_a_proxy_and_nobody_flickers(sqlite: str) -> None:
    """The proxy ends what is silent for long; of the pings that keep it nothing is shown to anyone."""
    async with serving(sqlite, limits="off", ping=0.2) as served, playing(served.url, 2) as party:
        person = party.to_act.person
        async with RoughLine(served.url, random.Random(1), fate=0, idle=1.5) as line:
            async with person.at_server(line.url).at(party.code) as table:
                await party.caught_up()
                seen = [len(each.frames) for each in (*party.everyone, table)]
                await asyncio.sleep(4)  # idleness is what is tried here
                assert [len(each.frames) for each in (*party.everyone, table)] == seen
                assert not table.is_gone
                await table.act(RUBIES)
            assert not line.faults["idle"]


async def test_fault_37_pings_come_well_within_a_minute_and_the_dead_are_noticed_within_45_seconds(sqlite: str) -> None:
    """As the server is run, and not as tests run it."""
    async with serving(sqlite) as served:
        interval, timeout = served.server.config.ws_ping_interval, served.server.config.ws_ping_timeout
        assert interval
        assert timeout
        assert interval < 50
        assert interval + timeout <= 45


async def test_fault_39_a_client_of_another_version_is_told_and_nothing_it_sends_is_taken(served: Served) -> None:
    async with playing(served.url, 2) as party:
        welcome = json.loads(party.players[0].frames[0])
        assert welcome["protocol"] == 1
        assert welcome["client"] == served.app.state.services.files.version
        table = party.to_act
        assert table.game is not None
        seen = len(table.frames)
        for old in (
            {"type": "move", "action": RUBIES},
            {"type": "act", "action": RUBIES},
            {"type": "act", "protocol": 0, "game": table.game["id"], "seq": 1, "action": RUBIES},
            {"action": "take", "tokens": ["ruby"]},
        ):
            answer = await (await table.post(old))
            assert answer["code"] == "bad_message"
        assert len(table.frames) == seen + 4
        assert play_of(served, party.code).seq == 0
        await party.act(RUBIES)


async def test_fault_67_who_goes_is_shown_as_gone_at_once_however_they_went(served: Served) -> None:
    async with in_the_lobby(served.url, 3) as party:
        first = party.players[0]
        await party.players[1].close()
        await first.until(lambda table: table.room["seats"][1]["online"] is False, within=2)
        assert party.players[2]._socket is not None
        party.players[2]._socket.transport.abort()
        await first.until(lambda table: table.room["seats"][2]["online"] is False, within=2)
        async with party.people[1].at(party.code) as again:
            await first.until(lambda table: table.room["seats"][1]["online"] is True, within=2)
            assert again.room["seats"][1]["online"] is True
