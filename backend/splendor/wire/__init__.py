"""The protocol: the shape of every message, here and nowhere else (docs/protocol.md tells it in prose)."""

PROTOCOL = 1
"""Raised whenever a name or shape on the wire changes; every `welcome` carries it."""
