"""However many people and places there are, what a program remembers of them is bounded."""

from __future__ import annotations

from bot.chats.port import Input, PlaceRef, Speaker
from bot.commands.directory import MOST_REMEMBERED
from tests.runtime.office import Office


def greeting(office: Office, user: str) -> Input:
    return Input(
        PlaceRef("console", "damka", "lib"), False, Speaker(user, user), office.clock.now(), text="/help"
    )


async def test_people_are_forgotten_when_they_become_too_many(office: Office) -> None:
    known = office.dispatcher.directory
    await office.dispatcher.handle(greeting(office, "anna"))
    (anna,) = known.people.values()
    known.people.update({("console", f"{number}"): anna for number in range(MOST_REMEMBERED)})
    await office.dispatcher.handle(greeting(office, "piotr"))
    assert len(known.people) + len(known.places) <= 2
    await office.dispatcher.handle(greeting(office, "anna"))
    assert known.people["console", "anna"].id == anna.id
