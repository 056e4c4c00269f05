"""A browser's subscription: whether it can be one. Its endpoint is a secret: whoever knows it can use it."""

import re

from splendor.push import base64url
from splendor.push.encryption import browser_key
from splendor.push.endpoint import BadEndpoint, Endpoint
from splendor.records import Subscription

AUTH = 16


class BadSubscription(ValueError):
    """One sentence for the caller."""


def checked(subscription: Subscription, private: bool = False) -> Subscription:
    """The subscription, if it is one that can be pushed to. Raises BadSubscription. `private`: addresses that are not
    public may be."""
    try:
        Endpoint.read(subscription.endpoint, private)
    except BadEndpoint as error:
        raise BadSubscription(f"endpoint: {error}") from None
    try:
        point = base64url.to_bytes(subscription.p256dh)
        if len(point) != 65:
            raise ValueError
        browser_key(point)
    except ValueError:
        raise BadSubscription("p256dh: not a public key") from None
    if not re.fullmatch(r"[A-Za-z0-9_-]{22}(==)?", subscription.auth):
        raise BadSubscription(f"auth: {AUTH} bytes are expected")
    return subscription
