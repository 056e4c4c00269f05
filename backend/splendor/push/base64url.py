"""Base64url as the web's standards write it: without padding."""

import base64


def to_text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    """Padding may be there or not. Raises ValueError.

    >>> to_bytes("_-8"), to_bytes("_-8=")
    (b'\\xff\\xef', b'\\xff\\xef')
    """
    bare = text.rstrip("=")
    return base64.b64decode(bare + "=" * (-len(bare) % 4), altchars=b"-_", validate=True)
