"""All cards and nobles as the wire names them, under an address that changes only with them."""

import hashlib
from typing import Any

import orjson

from splendor.rules import CARDS, COLOURS, NOBLES


def catalog() -> dict[str, Any]:
    """`wire.http.Catalog`, as plain values."""
    return {
        "cards": {
            card.id: {
                "level": card.level,
                "bonus": card.bonus,
                "points": card.points,
                "cost": _named(card.cost),
            }
            for card in CARDS.values()
        },
        "nobles": {
            noble.id: {"points": noble.points, "requires": _named(noble.requirement)} for noble in NOBLES.values()
        },
    }


def _named(counts: tuple[int, ...]) -> dict[str, int]:
    return {colour: n for colour, n in zip(COLOURS, counts, strict=True) if n}


CATALOG = catalog()
VERSION = hashlib.sha256(orjson.dumps(CATALOG)).hexdigest()[:12]
URL = f"/api/catalog/{VERSION}"
