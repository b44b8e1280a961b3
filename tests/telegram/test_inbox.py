"""When an update is kept: before it is handled, or by being handled."""

from __future__ import annotations

import asyncio

from bot.chats.port import Answers, Input
from tests.servers.telegram.world import World
from tests.telegram.program import connected
from tests.waiting import until


async def test_a_lone_update_that_is_handled_at_once_is_not_kept_first(world: World) -> None:
    anna = world.person("Anna", "anna", started=True)
    async with connected(world) as (_, program):
        kept: list[int] = []

        async def answer(heard: Input) -> Answers:
            kept.append(len(program.kept))
            return Answers()

        program.answering = answer
        anna.writes("1")
        await until(lambda: program.done)
        await world.settled()
        anna.writes("2")
        await until(lambda: len(program.done) == 2)
    assert kept == [0, 0]


async def test_what_takes_long_is_kept_and_confirmed_meanwhile(world: World) -> None:
    anna = world.person("Anna", "anna", started=True)
    async with connected(world) as (_, program):
        goes_on = asyncio.Event()

        async def answer(heard: Input) -> Answers:
            await goes_on.wait()
            return Answers()

        program.answering = answer
        anna.writes("1")
        await until(lambda: program.kept and not world.pending)
        assert program.done == []
        goes_on.set()
        await until(lambda: program.done)
    assert program.said_texts == ["1"]


async def test_of_many_at_once_each_is_kept_and_none_waits_for_another(world: World) -> None:
    people = [world.person(f"Person {number}", started=True) for number in range(5)]
    async with connected(world) as (_, program):
        goes_on = asyncio.Event()

        async def answer(heard: Input) -> Answers:
            if heard.speaker.name == "Person 0":
                await goes_on.wait()
            return Answers()

        program.answering = answer
        for person in people:
            person.writes("hello")
        await until(lambda: len(program.done) == 4)
        assert len(program.kept) == 1
        goes_on.set()
        await until(lambda: len(program.done) == 5)
