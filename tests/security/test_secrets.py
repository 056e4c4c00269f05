"""Hidden information, held against everything that anybody is sent (E20, E21, E45, E49).

Two laws. Nobody is told a card before they may know it, nor ever a seed. And who may not know cannot tell two games
apart that differ only in that: by no byte, and by no message more or less. The suite plays a share of the games; with
`SECRET_GAMES=1000` in the environment it plays that many."""

import json
import os
import random
import secrets
from collections.abc import Callable
from typing import Any

import pytest

from rooms.stage import begun
from security.eavesdropper import Findings, investigate
from splendor import rules
from splendor.rooms.record import game_record
from splendor.web.identity import digest
from support.calls import call
from support.party import play_of, playing
from support.peer import Person
from support.push_service import Browser
from support.server import Served

pytestmark = pytest.mark.anyio

GAMES = int(os.environ.get("SECRET_GAMES", "120"))
LOTS = 6


@pytest.mark.parametrize("lot", range(LOTS))
async def test_nobody_learns_what_they_may_not_know(lot: int) -> None:
    findings = Findings()
    for seed in range(lot, GAMES, LOTS):
        await investigate(seed, findings)
    # And it was worth looking: much was said, much was hidden, and everything happened that may.
    assert findings.games >= 12
    assert findings.texts > 400 * findings.games
    assert findings.compared > 60 * findings.games
    assert findings.hidden > 15 * findings.games
    assert findings.diverged <= findings.games / 10
    for done in ("row undo", "row resign", "row deputy", "row take by deputy", "consent", "chat", "notification"):
        assert findings.done[done] > 0, done


# That this would be noticed


async def investigate_all(games: int) -> None:
    for seed in range(games):
        await investigate(seed, Findings())


public, entry, apply = rules.public, rules.entry, rules.apply


def shows_blind_reserves(state: rules.State, _: Any = None) -> dict[str, Any]:
    shown = public(state)
    players = [
        {**seen, "reserved": [{"card": held.card} for held in player.reserved]}
        for player, seen in zip(state.players, shown["players"], strict=True)
    ]
    return {**shown, "players": players}


def tells_half_of_the_next_card(state: rules.State, _: Any = None) -> dict[str, Any]:
    even = [deck[0] for deck in state.decks if deck and int(deck[0][3:]) % 2 == 0]
    return {**public(state), "round": state.round + 1000 * len(even)}


def is_longer_before_a_good_card(state: rules.State, _: Any = None) -> dict[str, Any]:
    good = any(rules.CARDS[deck[0]].points > 3 for deck in state.decks if deck)
    return {**public(state), **({"left": None} if good else {})}


def tells_in_the_log(events: Any, viewer: int | None, revealed: bool = False) -> dict[str, Any]:  # noqa: ARG001
    return entry(events, viewer, revealed=True)


def refuses_otherwise_what_somebody_holds(state: rules.State, seat: int, action: rules.Action) -> rules.Step:
    try:
        return apply(state, seat, action)
    except rules.IllegalAction as error:
        if any(held.card == getattr(action, "card", None) for player in state.players for held in player.reserved):
            error.detail += ", since somebody holds it"
        raise


MUTANTS: list[tuple[Any, str, Callable[..., Any]]] = [
    (rules, "public", shows_blind_reserves),
    (rules, "public", tells_half_of_the_next_card),
    (rules, "public", is_longer_before_a_good_card),
    (rules, "entry", tells_in_the_log),
    (rules, "apply", refuses_otherwise_what_somebody_holds),
]


@pytest.mark.parametrize(("where", "name", "mutant"), MUTANTS, ids=lambda value: getattr(value, "__name__", ""))
async def test_a_leak_is_noticed(where: Any, name: str, mutant: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(where, name, mutant)
    with pytest.raises(AssertionError):
        await investigate_all(24)


async def test_a_record_that_names_its_seed_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "security.overheard.game_record", lambda game, rows: {**game_record(game, rows), "x": game.seed}
    )
    with pytest.raises(AssertionError):
        await investigate_all(24)


# Seeds, and the secrets of people


async def test_a_deal_follows_from_a_seed_that_chance_drew_for_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """The id that everybody knows and the seed that nobody knows are two draws of the system's own chance."""
    drawn: list[str] = []
    token_hex = secrets.token_hex

    def noted(size: int) -> str:
        drawn.append(token_hex(size))
        return drawn[-1]

    monkeypatch.setattr(secrets, "token_hex", noted)
    for _ in range(5):
        random.seed(1)
        stage, _ = await begun(players=3)
        (game,) = stage.store.games.values()
        id, seed = drawn[-2:]
        assert (game.id, game.seed) == (id, seed)
        assert len(bytes.fromhex(seed)) == 16
        assert game.deal == rules.deal(seed, 3).to_json()
    assert len(set(drawn)) == 10


async def test_the_secrets_of_people_and_of_games_reach_nobody_else(served: Served) -> None:
    """Tokens and their hashes, link codes, addresses of browsers, seeds, the server's own keys: in a whole game, with
    its record, also after its end."""
    store = served.app.state.services.store
    async with playing(served.url, 3, watchers=1, target=10) as party:
        people = [*party.people, party.watchers[0].person]
        own: dict[str, set[str]] = {person.id: {person.token} for person in people}
        for person in people:
            browser = Browser(f"https://push.example/{person.id}").subscription
            answer = await call(served.url, "POST", "/api/me/push", json=browser, headers=person.headers)
            assert answer.status_code == 204
            link = await person.call("POST", "/api/me/link")
            own[person.id] |= {link["code"], *browser.values()}
        secret = {each for mine in own.values() for each in mine}
        secret |= {digest(each) for each in secret} | {await store.secret("vapid", "")}
        secret.add(play_of(served, party.code).record.seed)
        await party.play(400, random.Random(4))
        assert party.game["phase"] == "over"
        heard = [(table.person, frame) for table in party.everyone for frame in table.frames]
        for person in people:
            for path in ("/api/me", f"/api/rooms/{party.code}", f"/api/games/{party.game['id']}", "/api/push/key"):
                heard.append((person, json.dumps(await person.call("GET", path))))
        assert len(heard) > 200
        assert "" not in secret
        for person, text in heard:
            assert not [each for each in secret if each in text], person.name
        fresh = await Person.make(served.url, "Late")
        record = await fresh.call("GET", f"/api/games/{party.game['id']}")
        assert "deal" in record
        assert "seed" not in record
