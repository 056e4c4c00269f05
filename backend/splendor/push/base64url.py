"""Base64url as the web's standards write it: without padding."""

import base64
import re


def to_text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    """Padding may be there or not. Raises ValueError.

    >>> to_bytes("_-8"), to_bytes("_-8=")
    (b'\\xff\\xef', b'\\xff\\xef')
    """
    bare = text.rstrip("=")
    if not re.fullmatch(r"[A-Za-z0-9_-]*", bare):
        raise ValueError("not base64url")
    return base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
