"""Why an action is refused."""


class IllegalAction(Exception):
    """An action that the rules forbid now. `ruling` is the ruling's id, `detail` an English sentence without its
    full stop. The state that it was tried on is as it was."""

    def __init__(self, ruling: str, detail: str) -> None:
        super().__init__(f"{detail} ({ruling})")
        self.ruling = ruling
        self.detail = detail


class NotYourTurn(IllegalAction):
    """Another seat is to act (E13)."""

    def __init__(self, turn: int) -> None:
        super().__init__("E13", f"It is the turn of seat {turn}")


class UnreadableAction(ValueError):
    """Not an action at all: an unknown kind, a missing or unknown field, a count that is no count."""
