"""A player that knows no rules: it plays from `moves` in its view, and looks at as little of a frame as it can."""

from typing import Any

import orjson

from splendor.rooms.patch import apply

Action = dict[str, Any]


class Player:
    """One seat. `moves` is None while another is to act."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.moves: dict[str, Any] | None = None
        self._players: bytes = b""

    def starts(self, frame: bytes) -> None:
        """A new game."""
        self._players = frame
        self.moves = orjson.loads(frame)["game"].get("moves")

    def sees(self, frame: bytes) -> None:
        """A move, with a merge patch. Only what concerns its own turn is read at all."""
        if b'"players":' in frame:
            self._players = frame
        if b'"moves":' not in frame:
            return
        if b'"moves":null' in frame:
            self.moves = None
            return
        self.moves = apply(self.moves or {}, orjson.loads(frame)["patch"]["moves"])

    def _tokens(self) -> dict[str, int]:
        message = orjson.loads(self._players)
        tokens: dict[str, int] = message.get("patch", message.get("game"))["players"][self.seat]["tokens"]
        return tokens

    def choose(self) -> Action | None:
        """Buys what it can, else takes, else reserves; None where the game passes by itself (E08)."""
        moves = self.moves
        assert moves is not None
        if moves["return"]:
            return {"type": "return", "tokens": self._surplus(moves["return"])}
        if moves["noble"]:
            return {"type": "noble", "noble": moves["noble"][0]}
        if moves["buy"]:
            return {"type": "buy", "card": next(reversed(moves["buy"]))}
        take = moves["take"]
        if take["sizes"]:
            # Those of which it has the fewest: whoever always took the same could soon buy nothing.
            wanted = sorted(take["different"], key=self._tokens().__getitem__)
            return {"type": "take", "tokens": dict.fromkeys(wanted[: max(take["sizes"])], 1)}
        if moves["reserve"]["cards"]:
            return {"type": "reserve", "card": moves["reserve"]["cards"][0]}
        if moves["reserve"]["decks"]:
            return {"type": "reserve", "deck": moves["reserve"]["decks"][0]}
        return {"type": "take", "tokens": {take["same"][0]: 2}} if take["same"] else None

    def _surplus(self, number: int) -> dict[str, int]:
        """Of those that it has the most of."""
        left, back = self._tokens(), dict[str, int]()
        for _ in range(number):
            most = max(left, key=left.__getitem__)
            left[most] -= 1
            back[most] = back.get(most, 0) + 1
        return back
