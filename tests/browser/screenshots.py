"""Makes the pictures of the README: a table of four in the middle of a game, on a desk and on a phone.

.venv/bin/python tests/browser/screenshots.py
"""

import asyncio
import base64
import struct
import sys
import tempfile
import zlib
from pathlib import Path

HERE = Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[1]))

from splendor import rules  # noqa: E402
from splendor.rules import Action, Buy, Reserve, State, Take  # noqa: E402
from support.party import playing_on  # noqa: E402
from support.positions import Position, reach, weighed  # noqa: E402
from support.server import serving, sqlite_url  # noqa: E402
from support.visitor import (  # noqa: E402
    DESK,
    PHONE,
    Visitor,
    Visitors,
    chromium_running,
    find_chromium,
    script,
)

COARSER = script("coarser.js")
SIGNATURE = b"\x89PNG\r\n\x1a\n"
DOCS = HERE.parents[2] / "docs"
TALK = [(1, "That blue one was mine!"), (3, "Two more rubies and the nobles come to me"), (2, "We shall see …")]


def in_the_midst() -> Position:
    """Everyone has something, nobody has all; the first is to act, holds tokens, and could buy."""

    def weight(_: State, action: Action) -> float:
        match action:
            case Buy(card):
                return 8.0 + 30.0 * rules.CARDS[card].points
            case Reserve(deck=None, card=str(card)):
                return 0.6 if rules.CARDS[card].points >= 2 else 0.02
            case Take(tokens):
                return 2.0 if max(tokens) == 1 else 0.6
            case _:
                return 0.05

    def condition(state: State) -> bool:
        me, points = state.player, [player.points for player in state.players]
        if state.phase != "play" or state.turn != 0 or state.final_round or None in sum(state.market, ()):
            return False
        settled = all(len(player.cards) >= 5 and sum(player.tokens) >= 3 for player in state.players)
        mine = len(me.reserved) == 2 and sum(me.tokens) >= 5
        could = any(isinstance(action, Buy) for action in rules.legal_actions(state))
        visited = any(player.nobles for player in state.players)
        return settled and mine and could and visited and min(points) >= 5 and state.bank.count(0) <= 1

    return reach(condition, 4, weighed(weight), tries=1000)


async def smaller(visitor: Visitor, png: bytes) -> bytes:
    """The picture with 64 shades a channel, which the eye does not miss, and packed as well as it can be."""
    blank = await visitor.context.new_page()
    made = base64.b64decode(await blank.evaluate(COARSER, base64.b64encode(png).decode()))
    await blank.close()
    return packed(made)


def packed(png: bytes) -> bytes:
    """The same picture: a browser is in more of a hurry than we are."""
    parts: list[tuple[bytes, bytes]] = []
    at = len(SIGNATURE)
    while at < len(png):
        (size,) = struct.unpack(">I", png[at : at + 4])
        parts.append((png[at + 4 : at + 8], png[at + 8 : at + 8 + size]))
        at += size + 12
    lines = zlib.decompress(b"".join(body for name, body in parts if name == b"IDAT"))
    kept = [(b"IHDR", parts[0][1]), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b"")]
    return SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in kept
    )


async def main() -> None:
    path = find_chromium()
    if path is None:
        sys.exit("no Chromium was found: set CHROMIUM to its path")
    position = in_the_midst()
    with tempfile.TemporaryDirectory() as folder:
        async with serving(sqlite_url(Path(folder)), limits="off") as served, chromium_running(path) as browser:
            visitors = Visitors(browser)
            async with playing_on(served, position, watchers=1) as party:
                for seat, text in TALK:
                    await party.players[seat].send("chat", text=text)
                for name, size, scale in (("table", DESK, 1), ("table-phone", PHONE, 2)):
                    player = await visitors.come(
                        served.url, party.people[0], viewport=size, device_scale_factor=scale, color_scheme="light"
                    )
                    await player.at_table(party.code)
                    await player.at_seq(len(position.actions))
                    await player.page.mouse.move(1, size["height"] - 1)
                    picture = DOCS / f"{name}.png"
                    picture.write_bytes(await smaller(player, await player.page.screenshot()))
                    sys.stdout.write(f"{picture} {picture.stat().st_size // 1000} kB\n")
            faults = await visitors.leave()
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    asyncio.run(main())
