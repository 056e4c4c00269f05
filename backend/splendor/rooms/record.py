"""The record of a game, as anyone may read it."""

from typing import Any

from splendor import records
from splendor.rooms.moments import stamp
from splendor.rooms.play import Play


def game_record(game: records.Game, rows: list[records.Action]) -> dict[str, Any]:
    """The game and its actions; the deal, and the cards that were reserved unseen, only once it is over (E21). What was
    taken back is left out, and that it was: numbers may skip, and the rest plays to the same end."""
    play = Play(game, rows)
    view = play.view(None)
    record: dict[str, Any] = {
        "id": game.id,
        "room": game.room,
        "options": game.options,
        "names": list(game.names),
        "status": "over" if play.is_over else "playing",
        "result": view.get("result"),
        "actions": [
            {"seq": row.seq, "seat": row.seat, "at": stamp(row.at), **acted(row, entry)}
            for row, entry in zip(rows, play.log(None), strict=True)
            if row.action["type"] != "undo" and row.seq not in play.undone
        ],
    }
    return {**record, "deal": game.deal} if play.is_over else record


def acted(row: records.Action, entry: dict[str, Any]) -> dict[str, Any]:
    """The action as the journal has it; of a reservation what its public `entry` in the log says of the card: with the
    game over all, before that perhaps its level alone (E20, E21)."""
    if row.action["type"] != "reserve":
        return row.action
    public = {key: value for key, value in row.action.items() if key != "card"}
    if "card" in entry:
        return {**public, "card": entry["card"]}
    return public if "deck" in public else {**public, "level": entry["level"]}
