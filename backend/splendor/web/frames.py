"""Messages as they go over the wire: whole WebSocket frames (RFC 6455), made once for all who are sent the same."""

import zlib
from functools import lru_cache

TEXT = 0x81
DEFLATED = 0x40
LEAST = 128
"""What is shorter is not compressed: it would hardly become less."""
LEVEL, MEMORY = 6, 5
"""Messages are small; more memory would only have to be cleared for each."""


@lru_cache(maxsize=32)
def frame(text: str, window: int | None) -> bytes:
    """A text message as an unmasked frame; for a connection that has agreed on permessage-deflate (RFC 7692),
    by itself, compressed within a window of so many bits. Many who are sent one message are sent one frame."""
    payload, head = text.encode(), TEXT
    if window is not None and len(payload) >= LEAST:
        payload, head = deflated(payload, window), TEXT | DEFLATED
    size = len(payload)
    if size < 126:
        return bytes((head, size)) + payload
    if size < 1 << 16:
        return bytes((head, 126)) + size.to_bytes(2, "big") + payload
    return bytes((head, 127)) + size.to_bytes(8, "big") + payload


def deflated(payload: bytes, window: int) -> bytes:
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -window, MEMORY)
    # A flush ends in an empty block, 00 00 FF FF, which is left out.
    return (packer.compress(payload) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]
