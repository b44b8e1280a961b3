"""A thread for every game: where its board and moves are shown, what the chat above it hears."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.chats.port import PlaceRef
from tests.commands.platforms import BARE, THREADED
from tests.commands.room import Heard, Room, keys, open_room
from tests.tournament_chat.hall import open_hall


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Room]:
    async with open_room(tmp_path, capabilities=THREADED) as room:
        yield room


async def begin(room: Room, regulation: str = "grodziec-2017", **more: Any) -> tuple[str, list[Heard]]:
    """A game of Anna with White against Piotr; its code, and what was heard at its beginning."""
    await room.say("piotr", "/start")
    await room.say("anna", f"/play @piotr {regulation} white", **more)
    heard = await room.say("piotr", "/accept", **more)
    return (await room.games())[-1].code, heard


def above(heard: list[Heard]) -> list[Heard]:
    return [message for message in heard if not message.topic]


async def test_a_game_begins_in_a_thread_of_its_own_and_the_chat_hears_of_it(server: Room) -> None:
    code, heard = await begin(server)
    topic = f"new:{code}"
    assert {message.topic for message in heard} == {"", topic}
    assert keys(above(heard))[-1] == "start.own-thread"
    assert [message.board is not None for message in above(heard)] == [False, False]
    [shown] = [message for message in heard if message.topic == topic]
    assert shown.board is not None
    assert set(shown.reply.calls) == {"anna", "piotr"}
    [moved] = await server.say("anna", "c3-d4", topic=topic)
    assert moved.reply.calls == ()


async def test_whoever_is_challenged_is_called_to_it(server: Room) -> None:
    await server.say("piotr", "/start")
    [offer] = await server.say("anna", "/play @piotr grodziec-2017")
    assert offer.reply.calls == ("piotr",)
    [anybody] = await server.say("anna", "/play grodziec-2017")
    assert anybody.reply.calls == ()


async def test_moves_are_made_and_shown_in_the_thread_and_the_chat_hears_the_end(server: Room) -> None:
    code, _ = await begin(server)
    topic = f"new:{code}"
    [board] = await server.say("anna", "c3-d4", topic=topic)
    assert (board.topic, board.board is not None) == (topic, True)
    board, answer = await server.say("piotr", f"/move {code} f6-e5")
    assert (board.topic, answer.topic, answer.to) == (topic, "", "piotr")
    [asked] = await server.say("anna", "/resign", topic=topic)
    heard = await server.say("anna", press=asked.button("resign"), topic=topic)
    ends = [message for message in heard if "end.title" in message.keys]
    assert sorted(message.topic for message in ends) == ["", topic]
    last = next(message for message in reversed(heard) if message.topic == topic)
    assert last.reply.closes
    assert not any(message.reply.closes for message in above(heard))


async def test_a_thread_speaks_and_looks_as_its_chat_does_at_that_moment(server: Room) -> None:
    code, _ = await begin(server)
    topic = f"new:{code}"
    await server.say("eva", "/language pl", admin=True)
    await server.say("eva", "/settings theme night", admin=True, topic=topic)
    [board] = await server.say("anna", "c3-d4", topic=topic)
    assert board.reply.language == "pl"
    assert board.board is not None
    assert board.board.theme == "night"
    async with server.database.reading() as reading:
        channel = await reading.places.by_ref("console", "damka", "lib", "")
        assert channel is not None
        assert channel.settings == {"theme": "night"}


async def test_the_chat_can_have_its_games_where_it_is(server: Room) -> None:
    await server.say("eva", "/settings threads no", admin=True)
    _, heard = await begin(server)
    assert {message.topic for message in heard} == {""}


async def test_a_chat_without_threads_has_its_games_where_it_is(tmp_path: Path) -> None:
    async with open_room(tmp_path, capabilities=BARE) as room:
        _, heard = await begin(room)
        assert {message.topic for message in heard} == {""}


async def test_a_game_begun_in_a_topic_stays_there(server: Room) -> None:
    _, heard = await begin(server, topic="77")
    assert {message.topic for message in heard} == {"77"}


async def test_a_topic_that_nobody_has_spoken_in_is_set_up_as_its_chat(server: Room) -> None:
    await server.say("eva", "/language uk", admin=True)
    await server.say("eva", "/settings theme print", admin=True)
    [told] = await server.say("anna", "/games", topic="78")
    assert told.reply.language == "uk"
    async with server.database.reading() as reading:
        topic = await reading.places.by_ref("console", "damka", "lib", "78")
        assert topic is not None
        assert topic.settings == {"theme": "print"}


async def test_a_challenge_written_in_a_thread_is_made_in_the_chat(server: Room) -> None:
    code, _ = await begin(server)
    heard = await server.say("ola", "/play riazor", topic=f"new:{code}")
    [challenge] = above(heard)
    assert challenge.keys[0] == "challenge.open"
    await server.say("jan", press=challenge.button("accept"))
    second = (await server.games())[-1]
    async with server.database.reading() as reading:
        channel = await reading.places.by_ref("console", "damka", "lib", "")
        assert channel is not None
        assert second.chats == (channel.id,)
        assert second.places != second.chats


async def test_a_game_called_off_closes_its_thread(server: Room) -> None:
    code, _ = await begin(server)
    topic = f"new:{code}"
    await server.say("anna", "/abort", topic=topic)
    heard = await server.say("piotr", "/abort accept", topic=topic)
    assert [message.reply.closes for message in heard if message.topic == topic][-1]


async def test_a_thread_that_has_been_made_is_found_by_its_own_id(server: Room) -> None:
    code, _ = await begin(server)
    async with server.database.unit_of_work() as unit:
        row = await unit.places.by_ref("console", "damka", "lib", f"new:{code}")
        assert row is not None
        await unit.moving.move(row, row.chat, "99")
        await unit.commit()
    server.dispatcher.forget()
    [board] = await server.say("anna", "c3-d4", topic="99")
    assert (board.topic, board.board is not None) == ("99", True)
    assert PlaceRef("console", "damka", "lib", "99") in server.dispatcher.directory.places


# --- events -------------------------------------------------------------------------------------------------


async def test_every_game_of_an_event_has_its_thread_and_ends_in_it(tmp_path: Path) -> None:
    async with open_hall(tmp_path, capabilities=THREADED) as hall:
        await hall.begin_event("pzwarc-64", ["anna", "piotr"], system="round-robin")
        heard = await hall.hear()
        (due,) = await hall.due()
        topic = f"new:{due.code}"
        [asked] = await hall.do("anna", f"/resign {due.code}", topic=topic)
        heard = await hall.do("anna", press=asked.button("resign"), topic=topic)
        in_thread = [message for message in heard if message.topic == topic]
        assert in_thread[-1].reply.closes
        assert "end.title" in keys(above(heard))
        assert "end.title" in keys(in_thread)


async def test_an_annulled_game_of_an_event_closes_its_thread(tmp_path: Path) -> None:
    async with open_hall(tmp_path, capabilities=THREADED) as hall:
        await hall.begin_event("pzwarc-64", ["anna", "piotr"], system="round-robin")
        (due,) = await hall.due()
        heard = await hall.organise("/undo")
        assert [message.reply.closes for message in heard if message.topic == f"new:{due.code}"][-1]


async def test_the_event_of_the_chat_is_meant_in_a_thread(tmp_path: Path) -> None:
    async with open_hall(tmp_path, capabilities=THREADED) as hall:
        await hall.begin_event("pzwarc-64", ["anna", "piotr"], system="round-robin")
        (due,) = await hall.due()
        heard = await hall.do("anna", "/pairings", topic=f"new:{due.code}")
        assert "round.title" in keys(heard)
