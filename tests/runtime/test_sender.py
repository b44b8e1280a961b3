"""What the outbox holds reaches its chat: once, in order, edited or anew, whatever the platform answers."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.chats.console import CAPABILITIES
from bot.chats.port import (
    Capabilities,
    Forbidden,
    Gone,
    Outcome,
    PlaceRef,
    Rendered,
    RetryAfter,
    Sent,
    Unknown,
)
from bot.render import Renderer
from bot.replies import Button, Reply, Verbatim, encode_reply
from bot.sender import MOST_ATTEMPTS, Sender
from bot.texts import Catalogues
from bot.timekeeper import VirtualClock
from storage import Database, open_database
from storage.ids import AccountId, PlaceId
from storage.repositories.outbox import Outgoing

NOW = datetime(2026, 12, 6, 18, 30, tzinfo=UTC)


@dataclass
class Chat:
    """A platform that remembers what it was sent; ``answers`` come first, then everything arrives."""

    capabilities: Capabilities = CAPABILITIES
    platform: str = "console"
    answers: list[Outcome | Exception] = field(default_factory=list)
    log: list[tuple[str, str, str | None, bool]] = field(default_factory=list)
    """chat, text, what was edited, whether it may be a repetition"""
    shown: dict[str, Rendered] = field(default_factory=dict)
    """what stands in all chats, by message"""
    keys: list[tuple[int, int]] = field(default_factory=list)

    async def send(
        self, place: PlaceRef, message: Rendered, *, key: int, part: int = 0, edit: str | None, resent: bool
    ) -> Outcome:
        self.keys.append((key, part))
        answer = self.answers.pop(0) if self.answers else Sent(edit or f"m{key}.{part}")
        if isinstance(answer, Exception):
            raise answer
        if isinstance(answer, Sent):
            self.log.append((place.chat, message.text, edit, resent))
            self.shown[answer.message] = message
        return answer

    @property
    def texts(self) -> list[str]:
        return [text for _, text, _, _ in self.log]


class Office:
    """A database with two places, a chat, and the sender between them."""

    def __init__(self, db: Database, places: tuple[PlaceId, PlaceId], anna: AccountId) -> None:
        self.db, self.places, self.anna = db, places, anna
        self.clock = VirtualClock(NOW)
        self.chat = Chat()
        self.sender = self.new_sender()

    def new_sender(self) -> Sender:
        """As after a start of the program."""
        renderer = Renderer(Catalogues.load())
        return Sender(self.db, {"console": self.chat}, renderer, self.clock, places_at_once=1)

    async def write(self, text: str, place: int = 0, **more: object) -> None:
        """Put a reply into the outbox."""
        subject = more.pop("subject", None)
        to_anna = more.pop("to_anna", False)
        toast = bool(more.pop("toast", False))
        reply = Reply((Verbatim(text),), subject=subject, **more)  # type: ignore[arg-type]
        row = Outgoing(
            self.places[place],
            encode_reply(reply),
            NOW,
            to_account=self.anna if to_anna else None,
            toast=toast,
            subject=reply.subject,
        )
        async with self.db.unit_of_work() as unit:
            await unit.outbox.add(row)
            await unit.commit()

    async def waiting(self) -> int:
        async with self.db.reading() as found:
            return sum((await found.outbox.places()).values())

    async def pass_time(self, **length: float) -> None:
        self.clock.move_to(self.clock.now() + timedelta(**length))
        await self.sender.drain()


@pytest.fixture
async def office(tmp_path: Path) -> AsyncIterator[Office]:
    db = open_database(tmp_path / "damka.db")
    await db.take_over(NOW)
    async with db.unit_of_work() as unit:
        places = [
            (await unit.places.add("console", "damka", chat, kind="group", created=NOW)).id
            for chat in ("lib", "club")
        ]
        person = await unit.persons.add(created=NOW)
        account = await unit.accounts.add("console", "anna", person.id, created=NOW)
        await unit.commit()
    yield Office(db, (places[0], places[1]), account.id)
    await db.close()


BUTTONS = ((Button("go", "go"),),)


async def test_messages_arrive_in_order_and_once(office: Office) -> None:
    for text in ("one", "two", "three"):
        await office.write(text)
    await office.sender.drain()
    await office.sender.drain()
    assert office.chat.texts == ["one", "two", "three"]
    assert await office.waiting() == 0


async def test_a_newer_message_on_a_subject_makes_an_unsent_older_one_superfluous(office: Office) -> None:
    await office.write("board 1", subject="board:G7R2")
    await office.write("by the way")
    await office.write("board 2", subject="board:G7R2")
    await office.sender.drain()
    assert office.chat.texts == ["by the way", "board 2"]
    assert await office.waiting() == 0


async def test_a_message_on_the_same_subject_is_edited(office: Office) -> None:
    await office.write("board 1", subject="board:G7R2")
    await office.sender.drain()
    await office.write("other game", subject="board:K3P4")
    await office.write("board 2", subject="board:G7R2")
    await office.sender.drain()
    assert office.chat.log[-1] == ("lib", "board 2", "m1.0", False)
    assert len(office.chat.shown) == 2


async def test_the_same_subject_elsewhere_is_another_message(office: Office) -> None:
    await office.write("board 1", subject="board:G7R2")
    await office.write("board 1", place=1, subject="board:G7R2")
    await office.sender.drain()
    await office.write("board 2", place=1, subject="board:G7R2")
    await office.sender.drain()
    assert office.chat.log[-1] == ("club", "board 2", "m2.0", False)


async def scroll_by_answers(office: Office) -> None:
    for number in range(CAPABILITIES.scrolls_away_after):
        await office.write(f"answer {number}")
    await office.sender.drain()


async def scroll_by_conversation(office: Office) -> None:
    for _ in range(CAPABILITIES.scrolls_away_after):
        office.sender.heard(PlaceRef("console", "damka", "lib"))


@pytest.mark.parametrize("scroll", [scroll_by_answers, scroll_by_conversation])
async def test_a_message_that_has_scrolled_away_is_posted_anew_and_loses_its_buttons(
    office: Office, scroll: object
) -> None:
    await office.write("board 1", subject="board:G7R2", buttons=BUTTONS)
    await office.sender.drain()
    await scroll(office)  # type: ignore[operator]
    await office.write("board 2", subject="board:G7R2", buttons=BUTTONS)
    await office.sender.drain()
    newest = next(key for key, message in office.chat.shown.items() if message.text == "board 2")
    assert newest != "m1.0"
    assert office.chat.shown[newest].buttons != ()
    assert (office.chat.shown["m1.0"].text, office.chat.shown["m1.0"].buttons) == ("board 1", ())
    await office.write("board 3", subject="board:G7R2")
    await office.sender.drain()
    assert office.chat.shown[newest].text == "board 3"


async def test_what_is_asked_for_afresh_is_posted_anew(office: Office) -> None:
    await office.write("board 1", subject="board:G7R2")
    await office.sender.drain()
    await office.write("board 1", subject="board:G7R2", afresh=True)
    await office.sender.drain()
    assert [edit for _, _, edit, _ in office.chat.log] == [None, None]


async def test_a_chat_that_cannot_edit_gets_a_new_message(office: Office) -> None:
    office.chat.capabilities = replace(CAPABILITIES, edits=False)
    for text in ("board 1", "board 2"):
        await office.write(text, subject="board:G7R2")
        await office.sender.drain()
    assert [edit for _, _, edit, _ in office.chat.log] == [None, None]


async def test_a_message_that_is_gone_is_posted_anew_at_once(office: Office) -> None:
    await office.write("board 1", subject="board:G7R2")
    await office.sender.drain()
    office.chat.answers = [Gone()]
    await office.write("board 2", subject="board:G7R2")
    await office.sender.drain()
    assert office.chat.log[-1] == ("lib", "board 2", None, False)


async def test_a_toast_and_a_private_answer_name_their_reader_and_leave_nothing_behind(
    office: Office,
) -> None:
    await office.write("psst", to_anna=True)
    await office.write("no", to_anna=True, toast=True)
    await office.sender.drain()
    messages = list(office.chat.shown.values())
    assert [(message.to, message.toast) for message in messages] == [("anna", False), ("anna", True)]
    async with office.db.reading() as found:
        assert await found.posted.by_message(office.places[0], "m2.0") is None
        assert "psst" not in str(await found.outbox.body(1))  # type: ignore[arg-type]


async def test_a_place_that_must_wait_keeps_its_order_and_others_go_on(office: Office) -> None:
    office.chat.answers = [RetryAfter(timedelta(seconds=30))]
    await office.write("one")
    await office.write("two")
    await office.write("elsewhere", place=1)
    await office.sender.drain()
    assert office.chat.texts == ["elsewhere"]
    await office.pass_time(seconds=29)
    assert office.chat.texts == ["elsewhere"]
    await office.pass_time(seconds=1)
    assert office.chat.texts == ["elsewhere", "one", "two"]


@pytest.mark.parametrize("failure", [Unknown("timed out"), RuntimeError("adapter"), Gone()])
async def test_a_failure_is_tried_again_with_the_same_key(
    office: Office, failure: Outcome | Exception
) -> None:
    office.chat.answers = [failure, failure]
    await office.write("one")
    await office.sender.drain()
    await office.pass_time(seconds=1)
    assert office.chat.texts == []
    await office.pass_time(seconds=2)
    assert office.chat.texts == ["one"]
    assert office.chat.keys == [(1, 0)] * 3


async def test_what_fails_too_often_is_set_aside_and_holds_nothing_up(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    office.chat.answers = [Unknown("never")] * MOST_ATTEMPTS
    await office.write("one")
    await office.write("two")
    await office.sender.drain()
    for _ in range(MOST_ATTEMPTS):
        await office.pass_time(hours=1)
    assert office.chat.texts == ["two"]
    assert await office.waiting() == 0
    assert "can never be sent: never" in caplog.text


async def test_what_is_forbidden_is_set_aside_at_once(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    office.chat.answers = [Forbidden("the bot was removed")]
    await office.write("one")
    await office.write("two")
    await office.sender.drain()
    assert office.chat.texts == ["two"]
    assert await office.waiting() == 0


async def test_a_row_that_no_version_of_ours_has_written_holds_nothing_up(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    async with office.db.unit_of_work() as unit:
        await unit.outbox.add(Outgoing(office.places[0], '{"$": "Poem"}', NOW))
        await unit.commit()
    await office.write("two")
    await office.sender.drain()
    assert office.chat.texts == ["two"]
    assert caplog.record_tuples[0][1] == logging.ERROR


async def test_after_a_start_everything_pending_is_sent_at_once_and_marked(office: Office) -> None:
    office.chat.answers = [RetryAfter(timedelta(hours=1))]
    await office.write("one")
    await office.sender.drain()
    office.sender = office.new_sender()
    await office.sender.drain(resent=True)
    await office.write("two")
    await office.sender.drain()
    assert [(text, resent) for _, text, _, resent in office.chat.log] == [("one", True), ("two", False)]


async def test_a_board_is_still_edited_after_a_start(office: Office) -> None:
    await office.write("board 1", subject="board:G7R2")
    await office.sender.drain()
    office.sender = office.new_sender()
    await office.write("board 2", subject="board:G7R2")
    await office.sender.drain()
    assert office.chat.log[-1] == ("lib", "board 2", "m1.0", False)


async def test_a_long_message_goes_on_at_the_part_that_failed(office: Office) -> None:
    office.chat.capabilities = replace(CAPABILITIES, longest_text=5)
    office.chat.answers = [Sent("m1.0"), Unknown("lost")]
    await office.write("one\ntwo\nthree\nfour")
    await office.sender.drain()
    await office.pass_time(seconds=1)
    assert office.chat.keys == [(1, 0), (1, 1), (1, 1), (1, 2), (1, 3)]
    assert office.chat.texts[1:] == ["two", "three", "four"]


async def test_what_is_for_a_platform_that_does_not_run_here_waits(office: Office) -> None:
    async with office.db.unit_of_work() as unit:
        place = await unit.places.add("telegram", "damka_bot", "-100", kind="group", created=NOW)
        await unit.outbox.add(Outgoing(place.id, encode_reply(Reply((Verbatim("later"),))), NOW))
        await unit.commit()
    await office.sender.drain()
    assert await office.waiting() == 1


async def test_many_places_at_once_get_everything_once_and_in_order(office: Office) -> None:
    office.sender = Sender(
        office.db, {"console": office.chat}, Renderer(Catalogues.load()), office.clock, places_at_once=8
    )
    async with office.db.unit_of_work() as unit:
        for number in range(10):
            place = await unit.places.add("console", "damka", f"c{number}", kind="group", created=NOW)
            rows = (encode_reply(Reply((Verbatim(f"{text}"),))) for text in range(60))
            await unit.outbox.add(*(Outgoing(place.id, row, NOW) for row in rows))
        await unit.commit()
    await office.sender.drain()
    await office.sender.drain()
    for number in range(10):
        received = [text for chat, text, _, _ in office.chat.log if chat == f"c{number}"]
        assert received == [str(text) for text in range(60)]


async def test_more_than_a_batch_arrives_in_order(office: Office) -> None:
    texts = [str(number) for number in range(120)]
    async with office.db.unit_of_work() as unit:
        await unit.outbox.add(
            *(Outgoing(office.places[0], encode_reply(Reply((Verbatim(text),))), NOW) for text in texts)
        )
        await unit.commit()
    await office.sender.drain()
    assert office.chat.texts == texts
