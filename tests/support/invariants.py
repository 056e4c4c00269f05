"""What must hold after every step of every game (the head of faults.md)."""

import re
from collections import Counter
from typing import Any

from splendor import rules
from splendor.rules import CARDS, COLOURS, State
from support.party import Party, play_of
from support.peer import Table
from support.server import Served

CARD = re.compile(r"L[123]-\d\d")
PILES = {2: 4, 3: 5, 4: 7}


def holds_in_state(state: State) -> None:
    """Tokens per colour, and every card and noble in exactly one place. Who left keeps cards out of play (E47)."""
    pile = PILES[len(state.players)]
    for token in range(6):
        held = state.bank[token] + sum(player.tokens[token] for player in state.players)
        assert held == (5 if token == 5 else pile), f"tokens of {rules.TOKENS[token]}"
        assert state.bank[token] >= 0
    places = Counter(card for deck in state.decks for card in deck)
    places.update(card for row in state.market for card in row if card is not None)
    for player in state.players:
        places.update(player.cards)
        places.update(held.card for held in player.reserved)
        assert min(player.tokens) >= 0
        assert len(player.reserved) <= 3
    assert places == Counter(dict.fromkeys(CARDS, 1))
    nobles = Counter(state.nobles)
    for player in state.players:
        nobles.update(player.nobles)
    assert set(nobles.values()) == {1}
    assert nobles.total() == len(state.players) + 1
    for row in state.market:
        assert len(row) == 4


def holds_in_view(game: dict[str, Any]) -> None:
    """The same as far as it can be seen from outside."""
    pile = PILES[len(game["players"])]
    for token in rules.TOKENS:
        held = game["bank"][token] + sum(player["tokens"][token] for player in game["players"])
        assert held == (5 if token == "gold" else pile)
    shown = [card for row in game["market"].values() for card in row if card]
    hidden = sum(game["decks"].values())
    for player in game["players"]:
        shown += player["cards"]
        shown += [held["card"] for held in player["reserved"] if "card" in held]
        hidden += sum("card" not in held for held in player["reserved"])
        bonuses = Counter(CARDS[card].bonus for card in player["cards"])
        assert player["bonuses"] == {colour: bonuses[colour] for colour in COLOURS}
        points = sum(CARDS[card].points for card in player["cards"])
        assert player["points"] == points + 3 * len(player["nobles"])
    assert len(shown) == len(set(shown))
    assert len(shown) + hidden == 90
    # Only the seat to act sees moves, and it always has one.
    if "moves" in game:
        assert game["phase"] != "over"


def same_without_nulls(one: Any, other: Any) -> bool:
    """A key that is absent and one that is null mean the same."""
    if isinstance(one, dict) and isinstance(other, dict):
        return all(same_without_nulls(one.get(key), other.get(key)) for key in one.keys() | other.keys())
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(same_without_nulls, one, other))
    return bool(one == other)


async def patched_view_is_the_fresh_one(table: Table) -> None:
    """Asks for a welcome, and holds what the patches made against it."""
    patched = (table.game, table.room, table.you, table.chat)
    log = list(table.log)
    await table.send("ping", resync=True)
    assert same_without_nulls(patched, (table.game, table.room, table.you, table.chat))
    if table.game is not None and table.game["phase"] != "over":
        assert log == table.log
    else:
        assert [entry["seq"] for entry in log] == [entry["seq"] for entry in table.log]


class Secrecy:
    """Holds every frame of every viewer against what that viewer may know by then (D41, H65): cards that lie or lay
    open, one's own, and at the end all."""

    def __init__(self, served: Served, party: Party) -> None:
        self.served = served
        self.party = party
        self.known: dict[int | None, set[str]] = {}
        self.searched = dict.fromkeys(party.everyone, 0)
        self.never = {person.token for person in party.people}

    def holds(self) -> None:
        play = play_of(self.served, self.party.code)
        self.never.add(play.record.seed)
        for table in self.party.everyone:
            seat = self.party.players.index(table) if table in self.party.players else None
            known = self.known.setdefault(seat, set())
            known |= may_be_known(play.state, seat)
            for frame in table.frames[self.searched[table] :]:
                told = set(CARD.findall(frame)) - known
                assert not told, f"{told} told to seat {seat}: {frame[:300]}"
                assert not [secret for secret in self.never if secret in frame]
            self.searched[table] = len(table.frames)

    async def holds_in_record(self, id: str) -> None:
        """GET /api/games/{id}, which anybody may read."""
        record = await self.party.people[0].call("GET", f"/api/games/{id}")
        play = play_of(self.served, self.party.code)
        text = str(record)
        assert not [secret for secret in self.never if secret in text]
        if play.is_over:
            return
        assert "deal" not in record
        known = self.known.setdefault(None, set()) | may_be_known(play.state, None)
        assert not set(CARD.findall(text)) - known
        hidden = {
            held.card
            for player in play.state.players
            for held in player.reserved
            if held.blind or play.state.options.hide_reserved
        }
        assert not set(CARD.findall(str(record["actions"]))) & hidden


def may_be_known(state: State, seat: int | None) -> set[str]:
    if state.phase == "over":
        return set(CARDS)
    known = {card for row in state.market for card in row if card}
    for n, player in enumerate(state.players):
        known |= set(player.cards)
        known |= {held.card for held in player.reserved if n == seat}
        if not state.options.hide_reserved:
            known |= {held.card for held in player.reserved if not held.blind}
    return known
