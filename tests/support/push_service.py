"""A push service of our own: a TLS server on this machine that keeps what it is sent, and a browser to read it."""

import asyncio
import base64
import contextlib
import datetime
import ipaddress
import json
import os
import ssl
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

POINT = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def to_text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A subscription, and what only the browser that made it can do: read what was pushed (RFC 8291)."""

    def __init__(self, endpoint: str, key: ec.EllipticCurvePrivateKey | None = None, auth: bytes | None = None) -> None:
        self.endpoint = endpoint
        self.key = key or ec.generate_private_key(ec.SECP256R1())
        self.auth = auth or os.urandom(16)
        self.point = self.key.public_key().public_bytes(*POINT)

    @property
    def subscription(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "p256dh": to_text(self.point), "auth": to_text(self.auth)}

    def read(self, body: bytes) -> bytes:
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
        secret = _hkdf(self.auth, shared, b"WebPush: info\0" + self.point + theirs, 32)
        key = _hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.rstrip(b"\0")[-1:] == b"\x02", "the last record"
        return text.rstrip(b"\0")[:-1]


def _hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def claims(header: str, public_key: str) -> dict[str, Any]:
    """What an Authorization of VAPID (RFC 8292) says, its signature checked against that key."""
    scheme, _, rest = header.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert parts["k"] == public_key
    head, body, signature = parts["t"].split(".")
    assert json.loads(to_bytes(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = to_bytes(signature)
    assert len(raw) == 64
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to_bytes(public_key))
    both = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    point.verify(both, f"{head}.{body}".encode(), ec.ECDSA(hashes.SHA256()))
    said = json.loads(to_bytes(body))
    assert isinstance(said, dict)
    return said


@dataclass(slots=True)
class Pushed:
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass(slots=True)
class PushService:
    """`status` by path: what it answers, 201 where none is named; 0: nothing at all."""

    url: str
    pushed: list[Pushed] = field(default_factory=list)
    status: dict[str, int] = field(default_factory=dict)

    def endpoint(self, name: str) -> str:
        return f"{self.url}/{name}"

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, ssl.SSLError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            first, *lines = head.strip().split("\r\n")
            method, path, version = first.split(" ")
            assert (method, version) == ("POST", "HTTP/1.1")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
            body = await reader.readexactly(int(headers["content-length"]))
            self.pushed.append(Pushed(path, headers, body))
            status = self.status.get(path, 201)
            if status:
                where = "Location: https://127.0.0.1:1/\r\n" if 300 <= status < 400 else ""
                writer.write(f"HTTP/1.1 {status} So\r\n{where}Content-Length: 0\r\n\r\n".encode())
                await writer.drain()
            else:
                await asyncio.sleep(30)
        writer.close()


@contextlib.asynccontextmanager
async def push_service(folder: Path) -> AsyncIterator[PushService]:
    """Runs on 127.0.0.1; who is to trust it finds its certificate as `folder`/push.pem."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate(folder))
    service = PushService("")
    server = await asyncio.start_server(service.take, "127.0.0.1", 0, ssl=context)
    service.url = f"https://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield service
    finally:
        server.close()


def certificate(folder: Path) -> Path:
    """A key and a certificate for 127.0.0.1 that signs itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "push service")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(hours=1))
        .not_valid_after(now + datetime.timedelta(hours=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "push.pem"
    pem = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path.write_bytes(key.private_bytes(*pem) + made.public_bytes(serialization.Encoding.PEM))
    return path
