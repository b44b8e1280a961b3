"""What comes in is applied once; what goes out is kept in order until it is sent."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from storage import Database, PlaceId
from storage.repositories.outbox import Delivered, Outgoing, Pending
from tests.storage.samples import NOW, Club, found_club, later


@pytest.fixture
async def club(database: Database) -> Club:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        await unit.commit()
    return club


async def test_an_input_is_claimed_once(database: Database) -> None:
    for expected in (True, False):
        async with database.unit_of_work() as unit:
            assert await unit.inbox.claim("console", "damka", "u1", NOW) is expected
            await unit.commit()


async def test_a_claim_that_is_rolled_back_can_be_made_again(database: Database) -> None:
    for _ in range(2):
        async with database.unit_of_work() as unit:
            assert await unit.inbox.claim("console", "damka", "u1", NOW)


@pytest.mark.parametrize(
    "other", [("telegram", "damka", "u1"), ("console", "b", "u1"), ("console", "damka", "u2")]
)
async def test_other_inputs_are_not_mixed_up(database: Database, other: tuple[str, str, str]) -> None:
    async with database.unit_of_work() as unit:
        assert await unit.inbox.claim("console", "damka", "u1", NOW)
        assert await unit.inbox.claim(*other, NOW)


async def test_of_many_who_claim_one_input_at_once_a_single_one_gets_it(database: Database) -> None:
    async def claim() -> bool:
        async with database.unit_of_work() as unit:
            claimed = await unit.inbox.claim("console", "damka", "u1", NOW)
            await unit.commit()
        return claimed

    assert sorted(await asyncio.gather(*(claim() for _ in range(8)))) == [False] * 7 + [True]


async def test_what_was_received_waits_in_order_until_it_is_claimed(database: Database) -> None:
    async with database.unit_of_work() as unit:
        assert await unit.inbox.receive("telegram", "bot", "9", "nine", NOW)
        assert await unit.inbox.receive("telegram", "bot", "10", "ten", NOW)
        assert not await unit.inbox.receive("telegram", "bot", "9", "nine again", NOW)
        assert await unit.inbox.receive("discord", "bot", "1", "elsewhere", NOW)
        waiting = await unit.inbox.waiting("telegram", "bot")
        assert [(item.update, item.payload) for item in waiting] == [("9", "nine"), ("10", "ten")]
        assert await unit.inbox.claim("telegram", "bot", "9", NOW)
        assert [item.update for item in await unit.inbox.waiting("telegram", "bot")] == ["10"]
        assert not await unit.inbox.claim("telegram", "bot", "9", NOW)
        assert not await unit.inbox.receive("telegram", "bot", "9", "nine", NOW)


async def test_only_old_handled_inputs_are_forgotten(database: Database) -> None:
    async with database.unit_of_work() as unit:
        await unit.inbox.claim("console", "damka", "old", NOW)
        await unit.inbox.claim("console", "damka", "new", later(60))
        await unit.inbox.receive("console", "damka", "waiting", "text", NOW)
        assert await unit.inbox.prune(later(30)) == 1
        assert not await unit.inbox.claim("console", "damka", "new", later(60))
        assert [item.update for item in await unit.inbox.waiting("console", "damka")] == ["waiting"]


async def send(database: Database, *messages: Outgoing) -> list[Pending]:
    async with database.unit_of_work() as unit:
        await unit.outbox.add(*messages)
        await unit.commit()
    async with database.reading() as reading:
        return await reading.outbox.pending(messages[0].place)


async def test_messages_wait_per_place_in_the_order_of_writing(database: Database, club: Club) -> None:
    async with database.unit_of_work() as unit:
        other = await unit.places.add("console", "damka", "other", kind="group", created=NOW)
        await unit.outbox.add(Outgoing(other.id, "x", NOW))
        await unit.outbox.add(Outgoing(club.place, "1", NOW), Outgoing(other.id, "y", NOW))
        await unit.outbox.add(Outgoing(club.place, "2", NOW, to_account=club.account, toast=True))
        await unit.outbox.add()
        assert await unit.outbox.places() == {other.id: 2, club.place: 2}
        first, second = await unit.outbox.pending(club.place)
        assert (first.body, first.to_account, first.to_external, first.toast) == ("1", None, None, False)
        assert (second.body, second.to_account, second.to_external, second.toast) == (
            "2",
            club.account,
            "anna",
            True,
        )
        assert [item.body for item in await unit.outbox.pending(other.id, limit=1)] == ["x"]


async def test_a_message_with_a_known_key_is_not_written_again(database: Database, club: Club) -> None:
    first = Outgoing(club.place, "first", NOW, key="round:1")
    again = replace(first, body="again")
    plain = Outgoing(club.place, "plain", NOW)
    pending = await send(database, first, again, plain, plain)
    assert [item.body for item in pending] == ["first", "plain", "plain"]


async def test_what_is_sent_waits_no_more_and_stands_in_the_chat(database: Database, club: Club) -> None:
    board, plain = await send(
        database, Outgoing(club.place, "board", NOW, subject="board:A"), Outgoing(club.place, "plain", NOW)
    )
    async with database.unit_of_work() as unit:
        await unit.outbox.mark_sent([Delivered(board, "501", "file"), Delivered(plain, "502")])
        assert await unit.outbox.pending(club.place) == []
        current = await unit.posted.current(club.place, "board:A")
        assert current is not None
        assert (current.message, current.file_id, current.outbox, current.newer) == (
            "501",
            "file",
            board.id,
            1,
        )
        assert await unit.posted.current(club.place, "board:B") is None
        assert await unit.posted.current(PlaceId(club.place + 1), "board:A") is None
        answered = await unit.posted.by_message(club.place, "502")
        assert answered is not None
        assert answered.subject is None


async def test_an_edit_stays_in_its_place_and_a_repost_takes_over(database: Database, club: Club) -> None:
    first, second, third = await send(
        database, *(Outgoing(club.place, body, NOW, subject="board:A") for body in ("1", "2", "3"))
    )
    async with database.unit_of_work() as unit:
        await unit.outbox.mark_sent([Delivered(first, "501", "f1")])
        await unit.outbox.mark_sent([Delivered(second, "501", "f2")])
        current = await unit.posted.current(club.place, "board:A")
        assert current is not None
        assert (current.message, current.file_id, current.outbox) == ("501", "f2", second.id)
        await unit.outbox.mark_sent([Delivered(third, "502")])
        current = await unit.posted.current(club.place, "board:A")
        assert current is not None
        assert (current.message, current.newer) == ("502", 0)
        old = await unit.posted.by_message(club.place, "501")
        assert old is not None
        assert old.subject == "board:A"


async def test_what_one_person_was_told_is_scrubbed_when_it_is_sent(database: Database, club: Club) -> None:
    private, public = await send(
        database,
        Outgoing(club.place, "born 2016", NOW, to_account=club.account),
        Outgoing(club.place, "hi", NOW),
    )
    async with database.unit_of_work() as unit:
        await unit.outbox.mark_sent([Delivered(private, None), Delivered(public, "1")])
        assert await unit.outbox.body(private.id) == ""
        assert await unit.outbox.body(public.id) == "hi"
        await unit.outbox.prune(later(1))
        assert await unit.outbox.body(public.id) is None


async def test_what_is_said_in_a_private_chat_is_scrubbed_too_unless_it_is_edited_later(
    database: Database,
) -> None:
    async with database.unit_of_work() as unit:
        alone = await unit.places.add("console", "damka", "@anna", kind="private", created=NOW)
        await unit.commit()
    asked, board = await send(
        database, Outgoing(alone.id, "born 2016", NOW), Outgoing(alone.id, "board", NOW, subject="board:G7K2")
    )
    async with database.unit_of_work() as unit:
        await unit.outbox.mark_sent([Delivered(asked, "1"), Delivered(board, "2")])
        assert await unit.outbox.body(asked.id) == ""
        assert await unit.outbox.body(board.id) == "board"


async def test_a_failed_message_keeps_its_place_in_the_order(database: Database, club: Club) -> None:
    first, second = await send(database, Outgoing(club.place, "1", NOW), Outgoing(club.place, "2", NOW))
    async with database.unit_of_work() as unit:
        await unit.outbox.retry(first.id, later(30), "timeout")
        waiting = await unit.outbox.pending(club.place)
        assert [(item.id, item.attempts, item.next_attempt) for item in waiting] == [
            (first.id, 1, later(30)),
            (second.id, 0, None),
        ]


async def test_what_is_set_aside_or_superseded_waits_no_more(database: Database, club: Club) -> None:
    first, second, third = await send(database, *(Outgoing(club.place, body, NOW) for body in "123"))
    async with database.unit_of_work() as unit:
        await unit.outbox.set_aside(first.id, "forbidden")
        await unit.outbox.supersede([second.id])
        assert [item.id for item in await unit.outbox.pending(club.place)] == [third.id]
        assert await unit.outbox.prune(later(1)) == 2
        assert [item.id for item in await unit.outbox.pending(club.place)] == [third.id]


async def test_a_number_of_a_message_is_never_given_twice(file_database: Database) -> None:
    async with file_database.unit_of_work() as unit:
        club = await found_club(unit)
        await unit.commit()
    (old,) = await send(file_database, Outgoing(club.place, "1", NOW))
    async with file_database.unit_of_work() as unit:
        await unit.outbox.mark_sent([Delivered(old, "1")])
        await unit.outbox.prune(later(1))
        await unit.commit()
    (new,) = await send(file_database, Outgoing(club.place, "2", NOW))
    assert new.id == old.id + 1
