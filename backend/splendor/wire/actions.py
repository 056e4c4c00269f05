"""The actions that a client may send. `pass` is not among them: only the game itself passes (E08)."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from splendor.wire.model import Level, Model, Token

Counts = Annotated[
    dict[Token, Annotated[int, Field(ge=1, le=10)]], Field(max_length=6, json_schema_extra={"partial": True})
]
CardId = Annotated[str, Field(max_length=8)]


class Take(Model):
    type: Literal["take"]
    tokens: Counts


class Reserve(Model):
    """A face-up `card`, or the top card of a `deck` unseen: exactly one of the two."""

    type: Literal["reserve"]
    card: CardId | None = None
    deck: Level | None = None

    @model_validator(mode="after")
    def _card_or_deck(self) -> Self:
        if (self.card is None) == (self.deck is None):
            raise ValueError("name either a card or a deck")
        return self


class Buy(Model):
    """`pay` names the tokens; without it colours pay first and gold covers what is missing (E24)."""

    type: Literal["buy"]
    card: CardId
    pay: Counts | None = None


class Return(Model):
    type: Literal["return"]
    tokens: Counts


class ChooseNoble(Model):
    type: Literal["noble"]
    noble: CardId


Action = Annotated[Take | Reserve | Buy | Return | ChooseNoble, Field(discriminator="type")]
