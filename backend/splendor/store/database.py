"""The store as the rest of the house knows it: `rooms.ports.Store`, and who is who."""

import logging
from datetime import UTC, datetime
from functools import partial

from splendor.records import Action, ChatLine, Game, Head, Player, Room, Stay, Subscription, Unavailable
from splendor.store import (
    actions,
    chat,
    games,
    heads,
    limits,
    links,
    players,
    rooms,
    secrets,
    servers,
    stays,
    subscriptions,
)
from splendor.store.connections import Connections
from splendor.store.journal import Journal

log = logging.getLogger(__name__)


class Database:
    """What lasts. Made from its address, then opened; `async with` opens and closes it.

    Every method that writes returns after the commit. Each raises Unavailable if the database can't be reached or
    fails, and Refused, which is one, if the database is well but did not take what it was given. What a room writes is
    patient with a database that is away; who asks from outside (and can ask again) is told at once.
    """

    def __init__(
        self, url: str, *, pool: int = 8, batch: int = 256, wait: float = 30.0, patience: float = 30.0
    ) -> None:
        """`pool`: connections at most; `batch`: records in one commit at most; `wait`: seconds that `open` waits for
        a database that comes up later than we do; `patience`: seconds for which what rooms write is tried again while
        it is away. Raises ValueError if the address can't be used."""
        self._connections = Connections(url, pool, patience)
        self._journal = Journal(self._connections, batch, patience)
        self._wait = wait

    async def open(self) -> None:
        """Returns once the database answers. Expects the schema to be there: see `migrate`."""
        await self._connections.reach(self._wait)
        self._journal.open()

    def give_up(self) -> None:
        """All is about to be closed: what the database does not take at once is not waited for any more."""
        self._connections.give_up()

    async def close(self) -> None:
        """Commits what still waits in the journal, and disconnects."""
        await self._journal.close()
        await self._connections.close()

    async def __aenter__(self) -> "Database":
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def ping(self) -> None:
        """Returns if the database answers."""
        await self._connections.ping()

    # The journal

    async def append(self, action: Action) -> bool:
        """Makes the action durable under its number; False if that number of that game is taken already."""
        return await self._journal.append(action)

    async def actions(self, game: str, after: int = 0) -> list[Action]:
        """The game's actions with a number above `after`, in order."""
        return await self._connections.read(partial(actions.after, game=game, after=after))

    async def say(self, line: ChatLine) -> None:
        await self._journal.say(line)

    async def chat(self, room: str, limit: int = 50) -> list[ChatLine]:
        """The last lines, oldest first."""
        return await self._connections.read(partial(chat.last, room=room, limit=limit))

    # Rooms and games

    async def room(self, code: str) -> Room | None:
        return await self._connections.read(partial(rooms.find, code=code))

    async def create_room(self, room: Room) -> bool:
        """False if the code is taken."""
        return await self._connections.write(partial(rooms.create, room=room))

    async def save_room(self, room: Room) -> bool:
        """Stores the room if the stored version is still `room.version`, and raises that by one; else False."""
        return await self._connections.write(partial(rooms.save, room=room), patient=True)

    async def public_rooms(self, status: str | None, before: datetime | None, limit: int) -> list[Room]:
        """Newest first; `before` pages."""
        return await self._connections.read(partial(rooms.public, status=status, before=before, limit=limit))

    async def rooms_of(self, player: str) -> list[Room]:
        """Rooms not over in which the player sits, last touched first."""
        return await self._connections.read(partial(rooms.of_player, player=player))

    async def rooms_with_clocks(self) -> list[str]:
        """The codes of the rooms in which a game with a clock is being played, save one that only shows."""
        return await self._connections.read(rooms.with_clocks)

    async def old_rooms(self, status: str, before: datetime, limit: int) -> list[str]:
        """Codes of the rooms of that status in which nothing has happened since that moment, oldest first."""
        return await self._connections.read(partial(rooms.old, status=status, before=before, limit=limit))

    async def delete_room(self, room: Room) -> bool:
        """Deletes a room in which no game was ever played, with its chat; False if the stored version is another."""
        return await self._connections.write(partial(rooms.delete_unplayed, room=room), patient=True)

    async def game(self, id: str) -> Game | None:
        return await self._connections.read(partial(games.find, id=id))

    async def start_game(self, room: Room, game: Game) -> bool:
        """`save_room` and the new game in one transaction."""
        return await self._connections.write(partial(games.start, room=room, game=game), patient=True)

    async def finish_game(self, room: Room, game: Game) -> bool:
        """`save_room` and the game's `result` and `finished` in one transaction."""
        return await self._connections.write(partial(games.finish, room=room, game=game), patient=True)

    # Between the processes that serve one database

    async def heads(self, codes: list[str]) -> dict[str, Head]:
        """How far those of the rooms are that there are."""
        return await self._connections.read(partial(heads.of_rooms, codes=codes))

    async def beat(self, server: str, now: datetime) -> datetime | None:
        """Notes that a server lives; returns the moment that any had noted last."""
        return await self._connections.write(partial(servers.beat, server=server, now=now))

    async def bury(self, before: datetime, now: datetime) -> list[str] | None:
        """Forgets the servers without a sign of life since `before`; who was at one of them has gone `now`. Returns the
        rooms for which that is new; None if no server was forgotten."""
        return await self._connections.write(partial(servers.bury, before=before, now=now))

    async def stays(self, codes: list[str]) -> list[Stay]:
        """Who is in those rooms, or was lately."""
        return await self._connections.read(partial(stays.of_rooms, rooms=codes))

    async def keep_stays(self, new: list[Stay]) -> None:
        """Each takes the place of what its server said of that player in that room."""
        await self._connections.write(partial(stays.keep, new=new))

    async def begin_stays(self, room: str, players: list[str], now: datetime) -> None:
        """Those of whom nothing is known count as gone since `now`, for whichever server looks first."""
        await self._connections.write(partial(stays.begin, room=room, players=players, now=now))

    async def sweep_stays(self, before: datetime) -> None:
        """Forgets who left before that moment."""
        await self._connections.write(partial(stays.sweep, before=before))

    # Who is who

    async def players(self, ids: list[str]) -> dict[str, Player]:
        """Those of them that there are."""
        return await self._connections.read(partial(players.by_ids, ids=ids))

    async def make_player(self, name: str, token_hash: str) -> Player:
        """Raises Refused if somebody has that secret already."""
        return await self._connections.write(partial(players.make, name=name, token_hash=token_hash))

    async def player_by_token(self, token_hash: str) -> Player | None:
        """Whose secret that is; None if nobody's."""
        found = await self._connections.read(partial(players.by_token, token_hash=token_hash))
        if found is None:
            return None
        player, seen = found
        if datetime.now(UTC) - seen > players.SEEN_EVERY:
            try:
                await self._connections.write(partial(players.mark_seen, id=player.id))
            except Unavailable as error:  # that somebody was here is not worth turning them away
                log.warning("could not note that a player was seen: %s", error)
        return player

    async def known_tokens(self, token_hashes: list[str]) -> set[str]:
        """Those of them that are still somebody's."""
        return await self._connections.read(partial(players.known_tokens, token_hashes=token_hashes))

    async def rename(self, player: str, name: str) -> Player | None:
        """The player under the new name; None if there is no such player."""
        return await self._connections.write(partial(players.rename, id=player, name=name))

    async def make_link(self, code_hash: str, player: str, expires: datetime) -> None:
        """Makes the player's one-time link, in the place of the one that they had."""
        await self._connections.write(partial(links.make, code_hash=code_hash, player=player, expires=expires))

    async def claim_link(self, code_hash: str, token_hash: str, now: datetime) -> Player | None:
        """Uses the link up and gives its player the new secret in the place of the old; None if the link is unknown,
        used or expired."""
        return await self._connections.write(partial(links.claim, code_hash=code_hash, token_hash=token_hash, now=now))

    # Being called

    async def secret(self, name: str, fresh: str) -> str:
        """The server's secret of that name: the one that is kept, or `fresh`, which is kept from now on."""
        return await self._connections.write(partial(secrets.keep, name=name, fresh=fresh))

    async def subscribe(self, subscription: Subscription) -> None:
        """Keeps a browser in which its player wants to be called, and no longer for whom it was before."""
        await self._connections.write(partial(subscriptions.keep, subscription=subscription))

    async def unsubscribe(self, player: str, endpoint: str) -> None:
        """Forgets a browser of that player."""
        await self._connections.write(partial(subscriptions.forget, endpoint=endpoint, player=player))

    async def subscriptions(self, player: str) -> list[Subscription]:
        """Oldest first."""
        return await self._connections.read(partial(subscriptions.of_player, player=player))

    async def drop_subscription(self, endpoint: str) -> None:
        """Forgets a browser that can't be reached any more."""
        await self._connections.write(partial(subscriptions.forget, endpoint=endpoint))

    # How often

    async def take(self, key: str, now: int, each: int, burst: int) -> int | None:
        """Takes one from the bucket `key`, which holds `burst` and wins one more every `each` microseconds; None once
        it is taken, or the moment at which one will be there. Of all who take at once, in whatever process, no more
        than that get one. Moments are microseconds since 1970."""
        return await self._connections.write(partial(limits.take, key=key, now=now, each=each, burst=burst))

    async def sweep_buckets(self, now: int) -> None:
        """Forgets the buckets that are full."""
        await self._connections.write(partial(limits.sweep, now=now))
