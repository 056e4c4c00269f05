"""Web Push: telling players who are not there, where they asked for it (RFC 8030, 8291, 8292)."""

from splendor.push.push import Push
from splendor.push.subscription import BadSubscription, checked

__all__ = ["BadSubscription", "Push", "checked"]
