"""Plays from `moves` alone, as any program can that does not know the rules."""

import random
from typing import Any

Action = dict[str, Any]


def choose(game: dict[str, Any], seat: int, dice: random.Random) -> Action:
    """A legal action for the seat whose view `game` is; leans to buying, so that games end."""
    moves = game["moves"]
    if moves["return"]:
        held = [token for token, n in game["players"][seat]["tokens"].items() for _ in range(n)]
        return {"type": "return", "tokens": _counted(dice.sample(held, moves["return"]))}
    if moves["noble"]:
        return {"type": "noble", "noble": dice.choice(moves["noble"])}
    choices: list[Action] = [{"type": "buy", "card": card} for card in moves["buy"]] * 4
    take = moves["take"]
    for size in take["sizes"]:
        choices.append({"type": "take", "tokens": _counted(dice.sample(take["different"], size))})
    choices += [{"type": "take", "tokens": {colour: 2}} for colour in take["same"]]
    reserve = [{"type": "reserve", "card": card} for card in moves["reserve"]["cards"]]
    reserve += [{"type": "reserve", "deck": deck} for deck in moves["reserve"]["decks"]]
    if reserve:
        choices.append(dice.choice(reserve))
    return dice.choice(choices)


def _counted(tokens: list[str]) -> dict[str, int]:
    return {token: tokens.count(token) for token in tokens}
