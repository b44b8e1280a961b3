"""Platforms go deaf, are heard again and are left to others, also while just that is being stored."""

from __future__ import annotations

import asyncio
from collections.abc import Collection

from bot.ears import Ears
from tests.runtime.office import Office


async def test_a_platform_is_left_while_its_time_is_given_back(office: Office) -> None:
    giving, given = asyncio.Event(), asyncio.Event()

    async def give_back(but: Collection[str]) -> None:
        giving.set()
        await given.wait()

    ears = Ears(office.db, office.clock, give_back)
    ears.lose("console")
    ears.find("console")
    settling = asyncio.create_task(ears.settle())
    await giving.wait()
    ears.leave("console")
    ears.lose("console")  # and taken over again
    given.set()
    await settling
    assert ears.deaf == {"console"}


async def test_a_platform_goes_deaf_while_it_is_noted_that_another_one_is(office: Office) -> None:
    async def give_back(but: Collection[str]) -> None:
        pass

    ears = Ears(office.db, office.clock, give_back)
    ears.lose("console")
    async with office.db.unit_of_work() as unit:
        noting = asyncio.create_task(ears.note(unit, office.clock.now()))
        await asyncio.sleep(0)
        ears.lose("other")
        await noting
        await unit.commit()
    assert ears.deaf == {"console", "other"}
