"""Every setting, from `SPLENDOR_*` in the environment or the command line."""

import os
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

PREFIX = "SPLENDOR_"


def _address(url: Any) -> Any:
    """Without the slash at its end; an empty one (as an unset variable in a compose file gives) is none."""
    return (url.rstrip("/") or None) if isinstance(url, str) else url


def networks(proxies: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """The addresses and networks that are listed; none for `*`. Raises ValueError."""
    return tuple(ip_network(each.strip()) for each in proxies.split(",") if proxies.strip() not in ("", "*"))


def _readable(proxies: str) -> str:
    networks(proxies)
    return proxies


class Settings(BaseSettings):
    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    host: Annotated[str, Field(min_length=1)] = "127.0.0.1"
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    database_url: str = "sqlite:///var/splendor.db"
    feed: Annotated[Annotated[str, Field(pattern=r"^(rediss?|unix)://\S+$")] | None, BeforeValidator(_address)] = None
    """What tells several processes of one another's changes: redis://host:6379; without it, Postgres itself."""
    public_url: Annotated[Annotated[str, Field(pattern=r"^https?://[^/\s]+$")] | None, BeforeValidator(_address)] = None
    """The address that links carry, e.g. https://gems.example; without it, the one a request came to."""
    trusted_proxies: Annotated[str, AfterValidator(_readable)] = "127.0.0.1"
    """Addresses and networks of proxies, separated by commas, whose X-Forwarded-For and -Proto are believed; `*`:
    all."""
    limits: Literal["on", "off"] = "on"
    players_per_hour: Annotated[int, Field(ge=1)] = 200
    names_per_hour: Annotated[int, Field(ge=1)] = 300
    rooms_per_hour: Annotated[int, Field(ge=1)] = 100
    claims_per_hour: Annotated[int, Field(ge=1)] = 60
    misses_per_hour: Annotated[int, Field(ge=1)] = 2000
    """Wrong room codes, game ids and secrets from one address."""
    messages_per_second: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 10
    messages_burst: Annotated[int, Field(ge=1)] = 20
    reactions_per_second: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 1
    reactions_burst: Annotated[int, Field(ge=1)] = 5
    pauses_per_second: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 0.1
    pauses_burst: Annotated[int, Field(ge=1)] = 10
    sockets_per_player: Annotated[int, Field(ge=1)] = 30
    sockets_per_address: Annotated[int, Field(ge=1)] = 400
    watchers_per_room: Annotated[int, Field(ge=0)] = 200
    room_idle: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 60
    """Seconds after which a room that nobody is in leaves memory."""
    push_contact: Annotated[
        Annotated[str, Field(pattern=r"^(mailto:[^\s@]+@[^\s@]+|https://\S+)$")] | None, BeforeValidator(_address)
    ] = None
    """Whom a push service may write to about our notifications: a mailto: or https: address; else `public_url`."""
    push_private: Literal["on", "off"] = "off"
    """Whether notifications may go to addresses that are not public, for tests."""
    workers: Annotated[int, Field(ge=1, le=64)] = 1
    """Processes that serve the one port; more than one need Postgres."""
    metrics: Literal["off", "local", "on"] = "local"
    """Who may read /metrics: nobody, this machine and the trusted proxies' own, or everybody."""
    drain: Annotated[float, Field(ge=0, le=60)] = 0
    """Seconds after SIGTERM in which everything is still served, but /readyz says no: a balancer sends the next ones
    elsewhere."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["auto", "json", "text"] = "auto"
    """`auto`: text on a terminal, otherwise one JSON object a line."""


PATTERNS = {
    "feed": "an address such as redis://127.0.0.1:6379",
    "public_url": "an address such as https://gems.example",
    "trusted_proxies": "addresses and networks such as 10.0.0.1, 172.18.0.0/16, or *",
    "push_contact": "mailto:you@gems.example, or an https address",
}
"""What a setting that has a form looks like, for who wrote it wrong."""


class BadSettings(ValueError):
    """One sentence that says which setting is wrong, and how."""


def read_settings(**given: Any) -> Settings:
    """The settings, with `given` (the command line's) above the environment. Raises BadSettings."""
    unknown = sorted(
        name
        for name in os.environ
        if name.startswith(PREFIX) and name[len(PREFIX) :].lower() not in Settings.model_fields
    )
    if unknown:
        raise BadSettings(f"{unknown[0]} is no setting")
    try:
        return Settings(**{key: value for key, value in given.items() if value is not None})
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        name = ".".join(str(part) for part in fault["loc"])
        said = PATTERNS.get(name) or fault["msg"].lower()
        raise BadSettings(f"{PREFIX}{name.upper()}: {said}, not {fault['input']!r}") from None


def home(folder: str) -> Path:
    """Where `frontend` and `migrations` lie: inside an installed package, or at the top of a checkout."""
    package = Path(__file__).parent
    inside = package / folder
    return inside if inside.is_dir() else package.parents[1] / folder
