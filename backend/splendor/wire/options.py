"""The table options as a client may send them: any of them, the rest stays as it is."""

from typing import Annotated

from pydantic import Field

from splendor.wire.model import Model


class ClockIn(Model):
    """Seconds for the game and seconds added by each turn."""

    bank: Annotated[int, Field(ge=10, le=86_400)]
    increment: Annotated[int, Field(ge=0, le=3_600)]
    advisory: bool = False


class OptionsIn(Model):
    """Unknown keys are refused by name. Only keys that are there are changed."""

    seats: Annotated[int, Field(ge=2, le=4)] = 4
    target: Annotated[int, Field(ge=10, le=30)] = 15
    relaxed_take: bool = False
    hide_reserved: bool = False
    clock: ClockIn | None = None
