"""When a server last gave a sign of life."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_heartbeat"),
        sa.CheckConstraint("id = 1", name=op.f("ck_heartbeat_one_row")),
    )


def downgrade() -> None:
    op.drop_table("heartbeat")
