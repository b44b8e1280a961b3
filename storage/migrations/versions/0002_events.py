"""Events, their entrants, and questions that wait for an answer."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "events",
        sa.Column("id", ID, nullable=False),
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("slug", sa.String(length=32), nullable=False),
        sa.Column("place", ID, nullable=False),
        sa.Column("regulation", sa.String(length=64), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("naming", sa.String(length=16), nullable=False),
        sa.Column("phase", sa.String(length=16), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("deadline", MOMENT),
        sa.Column("deadline_kind", sa.String(length=16)),
        sa.Column("secret", sa.String(length=64)),
        sa.Column("log_seq", sa.Integer(), nullable=False),
        sa.Column("log_hash", sa.String(length=64), nullable=False),
        sa.Column("created", MOMENT, nullable=False),
        sa.Column("updated", MOMENT, nullable=False),
        sa.CheckConstraint("version >= 1", name=op.f("ck_events_version")),
        sa.CheckConstraint("(deadline IS NULL) = (deadline_kind IS NULL)", name=op.f("ck_events_deadline")),
        sa.ForeignKeyConstraint(["place"], ["places.id"], name="fk_events_place_places"),
        sa.ForeignKeyConstraint(
            ["regulation"], ["regulations.hash"], name="fk_events_regulation_regulations"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
        sa.UniqueConstraint("code", name="uq_events_code"),
        sa.UniqueConstraint("place", "slug", name="uq_events_place_slug"),
    )
    op.create_index("ix_events_deadline", "events", ["deadline"])
    op.create_index("ix_events_place_phase", "events", ["place", "phase"])
    op.create_table(
        "entrants",
        sa.Column("id", ID, nullable=False),
        sa.Column("event", ID, nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("standing", sa.String(length=16), nullable=False),
        sa.Column("category", sa.String(length=64), nullable=False),
        sa.CheckConstraint("number >= 1", name=op.f("ck_entrants_number")),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_entrants_event_events"),
        sa.PrimaryKeyConstraint("id", name="pk_entrants"),
        sa.UniqueConstraint("event", "number", name="uq_entrants_event_number"),
    )
    op.create_table(
        "entrant_controllers",
        sa.Column("entrant", ID, autoincrement=False, nullable=False),
        sa.Column("person", ID, autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["entrant"], ["entrants.id"], name="fk_entrant_controllers_entrant_entrants"),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_entrant_controllers_person_persons"),
        sa.PrimaryKeyConstraint("entrant", "person", name="pk_entrant_controllers"),
    )
    op.create_index("ix_entrant_controllers_person", "entrant_controllers", ["person"])
    op.create_table(
        "event_roles",
        sa.Column("event", ID, autoincrement=False, nullable=False),
        sa.Column("person", ID, autoincrement=False, nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_event_roles_event_events"),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_event_roles_person_persons"),
        sa.PrimaryKeyConstraint("event", "person", "role", name="pk_event_roles"),
    )
    op.create_index("ix_event_roles_person", "event_roles", ["person"])
    op.create_table(
        "event_invitations",
        sa.Column("event", ID, autoincrement=False, nullable=False),
        sa.Column("platform", sa.String(length=16), nullable=False),
        sa.Column("username", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_event_invitations_event_events"),
        sa.PrimaryKeyConstraint("event", "platform", "username", "role", name="pk_event_invitations"),
    )
    op.create_table(
        "dialogues",
        sa.Column("person", ID, autoincrement=False, nullable=False),
        sa.Column("place", ID, autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("event", ID),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("updated", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_dialogues_event_events"),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_dialogues_person_persons"),
        sa.ForeignKeyConstraint(["place"], ["places.id"], name="fk_dialogues_place_places"),
        sa.PrimaryKeyConstraint("person", "place", name="pk_dialogues"),
    )
    op.create_index("ix_dialogues_event", "dialogues", ["event"])
    op.create_table(
        "private_places",
        sa.Column("account", ID, autoincrement=False, nullable=False),
        sa.Column("place", ID, nullable=False),
        sa.ForeignKeyConstraint(["account"], ["accounts.id"], name="fk_private_places_account_accounts"),
        sa.ForeignKeyConstraint(["place"], ["places.id"], name="fk_private_places_place_places"),
        sa.PrimaryKeyConstraint("account", name="pk_private_places"),
    )
