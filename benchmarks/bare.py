"""The stack alone: what goes out for an action goes out here, too, in number and size, but there is no game and no
database behind it. `python -m benchmarks.bare PORT` serves it as `splendor serve` serves the game."""

import itertools
import sys
from collections import defaultdict

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from splendor.operation.listening import listen
from splendor.operation.serving import configured
from splendor.settings import read_settings

SIZE = 1400
"""Bytes of a move: about the mean of those that the game sends in a game of four."""
rooms: defaultdict[str, list[WebSocket]] = defaultdict(list)
numbers: "defaultdict[str, itertools.count[int]]" = defaultdict(lambda: itertools.count(1))


async def room(websocket: WebSocket) -> None:
    await websocket.accept()
    code = websocket.path_params["code"]
    everyone = rooms[code]
    everyone.append(websocket)
    try:
        while True:
            await websocket.receive_text()
            move = f'{{"type":"move","game":"none","seq":{next(numbers[code])},"patch":"{"x" * SIZE}"}}'
            for each in everyone:
                await each.send_text(move)
            await websocket.send_text('{"type":"ok","re":1}')
    except WebSocketDisconnect:
        everyone.remove(websocket)


app = Starlette(routes=[WebSocketRoute("/api/rooms/{code}/ws", room)])

if __name__ == "__main__":
    config = configured(read_settings(limits="off"), lambda: app)  # type: ignore[arg-type,return-value]
    listener = listen("127.0.0.1", int(sys.argv[1]))
    sys.stdout.write("the bare stack is served on that port\n")
    sys.stdout.flush()
    uvicorn.Server(config).run(sockets=[listener])
