"""Identifiers of stored things. They stay inside: people see short codes and names."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, NewType

PlaceId = NewType("PlaceId", int)
PersonId = NewType("PersonId", int)
AccountId = NewType("AccountId", int)
GameId = NewType("GameId", int)
SideId = NewType("SideId", int)
EventId = NewType("EventId", int)
EntrantId = NewType("EntrantId", int)
JobId = NewType("JobId", int)
OutboxId = NewType("OutboxId", int)
OutageId = NewType("OutageId", int)


class SubjectKind(StrEnum):
    """What a log, a job or a personal value can be about; the values are stored."""

    GAME = "game"
    SIDE = "side"
    EVENT = "event"
    ENTRANT = "entrant"
    PERSON = "person"
    ACCOUNT = "account"
    PLACE = "place"


class Subject(NamedTuple):
    """The thing that a log, a job or a personal value is about."""

    kind: SubjectKind
    id: int
