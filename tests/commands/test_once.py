"""Once and wholly, or not at all: inputs that come again, crashes, collisions, and two programs at work."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, cast

import pytest

from bot.commands.dispatch import ATTEMPTS, Dispatcher
from storage import Database, open_database
from storage.errors import Overtaken, StaleVersion
from storage.repositories.games import Games as GameRows
from storage.repositories.games import GameStatus, StoredGame
from storage.unit_of_work import UnitOfWork
from tests.commands.room import LIBRARY, NOW, Room, keys, open_room


async def counts(room: Room) -> dict[str, int]:
    """How many entries and messages there are."""
    async with room.database.reading() as reading:
        logs = [len(await reading.log.of(game.subject)) for game in await reading.games.after(limit=1000)]
        return {"entries": sum(logs), "messages": sum((await reading.outbox.places()).values())}


async def test_the_same_input_twice_changes_nothing_and_answers_nothing_new(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    first = await room.say("anna", "c3-d4", update="u17")
    assert "board.last-white" in keys(first)
    before = await room.game(code)
    assert await room.say("anna", "c3-d4", update="u17") == []
    assert await room.say("piotr", "f6-g5", update="u17") == []
    assert await room.game(code) == before


@pytest.mark.parametrize(
    "text", ["/play grodziec-2017", "/help", "/nosuch", "/draw", "hello", "/settings theme night"]
)
async def test_every_kind_of_answer_is_given_once(room: Room, text: str) -> None:
    await room.say("anna", text, update="u1", admin=True)
    assert await room.say("anna", text, update="u1", admin=True) == []
    assert len(await room.games()) == (1 if text.startswith("/play") else 0)


async def test_a_press_twice_under_one_id_is_one_press(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    board = await room.board(code)
    [squares] = await room.say("anna", press=board.button("piece", "c3"), update="u1")
    await room.say("anna", press=squares.button("play"), update="u2")
    assert await room.say("anna", press=squares.button("play"), update="u2") == []
    assert (await room.game(code)).game.ply == 1


async def test_what_was_committed_is_said_after_a_crash_and_the_input_is_not_done_again(
    tmp_path: Path,
) -> None:
    async with open_room(tmp_path) as room:
        code = await room.begin("grodziec-2017")
        await room.dispatcher.handle(room.input("anna", "c3-d4", update="u1"))
        # the program dies here: nothing has been sent
    async with open_room(tmp_path) as room:
        heard = await room.hear()
        assert "board.last-white" in keys(heard)
        assert await room.say("anna", "c3-d4", update="u1") == []
        assert (await room.game(code)).game.ply == 1


# --- what goes wrong in between -----------------------------------------------------------------------------


class Faulty:
    """A real database on which saving a game fails so many times, after it has been written."""

    def __init__(self, database: Database, times: int, error: Callable[[], Exception]) -> None:
        self._database = database
        self.left = times
        self.error = error

    def unit_of_work(self) -> FaultyUnit:
        return FaultyUnit(self, self._database.unit_of_work())


class FaultyUnit:
    """A unit of work of such a database."""

    def __init__(self, database: Faulty, unit: UnitOfWork) -> None:
        self._database = database
        self._unit = unit

    async def __aenter__(self) -> UnitOfWork:
        unit = await self._unit.__aenter__()
        save = unit.games.save

        async def fail(game: StoredGame) -> StoredGame:
            saved = await save(game)
            if self._database.left:
                self._database.left -= 1
                raise self._database.error()
            return saved

        unit.games = cast(GameRows, _Games(unit.games, fail))
        return unit

    async def __aexit__(self, *error: Any) -> None:
        await self._unit.__aexit__(*error)


class _Games:
    """The repository of games with another way to save."""

    def __init__(self, games: Any, save: Any) -> None:
        self._games = games
        self.save = save

    def __getattr__(self, name: str) -> Any:
        return getattr(self._games, name)


def stale() -> Exception:
    return StaleVersion(game=1, expected=1)


def ours() -> Exception:
    return ZeroDivisionError("a fault of ours")


def behind(room: Room, times: int, error: Callable[[], Exception]) -> Dispatcher:
    """A dispatcher on the room's database that fails."""
    faulty = cast(Database, Faulty(room.database, times, error))
    return Dispatcher(faulty, LIBRARY, room.clock, random.Random(1))


