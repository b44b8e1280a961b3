"""Chats that cannot be written to, that move, or that are made when something is first said there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chats.port import Forbidden, Impossible, Moved, Outcome, PlaceRef, Rendered
from bot.commands.record import Status
from bot.replies import Reply, Verbatim, encode_reply
from storage.check import check
from storage.repositories.dialogues import Dialogue
from storage.repositories.outbox import Outgoing
from storage.repositories.places import Place
from tests.runtime.house import House, open_house

OLD, NEW = PlaceRef("console", "damka", "lib"), PlaceRef("console", "damka", "hall")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path / "damka.db") as house:
        yield house
        assert [finding async for finding in check(house.db)] == []


def refuse(house: House, *chats: str) -> list[str]:
    """These chats take nothing; what was to be sent there is in the list."""
    asked: list[str] = []

    async def answer(place: PlaceRef, message: Rendered) -> Outcome | None:
        if place.chat not in chats:
            return None
        asked.append(message.text)
        return Forbidden("bot was blocked by the user")

    house.chat.answer = answer
    return asked


async def place(house: House, chat: str, topic: str = "") -> Place | None:
    async with house.db.reading() as reading:
        return await reading.places.by_ref("console", "damka", chat, topic)


# --- not to be reached --------------------------------------------------------------------------------------


async def test_a_person_who_blocks_the_bot_is_asked_once_and_the_opponents_hear_of_it_once(
    house: House,
) -> None:
    await house.say("anna", "/start", chat="@anna")
    code = await house.begin()
    asked = refuse(house, "@anna")
    for _ in range(3):
        await house.say("anna", "/profile", chat="@anna")
        # whoever speaks can be written to again, as far as anybody knows
    assert len(asked) == 3
    told = [text for text in house.said_in("lib") if "no longer arrive" in text]
    assert len(told) == 3
    assert code in told[0]
    assert "Anna" in told[0]
    await house.say("piotr", "/board")
    assert (await house.game(code)).record.status is Status.RUNNING


async def test_a_group_that_has_put_the_bot_out_is_left_alone_until_somebody_speaks(house: House) -> None:
    for user in ("anna", "piotr"):
        await house.say(user, "/start", chat=f"@{user}")
    code = await house.begin("10+0")
    asked = refuse(house, "lib")
    await house.pass_time(minutes=11)  # the flag falls: several messages
    assert len(asked) == 1
    assert (await house.game(code)).record.status is Status.ENDED
    async with house.db.reading() as reading:
        assert await reading.outbox.places() == {}
    house.chat.answer = None
    said = await house.say("anna", "/board")
    assert said
    assert house.said_in("lib")[-1] == said[-1]
    back = await place(house, "lib")
    assert back is not None
    assert back.unreachable is None


async def test_players_hear_alone_of_a_group_that_is_lost(house: House) -> None:
    for user in ("anna", "piotr"):
        await house.say(user, "/start", chat=f"@{user}")
    code = await house.begin()
    await house.bot.lost(OLD)
    await house.bot.lost(OLD)
    await house.pass_time(seconds=0)
    await house.say("ola", "/help", chat="@ola")
    for user in ("anna", "piotr"):
        assert len([text for text in house.said_in(f"@{user}") if code in text]) == 1
    gone = await place(house, "lib")
    assert gone is not None
    assert gone.unreachable is not None


async def test_where_the_bot_is_let_in_again_it_speaks_before_anybody_else(house: House) -> None:
    await house.say("olga", "/start", chat="@olga")
    await house.say("olga", "/tournament new mikolajki-2023 Cup")
    await house.bot.lost(OLD)
    await house.bot.found(OLD.platform, OLD.bot, {OLD.chat})
    before = len(house.said_in("lib"))
    await house.say("olga", "/tournament open", chat="@olga")
    await house.pass_time(seconds=0)
    assert house.said_in("lib")[before:]


async def test_organisers_hear_alone_of_a_lost_group_and_of_a_lost_entrant(house: House) -> None:
    await house.say("olga", "/start", chat="@olga")
    await house.say("olga", "/tournament new mikolajki-2023 Cup")
    await house.say("olga", "/tournament new mikolajki-2023 Second Cup")
    before = len(house.said_in("@olga"))
    await house.bot.lost(OLD)
    await house.say("ola", "/help", chat="@ola")
    [told] = house.said_in("@olga")[before:]
    assert told.count("one of the chats of this tournament") == 2


async def test_nobody_is_told_what_the_lost_one_alone_would_be(house: House) -> None:
    await house.say("olga", "/start", chat="@olga")
    await house.say("olga", "/tournament new mikolajki-2023 Cup", chat="@olga")
    asked = refuse(house, "@olga", "lib")
    await house.say("olga", "/profile", chat="@olga")
    await house.say("ola", "/help", chat="@ola")
    assert len(asked) == 1


# --- what no chat takes -------------------------------------------------------------------------------------


async def test_the_organiser_hears_once_of_what_a_chat_does_not_take(house: House) -> None:
    await house.say("olga", "/start", chat="@olga")
    await house.say("olga", "/tournament new mikolajki-2023 Cup")
    before = len(house.said_in("@olga"))

    async def answer(place: PlaceRef, message: Rendered) -> Outcome | None:
        return Impossible("wrong file") if place.chat == "lib" else None

    house.chat.answer = answer
    for _ in range(3):
        await house.say("olga", "/tournament open")
        await house.say("olga", "/tournament close")
    assert [text.startswith("Cup: a chat did not take") for text in house.said_in("@olga")[before:]] == [True]
    async with house.db.reading() as reading:
        assert await reading.outbox.places() == {}


async def test_what_concerns_no_event_is_only_logged(house: House, caplog: pytest.LogCaptureFixture) -> None:
    house.chat.answers = [Impossible("wrong file")]
    assert await house.say("anna", "/help") == []
    assert "can never be sent: wrong file" in caplog.text


# --- moving -------------------------------------------------------------------------------------------------


async def test_games_follow_a_chat_that_moves(house: House) -> None:
    code = await house.begin()
    await house.bot.moved(OLD, NEW)
    said = await house.say("anna", "c3-d4", chat="hall")
    assert (await house.game(code)).game.ply == 1
    assert said
    assert await place(house, "lib") is None


async def test_a_message_to_a_chat_that_has_moved_arrives_in_the_new_one(house: House) -> None:
    code = await house.begin()
    house.chat.answers = [Moved(NEW)]
    await house.pass_time(minutes=11)
    assert (await house.game(code)).record.status is Status.ENDED
    assert any(code in text for text in house.said_in("hall"))
    # the ids of messages in the old chat mean nothing in the new one
    assert all(edit is None for chat, _, edit, _ in house.chat.log if chat == "hall")


async def test_the_topics_of_a_chat_move_with_it_and_other_chats_stay(house: House) -> None:
    games = {
        (chat, topic): await house.begin(chat=chat, topic=topic)
        for chat, topic in (("lib", ""), ("lib", "7"), ("club", "7"))
    }
    await house.bot.moved(OLD, NEW)
    for (chat, topic), code in games.items():
        where = await place(house, "hall" if chat == "lib" else chat, topic)
        assert where is not None
        assert (await house.game(code)).row.place == where.id


async def test_a_chat_that_was_spoken_in_under_both_ids_becomes_one(house: House) -> None:
    before = await house.begin()
    await house.say("olga", "/tournament new mikolajki-2023 Cup")
    await house.say("olga", "/settings theme contrast", admin=True)
    after = await house.begin(chat="hall")
    await house.say("olga", "/tournament new mikolajki-2023 Cup", chat="hall")
    old = await place(house, "lib")
    assert old is not None
    async with house.db.reading() as reading:
        slugs = [event.slug for event in await reading.events.after()]
    assert len(set(slugs)) == 2

    await house.bot.moved(OLD, NEW)
    kept = await place(house, "hall")
    assert kept is not None
    assert (kept.id, kept.settings) == (old.id, old.settings)
    assert await place(house, "lib") is None
    for code in (before, after):
        assert (await house.game(code)).row.place == kept.id
    async with house.db.reading() as reading:
        assert [event.place for event in await reading.events.after()] == [kept.id] * 2
    shown = await house.say("anna", "/games", chat="hall")
    assert before in shown[-1]
    assert after in shown[-1]


async def test_whatever_both_of_them_have_is_there_once(house: House) -> None:
    """The same person is asked in both, the same message stands in both, an event is linked to the other."""
    await house.say("olga", "/tournament new mikolajki-2023 Cup")
    code = await house.begin()
    await house.begin(chat="hall")
    old, new = await place(house, "lib"), await place(house, "hall")
    assert old is not None
    assert new is not None
    now = house.clock.now()
    async with house.db.unit_of_work() as unit:
        [event] = await unit.events.after()
        account = await unit.accounts.by_external("console", "anna")
        assert account is not None
        game = (await house.game(code)).row
        text = await unit.regulations.by_hash(game.regulation)
        assert text is not None
        for row in (old, new):
            await unit.dialogues.put(Dialogue(account.person, row.id, "join", event.id, "{}", now))
            await unit.regulations.load(row.id, "ours", text.hash, now)
            await unit.outbox.add(Outgoing(row.id, encode_reply(Reply((Verbatim(row.chat),))), now))
        await unit.dialogues.keep_private_place(account.id, new.id)
        await unit.links.link(event.id, new.id, now)
        await unit.links.add_game_place(game.id, new.id)
        await unit.commit()

    await house.bot.moved(OLD, NEW)
    async with house.db.reading() as reading:
        assert (await reading.dialogues.asked_in(old.id)).count(account.person) == 1
        assert await reading.dialogues.private_place(account.id) == old.id
        assert await reading.links.of_event(event.id) == ()
        assert (await reading.links.of_game(game.id)).also == ()
        assert len(await reading.regulations.of_place(old.id)) == 1
        assert {message.place for message in await reading.outbox.pending(old.id)} == {old.id}
    await house.say("ola", "/help", chat="@ola")
    assert [text for text in house.said_in("hall") if text in ("lib", "hall")] == ["lib", "hall"]


async def test_moving_twice_or_nowhere_changes_nothing(house: House) -> None:
    code = await house.begin()
    await house.bot.moved(OLD, NEW)
    await house.bot.moved(OLD, NEW)
    await house.bot.moved(NEW, NEW)
    await house.bot.moved(PlaceRef("console", "damka", "nowhere"), NEW)
    where = await place(house, "hall")
    assert where is not None
    assert (await house.game(code)).row.place == where.id


async def test_what_waits_for_a_place_moves_with_it(house: House) -> None:
    await house.begin()
    house.chat.answers = [Moved(PlaceRef("console", "damka", "first")), Moved(NEW)]
    said = await house.say("anna", "/board")
    assert said
    assert house.said_in("hall") == said


# --- made ---------------------------------------------------------------------------------------------------


async def test_a_thread_that_the_chat_has_made_is_where_the_game_is_from_then_on(house: House) -> None:
    async def make(place: PlaceRef, message: Rendered) -> Outcome | None:
        if not place.topic.startswith("new:"):
            return None
        return Moved(PlaceRef("console", "damka", "lib", "77"))

    house.chat.answer = make
    await house.say("anna", "/board", topic="new:G7K2")
    thread = await place(house, "lib", "77")
    assert thread is not None
    assert await place(house, "lib", "new:G7K2") is None
    code = await house.begin(topic="77")
    assert (await house.game(code)).row.place == thread.id


async def test_a_board_in_a_thread_that_was_made_for_it_is_edited_there(house: House) -> None:
    async with house.db.unit_of_work() as unit:
        new = await unit.places.add(
            "console", "damka", "lib", "new:G7K2", kind="group", created=house.clock.now()
        )
        for text in ("board 1", "board 2"):
            body = encode_reply(Reply((Verbatim(text),), subject="board:G7K2"))
            await unit.outbox.add(Outgoing(new.id, body, house.clock.now(), subject="board:G7K2"))
            await unit.outbox.add(
                Outgoing(new.id, encode_reply(Reply((Verbatim("hello"),))), house.clock.now())
            )
        await unit.commit()

    async def make(place: PlaceRef, message: Rendered) -> Outcome | None:
        if not place.topic.startswith("new:"):
            return None
        return Moved(PlaceRef("console", "damka", "lib", "77"))

    house.chat.answer = make
    await house.pass_time(seconds=0)
    await house.bot.settle()
    assert house.said_in("lib") == ["hello", "board 2", "hello"]
