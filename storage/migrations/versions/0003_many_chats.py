"""Events in several chats, games in several places, and accounts that belong together."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    op.create_table(
        "event_places",
        sa.Column("event", ID, autoincrement=False, nullable=False),
        sa.Column("place", ID, autoincrement=False, nullable=False),
        sa.Column("since", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_event_places_event_events"),
        sa.ForeignKeyConstraint(["place"], ["places.id"], name="fk_event_places_place_places"),
        sa.PrimaryKeyConstraint("event", "place", name="pk_event_places"),
    )
    op.create_index("ix_event_places_place", "event_places", ["place"])
    op.create_table(
        "game_places",
        sa.Column("game", ID, autoincrement=False, nullable=False),
        sa.Column("place", ID, autoincrement=False, nullable=False),
        sa.Column("instead_of", ID),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_game_places_game_games"),
        sa.ForeignKeyConstraint(["place"], ["places.id"], name="fk_game_places_place_places"),
        sa.ForeignKeyConstraint(["instead_of"], ["places.id"], name="fk_game_places_instead_of_places"),
        sa.PrimaryKeyConstraint("game", "place", name="pk_game_places"),
    )
    op.create_index("ix_game_places_place", "game_places", ["place"])
    op.create_table(
        "link_codes",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("event", ID),
        sa.Column("person", ID, nullable=False),
        sa.Column("place", ID, nullable=False),
        sa.Column("expires", MOMENT, nullable=False),
        sa.Column("used", MOMENT),
        sa.ForeignKeyConstraint(["event"], ["events.id"], name="fk_link_codes_event_events"),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_link_codes_person_persons"),
        sa.ForeignKeyConstraint(["place"], ["places.id"], name="fk_link_codes_place_places"),
        sa.PrimaryKeyConstraint("hash", name="pk_link_codes"),
    )
    op.create_index("ix_link_codes_expires", "link_codes", ["expires"])
    op.create_table(
        "wrong_codes",
        sa.Column("id", ID, nullable=False),
        sa.Column("person", ID, nullable=False),
        sa.Column("place", ID, nullable=False),
        sa.Column("at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(["person"], ["persons.id"], name="fk_wrong_codes_person_persons"),
        sa.ForeignKeyConstraint(["place"], ["places.id"], name="fk_wrong_codes_place_places"),
        sa.PrimaryKeyConstraint("id", name="pk_wrong_codes"),
    )
    op.create_index("ix_wrong_codes_person_at", "wrong_codes", ["person", "at"])
    # no foreign key: SQLite names none that is added to a table, and a table cannot be made anew under others
    op.add_column("entrants", sa.Column("place", ID))
    op.add_column("places", sa.Column("unreachable", MOMENT))
    op.add_column("outages", sa.Column("platform", sa.String(length=16)))
    op.add_column("persons", sa.Column("log_seq", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("persons", sa.Column("log_hash", sa.String(length=64), nullable=False, server_default=""))
