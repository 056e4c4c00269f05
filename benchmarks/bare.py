"""The stack alone: what goes out for an action goes out here, too, in number and size, but there is no game and no
database behind it. `python -m benchmarks.bare PORT HOW` serves it as `splendor serve` serves the game: "frames" are
texts that are there already, "json" is what an application of this stack writes and reads by its own means."""

import itertools
import json
import sys
from collections import defaultdict
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from splendor.operation.listening import listen
from splendor.operation.serving import configured
from splendor.rules import Options, deal, new_game, view
from splendor.settings import read_settings

STATE = new_game(deal("bench", 4), 4, Options())
VIEW: dict[str, Any] = {**view(STATE, STATE.turn), "seats": ["Ada", "Lin", "Bo", "Cy"]}
"""A patch about as long as those that the game sends in a game of four."""
TEXT = json.dumps(VIEW, separators=(",", ":"))
rooms: defaultdict[str, list[WebSocket]] = defaultdict(list)
numbers: "defaultdict[str, itertools.count[int]]" = defaultdict(lambda: itertools.count(1))


async def frames(websocket: WebSocket, everyone: list[WebSocket], number: "itertools.count[int]") -> None:
    while True:
        await websocket.receive_text()
        move = f'{{"type":"move","game":"none","seq":{next(number)},"patch":{TEXT}}}'
        for each in everyone:
            await each.send_text(move)
        await websocket.send_text('{"type":"ok","re":1}')


async def jsons(websocket: WebSocket, everyone: list[WebSocket], number: "itertools.count[int]") -> None:
    while True:
        message = await websocket.receive_json()
        move = {"type": "move", "game": message["game"], "seq": next(number), "patch": VIEW}
        for each in everyone:
            await each.send_json(move)
        await websocket.send_json({"type": "ok", "re": message["id"]})


async def room(websocket: WebSocket) -> None:
    await websocket.accept()
    code = websocket.path_params["code"]
    everyone = rooms[code]
    everyone.append(websocket)
    try:
        await talk(websocket, everyone, numbers[code])
    except WebSocketDisconnect:
        everyone.remove(websocket)


app = Starlette(routes=[WebSocketRoute("/api/rooms/{code}/ws", room)])

if __name__ == "__main__":
    talk = {"frames": frames, "json": jsons}[sys.argv[2]]
    config = configured(read_settings(limits="off"), lambda: app)  # type: ignore[arg-type,return-value]
    listener = listen("127.0.0.1", int(sys.argv[1]))
    sys.stdout.write("the bare stack is served on that port\n")
    sys.stdout.flush()
    uvicorn.Server(config).run(sockets=[listener])
