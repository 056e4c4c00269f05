"""The first tables."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

Json = sa.JSON().with_variant(postgresql.JSONB(), "postgresql")
Instant = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("token_hash", sa.String(), nullable=False),
        sa.Column("created", Instant, nullable=False),
        sa.Column("seen", Instant, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("token_hash", name="uq_players_token_hash"),
    )
    op.create_table(
        "links",
        sa.Column("code_hash", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("expires", Instant, nullable=False),
        sa.Column("used", Instant, nullable=True),
        sa.PrimaryKeyConstraint("code_hash", name="pk_links"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_links_player_players"),
        sa.UniqueConstraint("player", name="uq_links_player"),
    )
    op.create_table(
        "rooms",
        sa.Column("code", sa.String(), nullable=False),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("public", sa.Boolean(), nullable=False),
        sa.Column("host", sa.String(), nullable=False),
        sa.Column("options", Json, nullable=False),
        sa.Column("size", sa.SmallInteger(), nullable=False),
        sa.Column("kicked", Json, nullable=False),
        sa.Column("game", sa.String(), nullable=True),
        sa.Column("scores", Json, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created", Instant, nullable=False),
        sa.Column("touched", Instant, nullable=False),
        sa.PrimaryKeyConstraint("code", name="pk_rooms"),
        sa.ForeignKeyConstraint(["host"], ["players.id"], name="fk_rooms_host_players"),
    )
    op.create_index("ix_rooms_public_status_created", "rooms", ["public", "status", "created"])
    op.create_table(
        "seats",
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("room", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], name="fk_seats_room_rooms"),
        sa.UniqueConstraint("player", "room", name="uq_seats_player_room"),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("options", Json, nullable=False),
        sa.Column("players", Json, nullable=False),
        sa.Column("names", Json, nullable=False),
        sa.Column("seed", sa.String(), nullable=False),
        sa.Column("deal", Json, nullable=False),
        sa.Column("result", Json, nullable=True),
        sa.Column("created", Instant, nullable=False),
        sa.Column("finished", Instant, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], name="fk_games_room_rooms"),
    )
    op.create_index("ix_games_room", "games", ["room"])
    op.create_table(
        "actions",
        sa.Column("game_id", sa.String(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("action", Json, nullable=False),
        sa.Column("at", Instant, nullable=False),
        sa.PrimaryKeyConstraint("game_id", "seq", name="pk_actions"),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name="fk_actions_game_id_games"),
        sa.CheckConstraint("seq > 0", name=op.f("ck_actions_seq_positive")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("at", Instant, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_chat"),
        sa.ForeignKeyConstraint(["room"], ["rooms.code"], name="fk_chat_room_rooms"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_chat_player_players"),
    )
    op.create_index("ix_chat_room_id", "chat", ["room", "id"])


def downgrade() -> None:
    for table in ("chat", "actions", "games", "seats", "rooms", "links", "players"):
        op.drop_table(table)
