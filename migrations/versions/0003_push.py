"""Browsers in which players want to be called, and the server's own secrets."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

Instant = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "subscriptions",
        sa.Column("endpoint_hash", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("endpoint", sa.String(), nullable=False),
        sa.Column("p256dh", sa.String(), nullable=False),
        sa.Column("auth", sa.String(), nullable=False),
        sa.Column("created", Instant, nullable=False),
        sa.PrimaryKeyConstraint("endpoint_hash", name="pk_subscriptions"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_subscriptions_player_players"),
    )
    op.create_index("ix_subscriptions_player", "subscriptions", ["player"])
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_secrets"),
    )


def downgrade() -> None:
    for table in ("secrets", "subscriptions"):
        op.drop_table(table)
