"""Who may see what: the one place that decides it (E20, E21, E45, E49).

Secret are the order of the decks and the cards that others reserved blind; with `hide_reserved` also those that
they reserved from the market. A viewer is a seat, or None for anybody else. When the game is over nothing is secret.
"""

from collections.abc import Iterable
from typing import Any

from splendor.rules.components import CARDS
from splendor.rules.events import (
    Bought,
    Ended,
    Event,
    FinalRound,
    GameOver,
    Passed,
    Refilled,
    Reserved,
    Resigned,
    Returned,
    Took,
    Visited,
)
from splendor.rules.moves import moves
from splendor.rules.state import Held, Player, State
from splendor.rules.tokens import COLOURS, TOKENS, counts


def is_secret(state: State, held: Held) -> bool:
    """Whether others than its owner see only the level of this reserved card (E20, E21)."""
    return state.phase != "over" and (held.blind or state.options.hide_reserved)


def reveals(before: State, events: Iterable[Event]) -> bool:
    """Whether somebody learned by this action what they did not know: a card was turned up or drawn, or one was bought
    that only its owner had seen. Such an action can be taken back, but not what they know now."""
    for event in events:
        match event:
            case Refilled(card=str()) | Reserved(blind=True):
                return True
            case Bought(seat, card, reserved=True):
                if any(held.card == card and is_secret(before, held) for held in before.players[seat].reserved):
                    return True
    return False


def is_told_alike(events: Iterable[Event]) -> bool:
    """Whether everybody is told the same of these events: no card was reserved that its owner alone has seen."""
    return all(event.seen for event in events if isinstance(event, Reserved))


def view(state: State, viewer: int | None) -> dict[str, Any]:
    """The game through the viewer's eyes: `wire.views.Game` without `id`, `seq`, `options`, `clock` and the players'
    names, which are the room's to add. `moves` stands only before the seat to act, `result` only at the end."""
    seen = public(state)
    return seen if viewer is None else {**seen, **beyond(state, viewer, seen)}


def public(state: State, before: tuple[State, dict[str, Any]] | None = None) -> dict[str, Any]:
    """What everybody sees. With `before`, a state and what was public of it, all that has stayed as it was is the same
    object again: most of a game stays as it was, and what is the same need not be compared."""
    if before is None or (before[0].phase == "over") != (state.phase == "over"):
        return _public(state, None, {})
    return _public(state, *before)


def _public(state: State, was: State | None, old: dict[str, Any]) -> dict[str, Any]:
    players = [
        old["players"][seat] if was and player is was.players[seat] else _player(state, player, own=False)
        for seat, player in enumerate(state.players)
    ]
    market = {
        name: old["market"][name] if was and row is was.market[level] else list(row)
        for level, (name, row) in enumerate(zip("123", state.market, strict=True))
    }
    seen: dict[str, Any] = {
        "players": players,
        "phase": state.phase,
        "turn": state.turn,
        "start": state.start,
        "round": state.round,
        "final_round": state.final_round,
        "bank": old["bank"] if was and state.bank is was.bank else dict(zip(TOKENS, state.bank, strict=True)),
        "market": market,
        "decks": {"1": len(state.decks[0]), "2": len(state.decks[1]), "3": len(state.decks[2])},
        "nobles": old["nobles"] if was and state.nobles is was.nobles else list(state.nobles),
    }
    if state.result is not None:
        seen["result"] = state.result.to_json()
    return seen


def beyond(state: State, seat: int, seen: dict[str, Any]) -> dict[str, Any]:
    """What this seat sees in another way than everybody, who sees `seen`: the moves that it may make, and the cards
    that it alone knows. Empty where it sees no more than they."""
    more: dict[str, Any] = {}
    if state.phase == "over":
        return more
    if seat == state.turn:
        more["moves"] = moves(state)
    player = state.players[seat]
    if any(is_secret(state, held) for held in player.reserved):
        more["players"] = [*seen["players"]]
        more["players"][seat] = {**seen["players"][seat], "reserved": _hand(state, player, own=True)}
    return more


def _player(state: State, player: Player, own: bool) -> dict[str, Any]:
    return {
        "points": player.points,
        "tokens": dict(zip(TOKENS, player.tokens, strict=True)),
        "bonuses": dict(zip(COLOURS, player.bonuses, strict=True)),
        "cards": list(player.cards),
        "reserved": _hand(state, player, own),
        "nobles": list(player.nobles),
        "left": player.left,
    }


def _hand(state: State, player: Player, own: bool) -> list[dict[str, Any]]:
    return [
        {"card": held.card} if own or not is_secret(state, held) else {"level": CARDS[held.card].level}
        for held in player.reserved
    ]


def entry(events: Iterable[Event], viewer: int | None, revealed: bool = False) -> dict[str, Any]:
    """The log entry of one action's events through the viewer's eyes: `wire.views.Entry` without `seq` and `at`.
    `revealed`: the game is over and nothing is secret any more."""
    line: dict[str, Any] = {}
    for event in events:
        match event:
            case Took(seat, tokens):
                line |= {"seat": seat, "type": "take", "tokens": counts(tokens)}
            case Reserved():
                line |= _reserved(event, revealed or event.seen or event.seat == viewer)
            case Bought(seat, card, paid, reserved):
                line |= {"seat": seat, "type": "buy", "card": card, "paid": counts(paid)}
                line |= {"reserved": True} if reserved else {}
            case Refilled(level, slot, refill):
                line |= {"level": level, "slot": slot, "refill": refill}
            case Returned(seat, tokens):
                line |= {"seat": seat, "type": "return", "tokens": counts(tokens)}
            case Visited(seat, noble, chosen):
                line |= {"seat": seat, "type": "noble"} if chosen else {}
                line |= {"noble": noble}
            case Passed(seat):
                line |= {"seat": seat, "type": "pass"}
            case Resigned(seat):
                line |= {"seat": seat, "type": "resign"}
            case Ended(seat):
                line |= {"seat": seat, "type": "end"}
            case FinalRound():
                line |= {"final_round": True}
            case GameOver():
                line |= {"over": True}
    return line


def _reserved(event: Reserved, known: bool) -> dict[str, Any]:
    line: dict[str, Any] = {"seat": event.seat, "type": "reserve"}
    line |= {"card": event.card} if known else {"level": CARDS[event.card].level}
    line |= {"blind": True} if event.blind else {}
    line |= {"gold": True} if event.gold else {}
    return line
