"""What all models of the wire share: unknown keys are refused by name, nothing is coerced."""

import unicodedata
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

Colour = Literal["diamond", "sapphire", "emerald", "ruby", "onyx"]
Token = Literal["diamond", "sapphire", "emerald", "ruby", "onyx", "gold"]


def _whole(value: object) -> object:
    """`True` and `1.0` equal 1 in Python, and would pass for it."""
    if type(value) is not int:
        raise ValueError("Input should be 1, 2 or 3")
    return value


Level = Annotated[Literal[1, 2, 3], BeforeValidator(_whole)]
Seat = Annotated[int, Field(ge=0, le=3)]
PARTIAL = Field(json_schema_extra={"partial": True})
"""Marks a dict that need not have every key; a key that is absent counts zero."""

Tokens = dict[Token, int]
"""Counts by token, all six keys there."""
SomeTokens = Annotated[dict[Token, int], PARTIAL]
"""Counts by token, those that are not zero."""


Reaction = Literal["nice", "wow", "laugh", "think", "hurry", "thanks"]


class Model(BaseModel):
    """A shape on the wire. Strict: a string is no number, a float is no count, an unknown key is an error."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


_BLANK = ("Cc", "Cf", "Mn", "Me", "Mc", "Zs", "Zl", "Zp")


def _shows(c: str) -> bool:
    """Whether a character leaves a mark by itself: joiners, direction marks and accents do not, nor do the letters and
    signs that stand for an empty place."""
    return unicodedata.category(c) not in _BLANK and c not in "\u115f\u1160\u2800\u3164\uffa0"


def _one_line(text: str) -> str:
    """Names and chat are single lines of visible text: control and direction-override characters are refused."""
    if any(
        ord(c) < 32
        or 0x7F <= ord(c) < 0xA0
        or c in "\u2028\u2029\ufeff"
        or 0x202A <= ord(c) <= 0x202E
        or 0x2066 <= ord(c) <= 0x2069
        or 0xD800 <= ord(c) < 0xE000
        for c in text
    ):
        raise ValueError("control characters are not allowed")
    text = text.strip()
    if not any(_shows(c) for c in text):
        raise ValueError("may not be blank")
    return text


Name = Annotated[str, Field(min_length=1, max_length=24), AfterValidator(_one_line)]
ChatText = Annotated[str, Field(min_length=1, max_length=300), AfterValidator(_one_line)]
