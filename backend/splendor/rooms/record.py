"""The record of a game, as anyone may read it."""

from typing import Any

from splendor import records
from splendor.rooms.moments import stamp
from splendor.rooms.play import Play


def game_record(game: records.Game, rows: list[records.Action]) -> dict[str, Any]:
    """The game and its actions; the deal, and the cards that were reserved unseen, only once it is over (E21)."""
    play = Play(game, rows)
    view = play.view(None)
    record: dict[str, Any] = {
        "id": game.id,
        "room": game.room,
        "options": game.options,
        "names": list(game.names),
        "status": "over" if play.is_over else "playing",
        "result": view.get("result"),
        "actions": [{"seq": row.seq, "seat": row.seat, "at": stamp(row.at), **acted(play, row)} for row in rows],
    }
    return {**record, "deal": game.deal} if play.is_over else record


def acted(play: Play, row: records.Action) -> dict[str, Any]:
    """The action as the journal has it. With the game over a blind reserve also names its card."""
    if row.action["type"] == "reserve" and "deck" in row.action and play.is_over:
        card = play.entry(play.turns[row.seq - 1], None).get("card")
        return {**row.action, "card": card}
    return row.action
