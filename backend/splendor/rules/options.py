"""What a table may choose about the rules."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """`target`: points that start the final round (E37); `relaxed_take`: one, two or three different colours at will
    (E02); `hide_reserved`: a card reserved from the market is hidden from the others too (E20)."""

    target: int = 15
    relaxed_take: bool = False
    hide_reserved: bool = False

    def __post_init__(self) -> None:
        if type(self.target) is not int or not 10 <= self.target <= 30:
            raise ValueError(f"target is a number from 10 to 30, not {self.target!r}")
