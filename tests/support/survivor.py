"""A client that goes on through everything: it comes back, and sends again what was not answered."""

import asyncio
import contextlib
import random
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from support.ledger import Ledger
from support.peer import Message, Person, Refused, Table
from support.random_player import choose

LOST = (OSError, ConnectionClosed, InvalidHandshake, EOFError, TimeoutError, httpx.TransportError)
"""How a connection fails, or does not come about."""


class Survivor:
    """One person at one room, who plays where they are seated and talks where they watch. `ends`: how each of their
    connections ended, by its goodbyes and the code of its close. `talks`, `doubles`: the chances that something is said
    where something happened, and that an act is sent twice at once.

    What must hold for a client is asserted as it happens: numbers without a gap (`Table`), never back behind what was
    seen, an act that was sent is answered with ok in the end, and what is answered is on the table. `places`: servers
    of which any will do; without, it is the one where the person was made.
    """

    def __init__(self, person: Person, code: str, ledger: Ledger, dice: random.Random) -> None:
        self.person = person
        self.code = code
        self.ledger = ledger
        self.dice = dice
        self.talks = 0.2
        self.doubles = 0.0
        self.table: Table | None = None
        self.pending: Message | None = None
        self.seen: dict[str, int] = {}
        self.ends: list[tuple[list[str], int | None]] = []
        self.is_stopping = False
        self.places: list[str] = []

    async def live(self) -> None:
        """Until told to stop; what was sent is then answered."""
        talk = 0
        while not self.is_stopping or self.pending:
            table = await self.at_table()
            try:
                if self.pending:
                    await self.deliver(table, self.pending)
                elif table.you["seat"] is not None:
                    await self.play(table)
                else:
                    talk += 1
                    await self.talk(table, f"{self.person.name} {self.person.id} {talk}")
            except LOST:
                await self.hang_up()

    async def at_table(self) -> Table:
        """Connected, with all that was known before and perhaps more."""
        async with asyncio.timeout(60):
            while self.table is None or self.table.is_gone:
                await self.hang_up()
                if self.places:
                    self.person = self.person.at_server(self.dice.choice(self.places))
                self.table = Table(self.person, self.code)
                try:
                    await self.table.open()
                except LOST:
                    self.table = None
                    await asyncio.sleep(0.05 + 0.1 * self.dice.random())
                else:
                    self.ledger.connections += 1
                    self.is_not_behind(self.table)
        return self.table

    async def hang_up(self) -> None:
        table, self.table = self.table, None
        if table is None:
            return
        await table.close()
        self.ends.append((table.byes, table.close_code))
        if table.game is not None:
            self.seen[table.game["id"]] = table.game["seq"]

    def is_not_behind(self, table: Table) -> None:
        """What was seen once is there for ever: the game has gone on, or it is over and another came after it."""
        game = table.game
        if game is not None:
            ended = {score["game"] for score in table.room["scores"]}
            assert game["seq"] >= self.seen.get(game["id"], 0), "back behind what was seen"
            assert self.seen.keys() <= {game["id"], *ended}, "a game that was seen is gone"
            assert [entry["seq"] for entry in table.log] == list(range(1, game["seq"] + 1))

    async def play(self, table: Table) -> None:
        game, seat = table.game, table.you["seat"]
        if game is not None and game["phase"] == "over":
            await self.play_again(table, game["id"])
        elif game is not None and "moves" in game and offers(game["moves"]):
            act = {"type": "act", "game": game["id"], "seq": game["seq"] + 1, "action": choose(game, seat, self.dice)}
            self.ledger.send((act["game"], act["seq"]), seat, act["action"])
            self.pending = act
            await self.deliver(table, act, again=False)
        else:
            await self.something_happens(table)

    async def deliver(self, table: Table, act: Message, *, again: bool = True) -> None:
        """Sends the act and hears that it is done. The answer lost, it stays pending."""
        assert table.game is not None
        if again:
            assert table.game["id"] == act["game"], "the next game began without one who plays"
            self.ledger.resent["done" if table.game["seq"] >= act["seq"] else "not done"] += 1
        answers = [await table.post(act)]
        if self.dice.random() < self.doubles:
            answers.append(await table.post(act))
        for answer in await asyncio.wait_for(asyncio.gather(*answers, return_exceptions=True), 50):
            if isinstance(answer, BaseException):
                raise answer
            assert answer["type"] == "ok", f"{act} was refused: {answer}"
        assert table.game["seq"] >= act["seq"], "acknowledged before it was shown"
        self.ledger.done.add((act["game"], act["seq"]))
        self.pending = None

    async def play_again(self, table: Table, over: str) -> None:
        """In for the next game, which begins when all are."""
        try:
            await table.send("rematch")
        except Refused as refused:
            # It began meanwhile: this was sent again, or a former answer was lost.
            if refused.code != "wrong_status":
                raise
        await self.something_happens(table, lambda: table.game is not None and table.game["id"] != over)

    async def talk(self, table: Table, text: str) -> None:
        await self.something_happens(table)
        if self.dice.random() < self.talks:
            await table.send("chat", text=text)
            self.ledger.said.append(text)

    async def something_happens(self, table: Table, what: Any = None) -> None:
        """Waits a moment at most; raises ConnectionError where the connection ends."""
        before = len(table.frames)
        with contextlib.suppress(TimeoutError):
            await table.until(lambda _: table.is_gone or (what() if what else len(table.frames) > before), within=0.5)
        if table.is_gone:
            raise ConnectionError("the connection ended")


def offers(moves: Message) -> bool:
    """Whether there is anything to do. If not, the game is about to pass (E08)."""
    take, reserve = moves["take"], moves["reserve"]
    other = [moves["return"], moves["noble"], moves["buy"], reserve["cards"], reserve["decks"]]
    return bool(take["sizes"] or take["same"] or any(other))
