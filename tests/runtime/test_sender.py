"""What the outbox holds reaches its chat: once, in order, edited or anew, whatever the platform answers."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.chats.console import CAPABILITIES
from bot.chats.port import Forbidden, Gone, Impossible, Outcome, PlaceRef, RetryAfter, Sent, Unknown
from bot.replies import Button, Reply, Verbatim, encode_reply
from bot.sending.delivery import MOST_ATTEMPTS, PATIENCE
from storage.repositories.outbox import Outgoing
from tests.runtime.office import NOW, Office

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


@pytest.mark.parametrize("scroll", [scroll_by_answers, scroll_by_conversation])
async def test_a_pinned_message_is_edited_wherever_it_stands(office: Office, scroll: object) -> None:
    await office.write("round 1", subject="pairings:K7R2", pin=True)
    await office.sender.drain()
    await scroll(office)  # type: ignore[operator]
    await office.write("round 1, board 1: 1-0", subject="pairings:K7R2", pin=True)
    await office.sender.drain()
    assert office.chat.shown["m1.0"].text == "round 1, board 1: 1-0"


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


@pytest.mark.parametrize(
    "outcome",
    [Gone(), Impossible("query is too old"), Forbidden("not yours")],
    ids=lambda what: type(what).__name__,
)
async def test_a_notice_that_comes_too_late_holds_nothing_up(office: Office, outcome: Outcome) -> None:
    office.chat.answers = [outcome]
    await office.write("no", to_anna=True, toast=True)
    await office.write("next")
    await office.sender.drain()
    assert office.chat.texts == ["next"]
    assert await office.waiting() == 0


async def test_a_notice_is_tried_again_only_as_long_as_it_is_of_use(office: Office) -> None:
    office.chat.answers = [Unknown("timed out"), RetryAfter(timedelta(seconds=40)), Unknown("timed out")]
    await office.write("no", to_anna=True, toast=True)
    await office.write("next")
    await office.sender.drain()
    await office.pass_time(seconds=2)
    assert len(office.chat.keys) == 2
    await office.pass_time(seconds=40)
    assert office.chat.texts == ["next"]
    assert await office.waiting() == 0


async def test_what_may_stand_there_already_is_edited_and_not_doubled(office: Office) -> None:
    office.chat.answers = [Unknown("lost")]
    await office.write("board 1", subject="board:K7R2")
    await office.sender.drain()
    await office.write("board 2", subject="board:K7R2")
    await office.write("board 3", subject="board:K7R2")
    await office.pass_time(seconds=2)
    first, again, _ = office.chat.keys
    assert first == again  # by which the chat knows what it has posted
    assert office.chat.texts == ["board 1", "board 3"]
    assert list(office.chat.shown) == ["m1.0"]
    assert await office.waiting() == 0


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


@pytest.mark.parametrize("failure", [RuntimeError("never"), Gone()])
async def test_what_fails_too_often_is_set_aside_and_holds_nothing_up(
    office: Office, failure: Outcome | Exception, caplog: pytest.LogCaptureFixture
) -> None:
    office.chat.answers = [failure] * MOST_ATTEMPTS
    await office.write("one")
    await office.write("two")
    await office.sender.drain()
    for _ in range(MOST_ATTEMPTS):
        await office.pass_time(hours=1)
    assert office.chat.texts == ["two"]
    assert await office.waiting() == 0
    assert "can never be sent" in caplog.text


async def test_a_network_that_is_down_for_an_hour_costs_nothing(office: Office) -> None:
    for text in ("one", "two"):
        await office.write(text)
    await office.write("elsewhere", place=1)
    office.chat.answers = [Unknown("no connection")] * 1_000
    for _ in range(360):
        await office.pass_time(seconds=10)
    assert len(office.chat.keys) <= 2 * 70  # one message for each place, about once a minute
    office.chat.answers = []
    await office.pass_time(minutes=1)
    assert office.chat.texts == ["one", "two", "elsewhere"]


async def test_what_nobody_knows_of_for_days_is_given_up(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    office.chat.answers = [Unknown("no connection")] * 2 * MOST_ATTEMPTS
    await office.write("one")
    for _ in range(MOST_ATTEMPTS):
        await office.pass_time(hours=1)
    assert await office.waiting() == 1
    await office.pass_time(seconds=PATIENCE.total_seconds() + 1)
    assert await office.waiting() == 0
    assert "can never be sent: no connection" in caplog.text


async def test_what_the_platform_takes_in_no_form_is_set_aside_at_once(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    office.chat.answers = [Impossible("the picture has too many pixels")]
    await office.write("one")
    await office.write("two")
    await office.sender.drain()
    assert office.chat.texts == ["two"]
    assert await office.waiting() == 0


async def test_a_place_that_may_not_be_written_to_is_asked_once(
    office: Office, caplog: pytest.LogCaptureFixture
) -> None:
    office.chat.answers = [Forbidden("the bot was removed")]
    for text in ("one", "two"):
        await office.write(text)
    await office.sender.drain()
    await office.write("three")
    await office.write("elsewhere", place=1)
    await office.sender.drain()
    assert office.chat.texts == ["elsewhere"]
    assert len(office.chat.keys) == 2
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
    await office.sender.open()
    await office.sender.drain()
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


async def test_more_than_a_batch_arrives_in_order(office: Office) -> None:
    texts = [str(number) for number in range(120)]
    async with office.db.unit_of_work() as unit:
        await unit.outbox.add(
            *(Outgoing(office.places[0], encode_reply(Reply((Verbatim(text),))), NOW) for text in texts)
        )
        await unit.commit()
    await office.sender.drain()
    assert office.chat.texts == texts
