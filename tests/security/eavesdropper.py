"""Whoever reads everything that is sent, and what they would find out."""

import json
import random
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from security.overheard import PUBLIC, Overheard, Table, play_again, play_the_next, play_through
from support.invariants import CARD


class Eavesdropper:
    """Called after every deed: holds each text against what its reader may know by then. `texts`: how many it read."""

    def __init__(self) -> None:
        self.texts = 0
        self._read: dict[str, int] = {}

    def __call__(self, game: Overheard) -> None:
        for id, texts in game.heard.items():
            for text in texts[self._read.get(id, 0) :]:
                self.texts += 1
                told = set(CARD.findall(text)) - game.known[id] - named(game, id, text)
                assert not told, f"{told} told to {id}: {text}"
                assert not [seed for seed in game.seeds if seed in text]
                assert '"seed"' not in text
                if not game.play.is_over and len(game.stage.store.games) == 1:
                    assert '"deal"' not in text
                    if game.table.options.hide_reserved:
                        shows_no_reserved(json.loads(text), game.seat(id) if id != PUBLIC else None)
            self._read[id] = len(texts)


def named(game: Overheard, id: str, text: str) -> set[str]:
    """A refusal may repeat the card that its reader named."""
    last = game.script[-1] if game.script else None
    is_answer = last is not None and last.who == id and text.startswith('{"type":"error"')
    return set(CARD.findall(str(last.does))) if last is not None and is_answer else set()


def shows_no_reserved(message: dict[str, Any], seat: int | None) -> None:
    """With `hide_reserved` (E20) nobody but the owner is shown what is reserved, though the card lay open before."""
    view = message.get("game") if isinstance(message.get("game"), dict) else message.get("patch", {})
    players = (view or {}).get("players", [])
    for n, player in players.items() if isinstance(players, dict) else enumerate(players):
        if int(n) != seat:
            assert '"card"' not in json.dumps(player.get("reserved")), message
    entries = [
        *message.get("log", []),
        *message.get("actions", []),
        *([message["entry"]] if "entry" in message else []),
    ]
    for entry in entries:
        if entry["type"] == "reserve" and entry["seat"] != seat:
            assert "card" not in entry, message


def twin(game: Overheard, dice: random.Random) -> Table:
    """The same table, save for what its listener did not know before the last deed: those cards lie, in the decks and
    in others' hands, in another order."""
    known = game.known_before[game.table.listener]
    decks = []
    for deck in game.table.deal.decks:
        hidden = [card for card in deck if card not in known]
        dice.shuffle(hidden)
        decks.append(tuple(card if card in known else hidden.pop() for card in deck))
    return replace(game.table, deal=replace(game.table.deal, decks=tuple(decks)))


def diverges(one: Overheard, other: Overheard) -> bool:
    """Whether somebody else could do another thing because of a card that they hold: only where they can or can't do
    anything at all (E08), or where a clock or a deputy buys for them (E48). The listener sees what they do, and may."""

    def rows(game: Overheard) -> list[tuple[int, Any]]:
        return [(row.seat, row.action["type"]) for row in game.stage.store.journal["g1"]]

    return rows(one)[: len(rows(other))] != rows(other)[: len(rows(one))]


@dataclass
class Findings:
    """What was looked at, over many games."""

    games: int = 0
    texts: int = 0
    compared: int = 0
    """Texts of those who listened, that were the same at another table."""
    hidden: int = 0
    """Cards that lay elsewhere at the other table."""
    diverged: int = 0
    done: Counter[str] = field(default_factory=Counter)


async def investigate(seed: int, findings: Findings) -> None:
    """One game, held against both laws; raises AssertionError. Adds to the findings."""
    table, ear = Table.of(seed), Eavesdropper()
    game = await play_through(table, ear)
    script, heard, before = game.script[:-1], {id: list(texts) for id, texts in game.heard.items()}, game.heard_before
    other_table = twin(game, random.Random(seed))
    other = await play_again(other_table, script)
    findings.done += game.done + journal_of(game)
    findings.done["notification"] += sum(text.startswith('{"room"') for texts in heard.values() for text in texts)
    findings.games += 1
    if diverges(game, other):
        findings.diverged += 1
    else:
        for id in (table.listener, PUBLIC):
            assert other.heard.get(id, []) == heard.get(id, [])[: before.get(id, 0)], f"game {seed}, to {id}"
            findings.compared += before.get(id, 0)
        decks = zip(table.deal.decks, other_table.deal.decks, strict=True)
        findings.hidden += sum(
            one != two for deck, other_deck in decks for one, two in zip(deck, other_deck, strict=True)
        )
    if game.play.is_over and game.room.record.status == "over":
        await play_the_next(game, ear)
    findings.texts += ear.texts


def journal_of(game: Overheard) -> Counter[str]:
    """The rows that came to be, whoever made them."""
    rows = game.stage.store.journal["g1"]
    return Counter(
        f"row {row.action['type']}" + (" by " + row.action["by"] if "by" in row.action else "") for row in rows
    )
