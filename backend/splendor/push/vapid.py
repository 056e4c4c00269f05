"""Who pushes (VAPID, RFC 8292): one key pair for the whole server, and a signed statement for each push service."""

import hashlib
import json
import time
from collections.abc import Callable

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from splendor.push import base64url

LIFE = 12 * 3600
"""Seconds that a statement holds; a day is the most that a push service takes."""


def new_secret() -> str:
    """A private key, as it is stored."""
    key = ec.generate_private_key(ec.SECP256R1())
    return base64url.to_text(key.private_numbers().private_value.to_bytes(32, "big"))


class Vapid:
    """Signs for whoever holds `secret`. `contact` is whom a push service may write to: a mailto: or https: address."""

    def __init__(self, secret: str, contact: str, clock: Callable[[], float] = time.time) -> None:
        self._key = ec.derive_private_key(int.from_bytes(base64url.to_bytes(secret), "big"), ec.SECP256R1())
        self._contact = contact
        self._clock = clock
        self._made: dict[str, tuple[str, float]] = {}
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key = base64url.to_text(point)

    def authorization(self, origin: str) -> str:
        """The header for a push service, by its origin. One statement serves half of its life."""
        statement, until = self._made.get(origin, ("", 0.0))
        now = self._clock()
        if now + LIFE / 2 > until:
            if len(self._made) > 1000:
                self._made.clear()
            statement, until = self._signed({"aud": origin, "exp": int(now + LIFE), "sub": self._contact}), now + LIFE
            self._made[origin] = statement, until
        return f"vapid t={statement}, k={self.public_key}"

    def _signed(self, claims: dict[str, object]) -> str:
        """A JSON web token (RFC 7515), signed by ES256."""
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        text = ".".join(base64url.to_text(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
        r, s = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(hashes.SHA256())))
        return f"{text}.{base64url.to_text(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"


def topic(name: str) -> str:
    """What the push service knows a notification's subject by, so that of one subject it keeps the last: 32 characters
    that say nothing."""
    return base64url.to_text(hashlib.sha256(name.encode()).digest())[:32]
