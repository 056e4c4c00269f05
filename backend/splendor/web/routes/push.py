"""Being called when it is one's turn: by choice, and for each browser by itself."""

from fastapi import APIRouter, Response

from splendor.push import BadSubscription, checked
from splendor.records import Subscription
from splendor.rooms.refusal import Refusal
from splendor.web import identity
from splendor.web.errors import StrictRoute
from splendor.web.services import ServicesDep
from splendor.wire.http import PushIn, PushKey, PushOff

router = APIRouter(prefix="/api", route_class=StrictRoute)


@router.get("/push/key")
async def show_key(deps: ServicesDep) -> PushKey:
    """The public key with which a browser subscribes."""
    return PushKey(key=deps.push.public_key)


@router.post("/me/push", status_code=204, dependencies=[identity.SameOrigin])
async def subscribe(player: identity.Known, body: PushIn, deps: ServicesDep) -> Response:
    """Calls this browser from now on when it is the caller's turn and they are not in the room."""
    subscription = Subscription(player=player.id, endpoint=body.endpoint, p256dh=body.p256dh, auth=body.auth)
    try:
        checked(subscription, deps.push.private)
    except BadSubscription as error:
        raise Refusal("bad_message", str(error)) from None
    await deps.store.subscribe(subscription)
    return Response(status_code=204)


@router.delete("/me/push", status_code=204, dependencies=[identity.SameOrigin])
async def unsubscribe(player: identity.Known, body: PushOff, deps: ServicesDep) -> Response:
    """Calls this browser no longer. It is no error if it was not called."""
    await deps.store.unsubscribe(player.id, body.endpoint)
    return Response(status_code=204)