async def test_a_command_that_was_overtaken_is_tried_again(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    room.dispatcher = behind(room, ATTEMPTS - 1, stale)
    heard = await room.say("anna", "c3-d4", update="u1")
    assert keys(heard).count("board.last-white") == 1
    file = await room.game(code)
    assert file.game.ply == 1
    assert file.row.log_seq == 4


async def test_whoever_is_overtaken_again_and_again_gives_up_and_leaves_nothing(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    before, stored = await room.game(code), await counts(room)
    room.dispatcher = behind(room, ATTEMPTS, stale)
    with pytest.raises(StaleVersion):
        await room.say("anna", "c3-d4", update="u1")
    assert (await room.game(code), await counts(room)) == (before, stored)
    # the id was given back with all the rest: the platform may deliver it again
    heard = await room.say("anna", "c3-d4", update="u1")
    assert "board.last-white" in keys(heard)


@pytest.mark.parametrize("text", ["c3-d4", "/play grodziec-2017", "/draw", "/pause {code} because"])
async def test_a_fault_of_ours_leaves_nothing_and_says_sorry_once(
    room: Room, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    code = await room.begin("grodziec-2017")
    before, stored = await room.games(), await counts(room)
    room.dispatcher = behind(room, 1, ours)
    user = "eva" if "pause" in text else "anna"
    heard = await room.say(user, text.replace("{code}", code), update="u1", admin=True)
    assert keys(heard) == ["error.ours"]
    assert (await room.games(), (await counts(room))["entries"]) == (before, stored["entries"])
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert await room.say(user, text.replace("{code}", code), update="u1", admin=True) == []
    assert keys(await room.say(user, text.replace("{code}", code), update="u2", admin=True)) != ["error.ours"]


async def test_a_fault_at_a_deadline_leaves_it_due(room: Room) -> None:
    code = await room.begin("grodziec-2017", "1+0")
    sound, room.dispatcher = room.dispatcher, behind(room, 1, ours)
    with pytest.raises(ZeroDivisionError):
        await room.advance(timedelta(minutes=2))
    assert (await room.game(code)).record.status is GameStatus.RUNNING
    room.dispatcher = sound
    await room.advance(timedelta(0))
    assert (await room.game(code)).record.status is GameStatus.ENDED


# --- two at once --------------------------------------------------------------------------------------------


@asynccontextmanager
async def second(room: Room) -> AsyncIterator[Dispatcher]:
    """A dispatcher of another program on the same database."""
    database = open_database(room.address)
    try:
        yield Dispatcher(database, LIBRARY, room.clock, random.Random(2))
    finally:
        await database.close()


@pytest.mark.parametrize("seed", range(4))
async def test_of_two_moves_at_once_exactly_one_is_made(room: Room, seed: int) -> None:
    code = await room.begin("grodziec-2017")
    board = await room.board(code)
    [squares] = await room.say("anna", press=board.button("piece", "c3"))
    async with second(room) as other:
        inputs = [
            (room.dispatcher, room.input("anna", "", press=squares.buttons["c3-d4"])),
            (other, room.input("anna", "", press=squares.buttons["c3-b4"])),
        ]
        random.Random(seed).shuffle(inputs)
        await asyncio.gather(*(dispatcher.handle(input) for dispatcher, input in inputs))
    heard = await room.hear()
    assert keys(heard).count("error.stale-button") == 1
    assert (await room.game(code)).game.ply == 1


@pytest.mark.parametrize("seed", range(4))
async def test_of_a_flag_and_a_draw_at_once_exactly_one_happens(room: Room, seed: int) -> None:
    code = await room.begin("grodziec-2017", "1+0")
    offer = (await room.say("anna", "/draw"))[0]
    file = await room.game(code)
    room.clock.move_to(NOW + timedelta(minutes=1))
    answer = room.input("piotr", press=offer.button("draw", "accept"), late=timedelta(seconds=1))
    async with second(room) as other:

        async def fall() -> None:
            with suppress(Overtaken):  # the scheduler would look again, and find the game over
                await other.deadline_passed(file.id, room.clock.now())

        work = [room.dispatcher.handle(answer), fall()]
        random.Random(seed).shuffle(work)
        await asyncio.gather(*work)
    heard = await room.hear()
    ended = await room.game(code)
    assert ended.row.result in ("1/2-1/2", "0-1")
    assert keys(heard).count("end.title") == 1


@pytest.mark.parametrize("seed", range(4))
async def test_of_two_who_accept_a_challenge_at_once_one_plays(room: Room, seed: int) -> None:
    [challenge] = await room.say("anna", "/play grodziec-2017")
    async with second(room) as other:
        inputs = [
            (room.dispatcher, room.input("piotr", "", press=challenge.button("accept"))),
            (other, room.input("ola", "", press=challenge.button("accept"))),
            (room.dispatcher, room.input("anna", "", press=challenge.button("cancel"))),
        ]
        random.Random(seed).shuffle(inputs)
        await asyncio.gather(*(dispatcher.handle(input) for dispatcher, input in inputs))
    heard = await room.hear()
    closed = [key for key in keys(heard) if key in ("challenge.accepted", "challenge.cancelled")]
    assert len(closed) == 1
    refused = [message for message in heard if message.toast]
    assert len(refused) == 2
    assert len(await room.games()) == 1


async def test_two_programs_see_each_others_moves(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    async with second(room) as other:
        for number, (user, move) in enumerate(
            [("anna", "c3-d4"), ("piotr", "f6-g5"), ("anna", "b2-c3"), ("piotr", "g7-f6")]
        ):
            await (room.dispatcher, other)[number % 2].handle(room.input(user, move))
    assert (await room.game(code)).game.ply == 4


async def test_many_inputs_at_once_are_all_handled_in_turn(room: Room) -> None:
    await asyncio.gather(
        *(
            room.dispatcher.handle(room.input(f"user{n}", "/play grodziec-2017", update=f"u{n}"))
            for n in range(20)
        )
    )
    games = await room.games()
    assert len({file.code for file in games}) == 20
    assert keys(await room.hear()).count("challenge.open") == 20
