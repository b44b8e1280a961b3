"""Core tables by subject. ``metadata`` holds all of them; migrations bring a file there."""

from __future__ import annotations

from storage.tables.base import metadata
from storage.tables.events import (
    dialogues,
    entrant_controllers,
    entrants,
    event_invitations,
    event_roles,
    events,
    private_places,
)
from storage.tables.linking import event_places, game_places, link_codes, wrong_codes
from storage.tables.people import accounts, personal, persons, places
from storage.tables.play import controllers, games, invitations, place_regulations, regulations, sides
from storage.tables.record import log
from storage.tables.running import jobs, meta, outages, owner
from storage.tables.traffic import inbox, outbox, posted

__all__ = [
    "accounts",
    "controllers",
    "dialogues",
    "entrant_controllers",
    "entrants",
    "event_invitations",
    "event_places",
    "event_roles",
    "events",
    "game_places",
    "games",
    "inbox",
    "invitations",
    "jobs",
    "link_codes",
    "log",
    "meta",
    "metadata",
    "outages",
    "outbox",
    "owner",
    "personal",
    "persons",
    "place_regulations",
    "places",
    "posted",
    "private_places",
    "regulations",
    "sides",
    "wrong_codes",
]
