"""What is known of places and people without asking the database again, and what ends that knowledge.

Several processes may run on one database, and each remembers for itself. Whoever changes what others remember
leaves word of when; everybody looks for such words with every pulse.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from bot.chats.port import PlaceRef
from bot.commands.place import Person
from storage.ids import AccountId, PersonId, PlaceId
from storage.repositories.places import Place as PlaceRow
from storage.unit_of_work import Reading, UnitOfWork

MOST_REMEMBERED = 20_000
"""people and places; with more all are forgotten, and those who speak are soon known again"""
_CHANGED = "changed:"


class Changed(StrEnum):
    """What processes remember; the values are stored."""

    PEOPLE = "people"
    """who somebody is, and how they and places are spoken to"""
    NAMES = "names"
    """names that were erased: they stand in games and events too"""


class Directory:
    """Filled only after a commit. ``age`` is how often something in it was found to be out of date."""

    def __init__(self) -> None:
        self.age = 0
        self.places: dict[PlaceRef, PlaceRow] = {}
        self.refs: dict[PlaceId, PlaceRef] = {}
        self.people: dict[tuple[str, str], Person] = {}
        self.asked: dict[PlaceId, set[PersonId]] = {}
        """who is being asked something, in every place that is known"""
        self.alone: dict[AccountId, PlaceId] = {}
        """where an account is spoken to alone, as far as that is known"""

    @property
    def is_full(self) -> bool:
        return len(self.people) + len(self.places) > MOST_REMEMBERED

    def forget(self) -> None:
        """Ask the database again for everything: what is being read at the moment may be out of date."""
        self.age += 1
        self.clear()

    def forget_person(self, person: PersonId) -> None:
        """Ask the database again for everything about ``person``."""
        self.age += 1
        for key in [key for key, each in self.people.items() if each.id == person]:
            del self.people[key]

    def clear(self) -> None:
        """Remember nothing."""
        self.places.clear()
        self.refs.clear()
        self.people.clear()
        self.asked.clear()
        self.alone.clear()

    def keep_place(self, row: PlaceRow) -> None:
        ref = PlaceRef(row.platform, row.bot, row.chat, row.topic)
        self.places[ref] = row
        self.refs[row.id] = ref


async def leave_word(unit: UnitOfWork, what: Changed, now: datetime) -> None:
    """Let other processes know that something which they remember was changed."""
    await unit.operation.set(_CHANGED + what, now.isoformat())


async def words(reading: Reading) -> dict[Changed, str]:
    """The last word about each; another one than before means that there was a change."""
    found = await reading.operation.beginning(_CHANGED)
    return {Changed(key.removeprefix(_CHANGED)): word for key, word in found}
