"""How many messages stand below another one is counted without reading all that was ever said in a chat."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_posted_place_id", "posted", ["place", "id"])
