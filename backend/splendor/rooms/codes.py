"""Names for rooms that can be read aloud and typed, and can't be guessed."""

import re
import secrets

# Short, common, and unlike each other in sound; no word that could offend beside any other.
_FIRST = (
    "amber azure birch brass brave brisk bronze calm cedar clear clever cobalt copper coral crimson crystal "
    "daring dawn dusky eager early fancy fern fleet frosty gentle gilded golden grand happy hazel honest indigo "
    "ivory jade jolly keen kind lemon light lilac lively lucky maple marble mellow merry misty modest mossy noble "
    "olive opal patient pearl plum polite proud quick quiet ready rosy royal rustic sandy scarlet silver snowy "
    "spring steady stone summer sunny swift teal tidy topaz velvet violet warm willow winter wise witty"
).split()
_SECOND = (
    "badger beaver bison buzzard camel canary cat cheetah cicada condor crane cricket curlew deer dolphin donkey "
    "dove eagle egret falcon ferret finch fox gazelle gecko gibbon goose hamster hare hawk hedgehog heron hornet "
    "ibex ibis impala jackdaw jaguar kestrel kingfisher koala lark lemur leopard lion lizard llama lynx magpie "
    "marmot marten mole moose moth narwhal newt ocelot orca oriole osprey otter owl panda panther parrot pelican "
    "penguin pigeon plover puffin puma quail rabbit raven robin salmon seal sparrow stork swan swift tapir tern "
    "thrush tiger toucan trout turtle viper walrus weasel whale wombat wren zebra"
).split()
# Digits and letters without those that are mistaken for one another (0 o, 1 i l, 5 s, u v).
_ALPHABET = "2346789abcdefghjkmnpqrtwxyz"
_TAIL = 8
"""27 ** 8 > 2 ** 38, and the two words bring over 12 bits more: at least 50 random bits."""


def room_code() -> str:
    """A new code such as `amber-otter-7q4k2m9x`."""
    tail = "".join(secrets.choice(_ALPHABET) for _ in range(_TAIL))
    return f"{secrets.choice(_FIRST)}-{secrets.choice(_SECOND)}-{tail}"


def link_code() -> str:
    """A one-time code for moving to another device: about 57 random bits, good for ten minutes."""
    return "-".join("".join(secrets.choice(_ALPHABET) for _ in range(4)) for _ in range(3))


def game_id() -> str:
    return secrets.token_hex(8)


def is_possible(id: str) -> bool:
    """Whether a room or game could have that name. What could not is never looked up: a database may not take it."""
    return re.fullmatch(r"[A-Za-z0-9_-]{1,64}", id) is not None
