"""The tables. `migrations/` makes them; `alembic check` holds the two together."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    UniqueConstraint,
)

from splendor.store.columns import Instant, Json

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

players = Table(
    "players",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("token_hash", String, nullable=False, unique=True),
    Column("created", Instant, nullable=False),
    Column("seen", Instant, nullable=False),
)

# A player has one link at most: a new one takes the place of the last.
links = Table(
    "links",
    metadata,
    Column("code_hash", String, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False, unique=True),
    Column("expires", Instant, nullable=False),
    Column("used", Instant),
)

rooms = Table(
    "rooms",
    metadata,
    Column("code", String, primary_key=True),
    Column("status", String, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("host", ForeignKey("players.id"), nullable=False),
    Column("options", Json, nullable=False),
    Column("size", SmallInteger, nullable=False),
    Column("kicked", Json, nullable=False),
    # Always one of the room's own games; a foreign key would close a circle with games.room.
    Column("game", String),
    Column("scores", Json, nullable=False),
    # What is being decided: who is in for another game, what somebody asks to take back, what the others choose.
    Column("open", Json),
    Column("version", Integer, nullable=False),
    Column("created", Instant, nullable=False),
    Column("touched", Instant, nullable=False),
    Index(None, "public", "status", "created"),
)

# The seats that are taken. `player` may be a bot's id, which is no row of `players`.
# The unique key is led by the player so that it also answers where a player sits.
seats = Table(
    "seats",
    metadata,
    Column("room", ForeignKey("rooms.code"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("player", String, nullable=False),
    UniqueConstraint("player", "room"),
)

games = Table(
    "games",
    metadata,
    Column("id", String, primary_key=True),
    Column("room", ForeignKey("rooms.code"), nullable=False, index=True),
    Column("options", Json, nullable=False),
    Column("players", Json, nullable=False),
    Column("names", Json, nullable=False),
    Column("seed", String, nullable=False),
    Column("deal", Json, nullable=False),
    Column("result", Json),
    Column("created", Instant, nullable=False),
    Column("finished", Instant),
)

# The journal: whoever inserts a number of a game has won it, in whatever process.
actions = Table(
    "actions",
    metadata,
    Column("game_id", ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, nullable=False),
    Column("action", Json, nullable=False),
    Column("at", Instant, nullable=False),
    CheckConstraint("seq > 0", name="seq_positive"),
    sqlite_with_rowid=False,
)

# When each server process last gave a sign of life.
servers = Table("servers", metadata, Column("id", String, primary_key=True), Column("at", Instant, nullable=False))

# Who is in a room, as each server process knows it; `gone` while they have no socket there.
stays = Table(
    "stays",
    metadata,
    Column("room", String, primary_key=True),
    Column("player", String, primary_key=True),
    Column("server", String, primary_key=True),
    Column("came", Instant, nullable=False),
    Column("gone", Instant),
    Index(None, "server"),
)

# Ordered by `id`, which is the order of arrival; clocks may step back.
chat = Table(
    "chat",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("room", ForeignKey("rooms.code"), nullable=False),
    Column("player", ForeignKey("players.id"), nullable=False),
    Column("name", String, nullable=False),
    Column("text", String, nullable=False),
    Column("at", Instant, nullable=False),
    Index(None, "room", "id"),
)

# Browsers in which a player wants to be called. The endpoint is long, and any text: its hash is the key.
subscriptions = Table(
    "subscriptions",
    metadata,
    Column("endpoint_hash", String, primary_key=True),
    Column("player", ForeignKey("players.id"), nullable=False, index=True),
    Column("endpoint", String, nullable=False),
    Column("p256dh", String, nullable=False),
    Column("auth", String, nullable=False),
    Column("created", Instant, nullable=False),
)

# What the server made for itself once and must not lose, nor tell.
secrets = Table(
    "secrets",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)

# Token buckets that all processes share, each as the moment (in microseconds since 1970) at which it is full again.
# `key` is a keyed hash of what is counted and whose it is, so that no address is stored.
limits = Table(
    "limits",
    metadata,
    Column("key", String, primary_key=True),
    Column("full_at", BigInteger, nullable=False),
)
