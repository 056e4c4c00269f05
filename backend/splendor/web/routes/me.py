"""Players: who one is, and how one moves to another device."""

from datetime import timedelta

from fastapi import APIRouter, Request, Response

from splendor.rooms import codes, moments
from splendor.rooms.refusal import Refusal
from splendor.web import identity
from splendor.web.errors import StrictRoute
from splendor.web.qr import qr_svg
from splendor.web.services import ServicesDep, base_url
from splendor.web.summaries import summaries
from splendor.wire.http import ClaimIn, LinkOut, MeIn, MeOut, WhoAmI

router = APIRouter(prefix="/api/me", route_class=StrictRoute)
LINK_LIFE = timedelta(minutes=10)


@router.post("", response_model_exclude_none=True, dependencies=[identity.SameOrigin])
async def make_or_rename(
    request: Request, response: Response, body: MeIn, player: identity.Caller, deps: ServicesDep
) -> MeOut:
    """Makes a player and gives the caller its secret, or renames the caller."""
    address = identity.address(request)
    if player is not None:
        if body.name == player.name:
            return MeOut(player=player.id, name=player.name)
        # Every room that they are in is told of it.
        await deps.limits.count("names", address)
        renamed = await deps.store.rename(player.id, body.name)
        if renamed is None:
            raise Refusal("unauthorized", "this player is gone")
        deps.rooms.rename(renamed)
        return MeOut(player=renamed.id, name=renamed.name)
    await deps.limits.count("players", address)
    token = identity.new_token()
    made = await deps.store.make_player(body.name, identity.digest(token))
    identity.remember(response, request, token)
    return MeOut(player=made.id, name=made.name, token=token)


@router.get("")
async def who_am_i(player: identity.Known, deps: ServicesDep) -> WhoAmI:
    rooms = await deps.store.rooms_of(player.id)
    return WhoAmI(player=player.id, name=player.name, rooms=await summaries(deps, rooms, player.id))


@router.post("/link", dependencies=[identity.SameOrigin])
async def make_link(request: Request, player: identity.Known, deps: ServicesDep) -> LinkOut:
    """A one-time link by which another device becomes this player. The code stands behind the #, which is sent to no
    server and stands in no log."""
    code = codes.link_code()
    expires = moments.now() + LINK_LIFE
    await deps.store.make_link(identity.digest(code), player.id, expires)
    url = f"{base_url(request, deps.public_url)}/claim#{code}"
    return LinkOut(url=url, code=code, qr=qr_svg(url), expires=moments.stamp(expires))


@router.post("/claim", dependencies=[identity.SameOrigin])
async def claim(request: Request, response: Response, body: ClaimIn, deps: ServicesDep) -> MeOut:
    """Makes the calling device the player whose link this is; the old device's secret is worth nothing from then on."""
    await deps.limits.count("claims", identity.address(request))
    code = body.code.strip().lower()
    token = identity.new_token()
    player = await deps.store.claim_link(identity.digest(code), identity.digest(token), moments.now())
    if player is None:
        raise Refusal("not_found", "this link is used up or too old; make a new one on the other device")
    deps.rooms.replace(player.id)
    identity.remember(response, request, token)
    return MeOut(player=player.id, name=player.name, token=token)
