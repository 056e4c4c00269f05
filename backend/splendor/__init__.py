"""Splendor online with friends: an authoritative game server and its browser client."""

from importlib.metadata import version as _version_of


def version() -> str:
    """What is installed, as pyproject.toml has it."""
    return _version_of("splendor")
