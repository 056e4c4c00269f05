"""Why something is not done: a code of the protocol and a sentence with the facts. A refused thing changes nothing."""

from splendor.wire.server import ErrorCode


class Refusal(Exception):
    def __init__(self, code: ErrorCode, detail: str) -> None:
        super().__init__(detail)
        self.code: ErrorCode = code
        self.detail = detail
