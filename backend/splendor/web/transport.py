"""uvicorn's websocket, with what a game server needs of it and ASGI does not offer: to cut a connection whose peer does
not read, to give up on a dead one, and to say goodbye before a restart."""

from collections.abc import Callable
from typing import Any, cast
from urllib.parse import parse_qs

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory

from splendor import metrics
from splendor.web.frames import frame
from splendor.web.limits import Bucket
from splendor.web.outbox import CLOSE, LAST_WORDS, farewell
from splendor.wire.server import ByeReason

LINE = "splendor.line"
"""The extension in the scope under which a handler finds the connection itself, as an `outbox.Line`."""
ENDS = "splendor.ends"
"""Stands in the message by which a handler learns that its connection has ended, if that is because this process ends.
A code would not do: a peer chooses its own."""
DEFLATE = ServerPerMessageDeflateFactory(server_no_context_takeover=True, client_no_context_takeover=True)
"""Each message is compressed by itself, so that no connection needs memory for it, and one frame does for many."""
FRAGMENTS = 256
"""Pieces that a message may come in. Empty ones are counted by no other limit."""
PINGS_PER_SECOND = 5
PINGS_BURST = 50
"""A ping is answered by the library, which waits for nobody to read the answers."""


def _nothing() -> None:
    pass


class GameSocket(WebSocketsSansIOProtocol):
    relieved: Callable[[], None] = staticmethod(_nothing)
    _window: int | None = None
    _is_served = False

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.pings = Bucket(PINGS_PER_SECOND, PINGS_BURST)
        # On the level `debug` the library would log every frame and header, and people's secrets among them.
        self.conn.debug = False

    def handle_connect(self, event: Any) -> None:
        # Only for who wants few bytes: it takes about as long as all else that a message needs.
        if "indexed" in parse_qs(event.path.partition("?")[2]).get("patch", ()):
            self.conn.available_extensions = [DEFLATE]
        super().handle_connect(event)
        if hasattr(self, "scope"):
            cast(dict[str, Any], self.scope["extensions"])[LINE] = self
        for extension in self.conn.extensions:
            if isinstance(extension, PerMessageDeflate):
                self._window = extension.local_max_window_bits

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            self._is_served = True
            self._let_go()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._let_go()

    def _let_go(self) -> None:
        """Once all is over, nothing of a connection refers to itself in a circle: Python looks for those so seldom that
        tens of thousands of connections would be kept till then."""
        if self._is_served and self.disconnected:
            self.relieved = _nothing
            self.scope["extensions"].clear()
            self.conn.parser.close()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.relieved()

    @property
    def is_writable(self) -> bool:
        return self.writable.is_set()

    def write(self, text: str) -> None:
        """Past ASGI, which would have each message made into a frame for each connection, and waited for."""
        if not self.close_sent and not self.transport.is_closing():
            self.transport.write(frame(text, self._window))

    def close(self, reason: ByeReason) -> None:
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(CLOSE[reason])
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": CLOSE[reason]})
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(LAST_WORDS, self.transport.abort)

    def cut(self, reason: ByeReason) -> None:
        """Sends a goodbye, if the peer should still read one, and aborts: a graceful close would wait for a buffer that
        may never drain."""
        if not self.close_sent and not self.transport.is_closing():
            self._say_goodbye(reason)
            self.close_sent = True
        self.loop.call_later(LAST_WORDS, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        """A text that is none ends the connection (1007). uvicorn would log the peer's fault as one of the server's."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(map(bytes, self.frames)).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        if self.pings.take():
            super().handle_ping()
        elif not self.close_sent:
            self.cut("abuse")

    def handle_cont(self, event: Any) -> None:
        if len(self.frames) < FRAGMENTS:
            super().handle_cont(event)
        elif not self.close_sent:
            self.cut("abuse")

    async def send(self, message: Any) -> None:
        """After a goodbye from here the handler may still have something to say: to it the peer is gone. And a peer
        that does not answer a close is not waited for, also where what it did not read blocks an orderly end."""
        await self.writable.wait()
        if self.close_sent and self.initial_response is None:
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.accept":
            # Of the handshake nothing is needed any more but what the scope has of it.
            del self.request, self.response
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            # Turning somebody away completes the handshake, too; uvicorn would report it as a fault.
            self.handshake_complete = True
        if self.close_timer is not None:
            self.close_timer.cancel()
            self.close_timer = self.loop.call_later(LAST_WORDS, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        if self.handshake_complete and not self.close_sent and not self.transport.is_closing():
            metrics.BYES.labels("restart").inc()
            self._say_goodbye("restart")
            self.close_sent = True
            told: Any = {"type": "websocket.disconnect", "code": CLOSE["restart"], ENDS: True}
            self.queue.put_nowait(told)
        super().shutdown()

    def _say_goodbye(self, reason: ByeReason) -> None:
        self.conn.send_text(farewell(reason).encode())
        self.conn.send_close(CLOSE[reason])
        self.transport.write(b"".join(self.conn.data_to_send()))
