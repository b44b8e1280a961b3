"""All tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "inbox",
        sa.Column("id", ID, nullable=False),
        sa.Column("platform", sa.String(length=16), nullable=False),
        sa.Column("bot", sa.String(length=64), nullable=False),
        sa.Column("update_id", sa.String(length=64), nullable=False),
        sa.Column("payload", sa.Text()),
        sa.Column("received", MOMENT, nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_inbox"),
        sa.UniqueConstraint("platform", "bot", "update_id", name="uq_inbox_platform_bot_update_id"),
    )
    op.create_index("ix_inbox_state_id", "inbox", ["state", "id"])
    op.create_table(
        "jobs",
        sa.Column("id", ID, nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("subject_kind", sa.String(length=16)),
        sa.Column("subject_id", ID),
        sa.Column("due", MOMENT, nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("error", sa.Text()),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("key", sa.String(length=128)),
        sa.PrimaryKeyConstraint("id", name="pk_jobs"),
        sa.UniqueConstraint("key", name="uq_jobs_key"),
    )
    op.create_index("ix_jobs_state_due", "jobs", ["state", "due"])
    op.create_table(
        "meta",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_meta"),
    )
    op.create_table(
        "outages",
        sa.Column("id", ID, nullable=False),
        sa.Column("began", MOMENT, nullable=False),
        sa.Column("ended", MOMENT, nullable=False),
        sa.Column("credited", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_outages"),
    )
    op.create_table(
        "owner",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("process", sa.Integer(), nullable=False),
        sa.Column("host", sa.String(length=255), nullable=False),
        sa.Column("started", MOMENT, nullable=False),
        sa.Column("heartbeat", MOMENT, nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_owner_single")),
        sa.PrimaryKeyConstraint("id", name="pk_owner"),
    )
    op.create_table(
        "personal",
        sa.Column("subject_kind", sa.String(length=16), nullable=False),
        sa.Column("subject_id", ID, autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=32), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("subject_kind", "subject_id", "key", name="pk_personal"),
    )
    op.create_table(
        "persons",
        sa.Column("id", ID, nullable=False),
        sa.Column("language", sa.String(length=8)),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("erased", MOMENT),
        sa.PrimaryKeyConstraint("id", name="pk_persons"),
    )
    op.create_table(
        "places",
        sa.Column("id", ID, nullable=False),
        sa.Column("platform", sa.String(length=16), nullable=False),
        sa.Column("bot", sa.String(length=64), nullable=False),
        sa.Column("chat", sa.String(length=128), nullable=False),
        sa.Column("topic", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("title", sa.Text()),
        sa.Column("language", sa.String(length=8)),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_places"),
        sa.UniqueConstraint("platform", "bot", "chat", "topic", name="uq_places_platform_bot_chat_topic"),
    )
    op.create_table(
        "regulations",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("regulation", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("hash", name="pk_regulations"),
    )
    op.create_table(
        "accounts",
        sa.Column("id", ID, nullable=False),
        sa.Column("platform", sa.String(length=16), nullable=False),
        sa.Column("external", sa.String(length=128), nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.Column("username", sa.String(length=64)),
        sa.Column("created", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_accounts_person_persons"),
        sa.PrimaryKeyConstraint("id", name="pk_accounts"),
        sa.UniqueConstraint("platform", "external", name="uq_accounts_platform_external"),
    )
    op.create_index("ix_accounts_person", "accounts", ["person"])
    op.create_index("ix_accounts_platform_username", "accounts", ["platform", "username"])
    op.create_table(
        "games",
        sa.Column("id", ID, nullable=False),
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("place", ID, nullable=False),
        sa.Column("regulation", sa.String(length=64), nullable=False),
        sa.Column("event", ID),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("turn", sa.String(length=8)),
        sa.Column("ply", sa.Integer(), nullable=False),
        sa.Column("fen", sa.Text()),
        sa.Column("deadline", MOMENT),
        sa.Column("deadline_kind", sa.String(length=16)),
        sa.Column("result", sa.String(length=8)),
        sa.Column("reason", sa.String(length=32)),
        sa.Column("article", sa.String(length=64)),
        sa.Column("log_seq", sa.Integer(), nullable=False),
        sa.Column("log_hash", sa.String(length=64), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("updated", MOMENT, nullable=False),
        sa.CheckConstraint("(deadline IS NULL) = (deadline_kind IS NULL)", name=op.f("ck_games_deadline")),
        sa.CheckConstraint("version >= 1", name=op.f("ck_games_version")),
        sa.ForeignKeyConstraint(["place"], ["places.id"], name="fk_games_place_places"),
        sa.ForeignKeyConstraint(["regulation"], ["regulations.hash"], name="fk_games_regulation_regulations"),
        sa.PrimaryKeyConstraint("id", name="pk_games"),
        sa.UniqueConstraint("code", name="uq_games_code"),
    )
    op.create_index("ix_games_deadline", "games", ["deadline"])
    op.create_index("ix_games_event", "games", ["event"])
    op.create_index("ix_games_place_status", "games", ["place", "status"])
    op.create_table(
        "place_regulations",
        sa.Column("place", ID, autoincrement=False, nullable=False),
        sa.Column("regulation", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("added", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["hash"], ["regulations.hash"], name="fk_place_regulations_hash_regulations"),
        sa.ForeignKeyConstraint(["place"], ["places.id"], name="fk_place_regulations_place_places"),
        sa.PrimaryKeyConstraint("place", "regulation", name="pk_place_regulations"),
    )
    op.create_table(
        "posted",
        sa.Column("id", ID, nullable=False),
        sa.Column("place", ID, nullable=False),
        sa.Column("subject", sa.String(length=64)),
        sa.Column("message", sa.String(length=64), nullable=False),
        sa.Column("file_id", sa.Text()),
        sa.Column("outbox", ID, nullable=False),
        sa.Column("current", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["place"], ["places.id"], name="fk_posted_place_places"),
        sa.PrimaryKeyConstraint("id", name="pk_posted"),
        sa.UniqueConstraint("place", "message", name="uq_posted_place_message"),
    )
    op.create_index("ix_posted_place_subject", "posted", ["place", "subject"])
    op.create_table(
        "log",
        sa.Column("subject_kind", sa.String(length=16), nullable=False),
        sa.Column("subject_id", ID, autoincrement=False, nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("schema", sa.Integer(), nullable=False),
        sa.Column("actor", ID),
        sa.Column("account", ID),
        sa.Column("input", sa.String(length=64)),
        sa.Column("platform_time", MOMENT),
        sa.Column("recorded_time", MOMENT, nullable=False),
        sa.Column("undoes", sa.Integer()),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("previous", sa.String(length=64), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_log_seq")),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_log_account_accounts"),
        sa.ForeignKeyConstraint(["actor"], ["persons.id"], name="fk_log_actor_persons"),
        sa.PrimaryKeyConstraint("subject_kind", "subject_id", "seq", name="pk_log"),
    )
    op.create_table(
        "outbox",
        sa.Column("id", ID, nullable=False),
        sa.Column("place", ID, nullable=False),
        sa.Column("to_account", ID),
        sa.Column("toast", sa.Boolean(), nullable=False),
        sa.Column("subject", sa.String(length=64)),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_attempt", MOMENT),
        sa.Column("error", sa.Text()),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("key", sa.String(length=128)),
        sa.ForeignKeyConstraint(["place"], ["places.id"], name="fk_outbox_place_places"),
        sa.ForeignKeyConstraint(["to_account"], ["accounts.id"], name="fk_outbox_to_account_accounts"),
        sa.PrimaryKeyConstraint("id", name="pk_outbox"),
        sa.UniqueConstraint("key", name="uq_outbox_key"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_outbox_state_place_id", "outbox", ["state", "place", "id"])
    op.create_table(
        "sides",
        sa.Column("id", ID, nullable=False),
        sa.Column("game", ID, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("color", sa.String(length=8)),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_sides_game_games"),
        sa.PrimaryKeyConstraint("id", name="pk_sides"),
        sa.UniqueConstraint("game", "color", name="uq_sides_game_color"),
        sa.UniqueConstraint("game", "seat", name="uq_sides_game_seat"),
    )
    op.create_table(
        "controllers",
        sa.Column("side", ID, autoincrement=False, nullable=False),
        sa.Column("person", ID, autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_controllers_person_persons"),
        sa.ForeignKeyConstraint(["side"], ["sides.id"], name="fk_controllers_side_sides"),
        sa.PrimaryKeyConstraint("side", "person", name="pk_controllers"),
    )
    op.create_index("ix_controllers_person", "controllers", ["person"])
    op.create_table(
        "invitations",
        sa.Column("side", ID, autoincrement=False, nullable=False),
        sa.Column("platform", sa.String(length=16), nullable=False),
        sa.Column("username", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["side"], ["sides.id"], name="fk_invitations_side_sides"),
        sa.PrimaryKeyConstraint("side", name="pk_invitations"),
    )
