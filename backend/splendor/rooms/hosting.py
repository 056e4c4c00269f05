"""Who hosts. A room's owner does, as long as they are there; stored is the owner alone, so that the role comes back to
them by itself, and a restart or another process finds the same."""

from collections.abc import Iterable
from datetime import datetime

from splendor.rooms.presence import BRIEF, Stay


def acting_host(
    owner: str, seats: Iterable[str | None], stays: dict[str, Stay], opened: datetime, now: datetime
) -> str:
    """The owner, or once they have been away for 30 s the seat that has been there longest; where none is, the owner.
    `stays` by player, `opened`: since when those of whom it knows nothing are away."""
    if is_here(stays.get(owner, Stay(opened, opened)), now):
        return owner
    here = {player: stays[player] for player in seats if player in stays and is_here(stays[player], now)}
    return min(here, key=lambda player: here[player].came, default=owner)


def is_here(stay: Stay, now: datetime) -> bool:
    return stay.gone is None or now - stay.gone < BRIEF
