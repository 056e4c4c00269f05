"""What several processes share: what is being decided in a room, who is there, and which processes live."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

Instant = sa.DateTime(timezone=True)
Json = sa.JSON(none_as_null=True).with_variant(postgresql.JSONB(none_as_null=True), "postgresql")


def upgrade() -> None:
    op.add_column("rooms", sa.Column("open", Json))
    op.create_table(
        "servers",
        sa.Column("id", sa.String(), nullable=False),
        sa.Column("at", Instant, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_servers"),
    )
    op.execute("INSERT INTO servers (id, at) SELECT 'before', at FROM heartbeat")
    op.drop_table("heartbeat")
    op.create_table(
        "stays",
        sa.Column("room", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("server", sa.String(), nullable=False),
        sa.Column("came", Instant, nullable=False),
        sa.Column("gone", Instant),
        sa.PrimaryKeyConstraint("room", "player", "server", name="pk_stays"),
    )
    op.create_index("ix_stays_server", "stays", ["server"])


def downgrade() -> None:
    op.drop_table("stays")
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("at", Instant, nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_heartbeat_one_row")),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
    )
    op.execute("INSERT INTO heartbeat (id, at) SELECT 1, max(at) FROM servers HAVING max(at) IS NOT NULL")
    op.drop_table("servers")
    with op.batch_alter_table("rooms") as rooms:
        rooms.drop_column("open")
