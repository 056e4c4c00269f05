"""What is pushed, readable by the browser alone and not by the push service (RFC 8291, 8188)."""

import os
import struct

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD = 4096
LONGEST = RECORD - 17 - 86
"""Bytes that fit into one record beside its head and tag; a push service need take no more."""


def browser_key(point: bytes) -> ec.EllipticCurvePublicKey:
    """The key of a subscription. Raises ValueError if it is no point of the curve."""
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def encrypted(
    text: bytes,
    point: bytes,
    auth: bytes,
    key: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a push of `text` to the browser with that key and secret. `key` and `salt` are made anew for each."""
    if len(text) > LONGEST:
        raise ValueError(f"a push has at most {LONGEST} bytes, not {len(text)}")
    key = key or ec.generate_private_key(ec.SECP256R1())
    salt = salt or os.urandom(16)
    ours = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    shared = key.exchange(ec.ECDH(), browser_key(point))
    secret = _derived(auth, shared, b"WebPush: info\0" + point + ours, 32)
    content_key = _derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack("!IB", RECORD, len(ours)) + ours
    return head + AESGCM(content_key).encrypt(nonce, text + b"\x02", None)


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
