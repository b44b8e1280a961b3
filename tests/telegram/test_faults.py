"""What can happen to updates on their way, each injected at the server over real HTTP."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from pydantic import SecretStr

from bot.chats.port import Answers, Input, Rendered, RetryAfter, Sent
from bot.chats.telegram import make
from storage.errors import StorageError
from tests.chats.notes import Notes, Sending
from tests.servers.telegram.world import World
from tests.telegram.program import connected, place_in, section
from tests.waiting import until

YES = ((("Tak", "do:K7R2:0:yes"),),)


# --- the inbox --------------------------------------------------------------------------------------------


async def test_what_an_earlier_process_has_kept_comes_first(world: World) -> None:
    anna = world.person("Anna", "anna", started=True)
    program = Notes()
    async with connected(world, program):

        async def fail(heard: Input) -> Answers:
            raise RuntimeError("the process dies here")

        program.answering = fail
        anna.writes("first")
        await until(lambda: program.kept)
        await world.settled()
    kept_at = next(iter(program.kept.values()))[1]
    anna.writes("second")
    program = resumed(program)
    async with connected(world, program):
        await until(lambda: len(program.heard) == 2)
    assert program.said_texts == ["first", "second"]
    assert kept_at <= program.heard[1].at + timedelta(seconds=1)


async def test_a_press_that_was_kept_has_the_time_of_its_receipt(world: World) -> None:
    anna = world.person("Anna", "anna", started=True)
    program = Notes()

    async def fail(heard: Input) -> Answers:
        raise RuntimeError("the process dies here")

    async with connected(world, program) as (adapter, _):
        await Sending(adapter, place_in(world, anna.id))(Rendered("?", buttons=YES))
        program.answering = fail
        anna.presses("Tak", anna.private.last())
        await until(lambda: program.kept)
        await world.settled()
    ((_, kept_at),) = program.kept.values()
    program = resumed(program)
    async with connected(world, program):
        await until(lambda: program.heard)
    assert program.heard[0].at == kept_at


async def test_what_was_kept_and_cannot_be_read_stops_nothing(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    anna = world.person("Anna", "anna", started=True)
    program = Notes()
    program.kept = {"1": ("{", datetime.now(UTC)), "2": ('{"message": 7}', datetime.now(UTC))}
    async with connected(world, program):
        anna.writes("hello")
        await until(lambda: program.heard)
    assert program.done[:2] == ["1", "2"]
    assert caplog.text.count("cannot be read") == 2


def resumed(program: Notes) -> Notes:
    """The next process on the same data."""
    after = Notes()
    after.kept, after.done = dict(program.kept), list(program.done)
    return after


async def test_the_same_update_twice_is_heard_once(world: World) -> None:
    anna = world.person("Anna", "anna")
    async with connected(world) as (_, program):
        anna.writes("once")
        await until(lambda: program.heard)
        world.repeat()
        anna.writes("twice")
        await until(lambda: len(program.heard) == 2)
        await world.settled()
    assert program.said_texts == ["once", "twice"]


async def test_nothing_is_confirmed_that_the_database_does_not_take(world: World) -> None:
    anna = world.person("Anna", "anna")
    async with connected(world) as (_, program):
        program.failures = 2
        anna.writes("kept in the end")
        await until(lambda: program.failures == 1)
        assert world.pending
        assert not program.heard
        await until(lambda: program.heard)
        await until(lambda: not world.pending)


async def test_a_program_that_ends_before_it_could_keep_an_update_gets_it_again(world: World) -> None:
    anna = world.person("Anna", "anna")
    async with connected(world) as (_, program):
        program.failures = 1000
        anna.writes("later")
        await until(lambda: program.failures < 1000)
    assert len(world.pending) == 1
    async with connected(world) as (_, program):
        await until(lambda: program.said_texts == ["later"])


async def test_what_cannot_be_stored_is_done_again_in_order(world: World) -> None:
    anna = world.person("Anna", "anna")
    async with connected(world) as (_, program):
        tried: list[str] = []

        async def answer(heard: Input) -> Answers:
            tried.append(heard.text)
            if tried == ["1"]:
                raise StorageError()
            return Answers()

        program.answering = answer
        anna.writes("1")
        anna.writes("2")
        await until(lambda: len(program.heard) == 2)
    assert tried == ["1", "1", "2"]


async def test_a_fault_of_the_program_costs_one_input(world: World, caplog: pytest.LogCaptureFixture) -> None:
    anna = world.person("Anna", "anna", started=True)
    async with connected(world) as (adapter, program):

        async def answer(heard: Input) -> Answers:
            if heard.press:
                raise RuntimeError("a fault")
            return Answers()

        program.answering = answer
        await Sending(adapter, place_in(world, anna.id))(Rendered("?", buttons=YES))
        anna.presses("Tak", anna.private.last())
        anna.writes("next")
        await until(lambda: program.heard and anna.notices)
    assert anna.notices == [{}]
    assert "could not be handled" in caplog.text


async def test_a_crowd_is_heard_whole(world: World) -> None:
    people = [world.person(f"Player {number}") for number in range(10)]
    async with connected(world) as (_, program):
        for number in range(50):
            for person in people:
                person.writes(f"{person.id} {number}")
        await until(lambda: len(program.heard) == 500)
    for person in people:
        mine = [text for text in program.said_texts if text.startswith(f"{person.id} ")]
        assert mine == [f"{person.id} {number}" for number in range(50)]


# --- rights -----------------------------------------------------------------------------------------------


async def test_rights_are_asked_for_commands_alone_and_lost_at_once(world: World) -> None:
    async with World(privacy_mode=False) as world:
        anna, piotr = world.person("Anna", "anna"), world.person("Piotr", "piotr")
        group = world.group("Czytelnia", piotr, anna, kind="supergroup", bot_is_admin=True)
        group.promote(anna, by=piotr)
        async with connected(world) as (_, program):
            anna.writes("good evening", in_=group)
            anna.writes("c3-d4", in_=group)
            anna.writes("/tournament new x", in_=group)
            anna.writes("/tournament new y", in_=group)
            await until(lambda: len(program.heard) == 4)
            assert len(world.calls_of("getChatMember")) == 1
            group.demote(anna, by=piotr)
            anna.writes("/tournament new z", in_=group)
            await until(lambda: len(program.heard) == 5)
    assert [heard.speaker.is_admin for heard in program.heard] == [False, False, True, True, False]


async def test_rights_are_asked_for_whatever_may_be_an_order(world: World) -> None:
    async with World(privacy_mode=False) as world:
        anna = world.person("Anna", "anna")
        group = world.group("Czytelnia", anna)
        async with connected(world) as (adapter, program):
            await Sending(adapter, place_in(world, group.id))(Rendered("Które klasy?"))
            anna.writes("налаштування", in_=group)
            anna.writes("IVa, IVb", in_=group, reply_to=group.last())
            anna.writes("IVa, IVb", in_=group)
            await until(lambda: len(program.heard) == 3)
    assert [heard.speaker.is_admin for heard in program.heard] == [True, True, False]


async def test_rights_that_nobody_can_tell_are_none(world: World) -> None:
    anna = world.person("Anna", "anna")
    group = world.group("Czytelnia", anna)
    world.telegram.faults.refuse(500, "Internal Server Error", calls=1, methods=("getChatMember",))
    async with connected(world) as (_, program):
        anna.writes("/tournament new x", in_=group)
        await until(lambda: program.heard)
        assert program.heard[0].speaker.is_admin  # asked again
        world.telegram.faults.refuse(400, "Bad Request: user not found", methods=("getChatMember",))
        piotr = world.person("Piotr", "piotr")
        group.add(piotr)
        piotr.writes("/tournament new x", in_=group)
        await until(lambda: len(program.heard) == 2)
    assert not program.heard[1].speaker.is_admin


# --- deaf and hearing -------------------------------------------------------------------------------------


async def test_an_outage_is_told_and_its_end_when_all_that_waited_has_been_heard(world: World) -> None:
    anna = world.person("Anna", "anna")
    async with connected(world) as (_, program):
        assert program.ears == ["hearing"]
        async with world.outage():
            await until(lambda: "deaf" in program.ears)
            for number in range(3):
                anna.writes(str(number), ago=timedelta(minutes=1))
        heard_before: list[int] = []
        hearing = program.hearing

        def note(platform: str) -> None:
            heard_before.append(len(program.heard))
            hearing(platform)

        program.hearing = note  # type: ignore[method-assign]
        await until(lambda: program.ears == ["hearing", "deaf", "hearing"])
    assert heard_before == [3]


async def test_a_hiccup_is_no_outage(world: World) -> None:
    anna = world.person("Anna", "anna")
    async with connected(world) as (_, program):
        async with world.outage():
            await asyncio.sleep(0.5)
        anna.writes("still here")
        await until(lambda: program.heard)
        await asyncio.sleep(0.5)
    assert program.ears == ["hearing"]


@pytest.mark.parametrize(
    "method", ["getMe", "deleteWebhook", "getUpdates", "getWebhookInfo", "getMyCommands"]
)
async def test_a_start_survives_what_fails_on_its_way(world: World, method: str) -> None:
    anna = world.person("Anna", "anna")
    world.telegram.faults.refuse(502, "Bad Gateway", methods=(method,))
    async with connected(world) as (_, program):
        anna.writes("hello")
        await until(lambda: program.heard)


async def test_a_second_process_is_told_in_a_sentence(world: World, caplog: pytest.LogCaptureFixture) -> None:
    async with connected(world):
        world.telegram.faults.refuse(
            409,
            "Conflict: terminated by other getUpdates request",
            calls=1,
            methods=("getUpdates",),
        )
        anna = world.person("Anna", "anna")
        anna.writes("wake up")
        await until(lambda: "terminated by other getUpdates request" in caplog.text)


# --- sending while things go wrong ------------------------------------------------------------------------


async def test_a_slow_connection_holds_up_nobody_else(world: World) -> None:
    anna, piotr = world.person("Anna", started=True), world.person("Piotr", started=True)
    async with connected(world) as (adapter, program):
        released = asyncio.Event()
        held = world.telegram.faults.hold(released, chat=anna.id, methods=("sendMessage",))
        slow = asyncio.create_task(Sending(adapter, place_in(world, anna.id))(Rendered("slow")))
        await until(lambda: held.hit)
        assert isinstance(await Sending(adapter, place_in(world, piotr.id))(Rendered("quick")), Sent)
        anna.writes("heard meanwhile")
        await until(lambda: program.heard)
        assert not slow.done()
        released.set()
        assert isinstance(await slow, Sent)


async def test_sends_never_starve_the_polling(world: World) -> None:
    people = [world.person(f"Player {number}", started=True) for number in range(80)]
    async with connected(world) as (adapter, program):
        released = asyncio.Event()
        held = world.telegram.faults.hold(released, calls=80, methods=("sendMessage",))
        sends = [
            asyncio.create_task(Sending(adapter, place_in(world, person.id))(Rendered("x")))
            for person in people
        ]
        await until(lambda: held.hit >= 64)
        people[0].writes("still heard")
        await until(lambda: program.heard)
        released.set()
        outcomes = await asyncio.gather(*sends)
    assert {type(outcome) for outcome in outcomes} <= {Sent, RetryAfter}
    assert sum(isinstance(outcome, Sent) for outcome in outcomes) >= 64


async def test_before_and_after_its_life_it_sends_nothing(world: World) -> None:
    anna = world.person("Anna", started=True)
    adapter = make(SecretStr(world.token), section(world))
    send = Sending(adapter, place_in(world, anna.id))
    assert isinstance(await send(Rendered("x")), RetryAfter)
    async with connected(world) as (adapter, _):
        send = Sending(adapter, place_in(world, anna.id))
        assert isinstance(await send(Rendered("x")), Sent)
    assert isinstance(await send(Rendered("x")), RetryAfter)
    assert len(world.calls_of("sendMessage")) == 1
