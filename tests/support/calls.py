"""HTTP calls as they are, answer and all, where `peer.http` would turn a refusal into an exception."""

from typing import Any

import httpx
from pydantic import TypeAdapter

from splendor.wire.http import Refusal

JSON = {"Content-Type": "application/json"}
_refusal = TypeAdapter(Refusal)


async def call(url: str, method: str, path: str, **options: Any) -> httpx.Response:
    async with httpx.AsyncClient(base_url=url, timeout=20) as client:
        return await client.request(method, path, **options)


def refused(answer: httpx.Response, status: int, code: str) -> str:
    """The answer is a refusal in the protocol's words; gives its detail."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    refusal = _refusal.validate_json(answer.content, strict=True)
    assert refusal.code == code
    assert refusal.detail
    return refusal.detail
