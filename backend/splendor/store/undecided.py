"""What is being decided in a room, as one column of its row."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from splendor.records import Ask, Ballots, Room


def to_json(room: Room) -> dict[str, Any] | None:
    """None while nothing is."""
    written: dict[str, Any] = {}
    if room.ready:
        written["ready"] = list(room.ready)
    if room.ask is not None:
        written["ask"] = {**asdict(room.ask), "until": room.ask.until.isoformat(), "yes": list(room.ask.yes)}
    if room.ballots is not None:
        choices = {str(seat): choice for seat, choice in room.ballots.choices.items()}
        since = room.ballots.since and room.ballots.since.isoformat()
        written["ballots"] = {**asdict(room.ballots), "since": since, "choices": choices}
    return written or None


def from_json(written: dict[str, Any] | None) -> dict[str, Any]:
    """The fields of a Room that were written so."""
    found = written or {}
    fields: dict[str, Any] = {"ready": tuple(found.get("ready", ()))}
    if ask := found.get("ask"):
        fields["ask"] = Ask(**{**ask, "until": datetime.fromisoformat(ask["until"]), "yes": tuple(ask["yes"])})
    if ballots := found.get("ballots"):
        choices = {int(seat): choice for seat, choice in ballots["choices"].items()}
        since = ballots["since"] and datetime.fromisoformat(ballots["since"])
        fields["ballots"] = Ballots(**{**ballots, "since": since, "choices": choices})
    return fields
