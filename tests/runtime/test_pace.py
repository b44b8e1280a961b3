"""However much is to be said, no platform's limit is exceeded, and nothing is lost or said out of order."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

import pytest

from bot.chats.console import CAPABILITIES
from bot.chats.port import Capabilities, Limit, Outcome, Pace, PlaceRef, Rendered, RetryAfter, Sent
from bot.replies import BoardImage, Button
from storage.ids import PlaceId
from tests.runtime.office import Office, by_itself

MINUTE = timedelta(minutes=1)
TELEGRAM = Pace(group=Limit(20, MINUTE), person=Limit(60, MINUTE), overall=Limit(30, timedelta(seconds=1)))
PACED = replace(CAPABILITIES, pace=TELEGRAM, private_notices=False, scrolls_away_after=1_000)


@dataclass
class Watch:
    """When calls came that post or edit."""

    office: Office
    calls: list[datetime]

    @property
    def most_in_a_minute(self) -> int:
        return max(sum(start <= moment < start + MINUTE for moment in self.calls) for start in self.calls)


def paced(office: Office, capabilities: Capabilities = PACED) -> Watch:
    office.chat.capabilities = capabilities
    watch = Watch(office, [])

    async def note(place: PlaceRef, message: Rendered) -> Outcome | None:
        if not message.toast and place.chat == "lib":
            watch.calls.append(office.clock.now())
        return None

    office.chat.answer = note
    return watch


async def test_ten_boards_in_one_group_stay_within_twenty_a_minute(office: Office) -> None:
    watch = paced(office)
    for move in range(90):
        for board in range(10):
            await office.write(f"board {board} move {move}", subject=f"board:{board}")
        await office.pass_time(seconds=2)
    await office.pass_time(minutes=1)
    await office.pass_time(minutes=1)
    assert watch.most_in_a_minute <= 20
    assert await office.waiting() == 0
    last = {message: shown.text for message, shown in office.chat.shown.items()}
    assert sorted(last.values()) == [f"board {board} move 89" for board in range(10)]
    assert len(watch.calls) >= 60  # the room that there is, is used


@pytest.mark.parametrize("is_refused", [False, True])
async def test_the_last_buttons_are_taken_off_when_the_pace_allows_it(
    office: Office, is_refused: bool
) -> None:
    """Nothing more is said there that could bring it with it."""
    office.chat.capabilities = replace(PACED, scrolls_away_after=0, keeps_buttons=False)
    buttons = ((Button("go", "go"),),)
    for number in range(18 if not is_refused else 3):
        await office.write(f"said {number}")
    await office.write("board 1", subject="board:G7R2", buttons=buttons)
    await office.sender.drain()
    await office.write("board 2", subject="board:G7R2", buttons=buttons)
    if is_refused:
        office.chat.answers = [Sent("new"), RetryAfter(timedelta(seconds=30))]
    await office.sender.drain()
    shown = {message.text: bool(message.buttons) for message in office.chat.shown.values()}
    assert (shown["board 1"], shown["board 2"]) == (True, True)
    await office.pass_time(minutes=1)
    shown = {message.text: bool(message.buttons) for message in office.chat.shown.values()}
    assert (shown["board 1"], shown["board 2"]) == (False, True)


async def test_announcements_that_wait_are_joined_in_order(office: Office) -> None:
    watch = paced(office)
    texts = [f"announcement {number}" for number in range(50)]
    for text in texts:
        await office.write(text)
    await office.sender.drain()
    assert office.chat.texts == texts[:20]
    await office.pass_time(minutes=1)
    assert office.chat.texts[20:] == ["\n\n".join(texts[20:])]
    assert await office.waiting() == 0
    assert watch.most_in_a_minute <= 20


async def test_what_is_joined_fits_into_a_message_and_the_rest_follows(office: Office) -> None:
    paced(office, replace(PACED, longest_text=40))
    for number in range(25):
        await office.write(f"announcement {number:02}")
    await office.sender.drain()
    for _ in range(3):
        await office.pass_time(minutes=1)
    late = office.chat.texts[20:]
    assert late == [
        "announcement 20\n\nannouncement 21",
        "announcement 22\n\nannouncement 23",
        "announcement 24",
    ]


BOARD = BoardImage("international", "W:W31:B20")


@pytest.mark.parametrize(
    "other",
    [
        {"picture": BOARD},
        {"buttons": ((Button("go", "go"),),)},
        {"subject": "board:G7R2"},
        {"to_anna": True},
        {"language": "pl"},
        {"pin": True},
    ],
    ids=lambda other: next(iter(other)),
)
async def test_only_plain_announcements_to_the_same_people_are_joined(
    office: Office, other: dict[str, object]
) -> None:
    paced(office)
    for number in range(20):
        await office.write(f"{number}")
    for text in ("a", "b"):
        await office.write(text)
    await office.write("c", **other)
    for text in ("d", "e"):
        await office.write(text)
    await office.sender.drain()
    await office.pass_time(minutes=1)
    assert office.chat.texts[20:] == ["a\n\nb", "c", "d\n\ne"]


async def test_nothing_is_joined_where_there_is_room(office: Office) -> None:
    paced(office)
    for text in ("one", "two", "three"):
        await office.write(text)
    await office.sender.drain()
    assert office.chat.texts == ["one", "two", "three"]


@pytest.mark.parametrize(("private_notices", "passes"), [(True, True), (False, False)])
async def test_what_stands_nowhere_in_the_chat_waits_for_no_pace(
    office: Office, private_notices: bool, passes: bool
) -> None:
    paced(office, replace(PACED, private_notices=private_notices))
    for number in range(22):
        await office.write(f"{number}")
    await office.sender.drain()
    await office.write("pressed", to_anna=True, toast=True)
    await office.write("for you", to_anna=True)
    await office.sender.drain()
    assert office.chat.texts[20:] == ["pressed", "for you"][: 1 + passes]
    await office.pass_time(minutes=1)
    assert office.chat.texts[21 + passes] == "20\n\n21"
    assert await office.waiting() == 0


async def test_attempts_count_and_edits_and_the_parts_of_a_long_message(office: Office) -> None:
    watch = paced(office, replace(PACED, longest_text=5))
    office.chat.answers = [RetryAfter(timedelta(seconds=1))] * 5
    await office.write("one\ntwo\nthree")
    for _ in range(6):
        await office.pass_time(seconds=1)
    await office.write("b1", subject="board:1")
    await office.pass_time(seconds=1)
    for number in range(2, 30):
        await office.write(f"b{number}", subject="board:1")
        await office.pass_time(seconds=1)
    assert len(watch.calls) + 5 == 20  # the refused attempts as well
    assert len(office.chat.keys) == 20


async def test_a_private_chat_has_the_pace_of_a_person_and_no_group_waits_for_another(
    office: Office,
) -> None:
    paced(office)
    for number in range(25):
        for place in range(3):
            await office.write(f"{number}", place=place, subject=f"s{number}")
    for _ in range(3):
        await office.pass_time(seconds=1)
    sent = [chat for chat, *_ in office.chat.log]
    assert {chat: sent.count(chat) for chat in set(sent)} == {"lib": 20, "club": 20, "@anna": 25}


async def test_topics_share_the_pace_of_their_chat_and_threads_do_not(office: Office) -> None:
    async with office.db.unit_of_work() as unit:
        topics = [
            (
                await unit.places.add(
                    "console", "damka", "lib", f"{topic}", kind="group", created=office.clock.now()
                )
            ).id
            for topic in range(2)
        ]
        await unit.commit()
    office.places += topics
    for threads, sent in ((False, 20), (True, 30)):
        paced(office, replace(PACED, threads=threads))
        office.chat.log.clear()
        for number in range(15):
            for place in (3, 4):
                await office.write(f"{number}", place=place, subject=f"s{number}")
        await office.sender.drain()
        assert len(office.chat.log) == sent
        for _ in range(3):
            await office.pass_time(minutes=1)


async def test_to_everybody_together_no_more_goes_than_the_platform_takes(live_office: Office) -> None:
    """With the machine's clock and answers that take their time, as over a network."""
    office, within = live_office, timedelta(seconds=0.2)
    pace = Pace(Limit(100, within), Limit(100, within), Limit(5, within))
    office.chat.capabilities = replace(CAPABILITIES, pace=pace)
    arrived: list[datetime] = []
    all_arrived = asyncio.Event()

    async def slowly(place: PlaceRef, message: Rendered) -> Outcome | None:
        await asyncio.sleep(0.01)
        arrived.append(office.clock.now())
        if len(arrived) == 20:
            all_arrived.set()
        await asyncio.sleep(0.02)
        return Sent(f"{len(arrived)}")

    office.chat.answer = slowly
    places: list[PlaceId] = []
    async with office.db.unit_of_work() as unit:
        for number in range(20):
            row = await unit.places.add(
                "console", "damka", f"{number}", kind="group", created=office.clock.now()
            )
            places.append(row.id)
        await unit.commit()
    office.places = places
    for place in range(20):
        await office.write("one", place=place)
    async with by_itself(office):
        await asyncio.wait_for(all_arrived.wait(), 10)
    assert await office.waiting() == 0
    assert len(arrived) == 20
    for start in arrived:
        assert sum(start <= moment < start + within for moment in arrived) <= 5
