"""Making an event: by a regulation or under an ID of one's own, with what the regulation asks."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from rules.tournament.eventrules import System
from rules.tournament.model import Phase
from storage.repositories.events import EventRole
from tests.commands.room import keys, words
from tests.tournament_chat.desk import MORNING, Desk, open_desk


async def test_a_regulation_and_a_title_make_an_event_whose_maker_organises_it(desk: Desk) -> None:
    heard = await desk.say("olga", "/tournament new grodziec-2017 Winter Cup")
    assert "tournament.created" in keys(heard)
    assert "Winter Cup" in words(heard)
    file = await desk.event()
    assert (file.title, file.regulation.id, file.phase) == ("Winter Cup", "grodziec-2017", Phase.CREATED)
    assert list(file.roles.values()) == [{EventRole.ORGANISER}]
    assert file.slug == file.code.casefold()


async def test_an_id_of_ones_own_asks_for_the_regulation_by_buttons(desk: Desk) -> None:
    [asked] = await desk.say("olga", "/tournament new winter-cup Winter Cup")
    assert asked.to == "olga"
    await desk.say("olga", press=asked.button("new", "riazor"))
    file = await desk.event()
    assert (file.slug, file.regulation.id) == ("winter-cup", "riazor")


async def test_a_restart_between_the_question_and_the_answer_loses_nothing(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        [asked] = await desk.say("olga", "/tournament new winter-cup Winter Cup")
    async with open_desk(tmp_path) as desk:
        await desk.say("olga", press=asked.button("new", "grodziec-2017"))
        assert (await desk.event()).slug == "winter-cup"


@pytest.mark.parametrize(
    ("command", "answer"),
    [
        ("/tournament new grodziec-2017", "tournament.give-title"),
        ("/tournament new grodziec-2017 " + "x" * 101, "tournament.title-too-long"),
        ("/tournament new x1 Cup", None),
        ("/tournament new", "error.missing-word"),
        ("/tournament open", "tournament.none-here"),
        ("/tournament close", "tournament.none-here"),
        ("/tournament info", "tournament.none-here"),
        ("/tournament open #nosuch", "tournament.unknown"),
        ("/join", "tournament.none-here"),
        ("/leave", "tournament.none-here"),
        ("/checkin", "tournament.none-here"),
        ("/word oak", "tournament.none-here"),
        ("/tournament lots", "tournament.none-here"),
    ],
)
async def test_what_cannot_be_is_answered_in_one_sentence(
    desk: Desk, command: str, answer: str | None
) -> None:
    heard = await desk.say("olga", command)
    assert len(heard) == 1
    if answer is not None:
        assert keys(heard)[0] == answer


async def test_an_id_is_taken_once_in_a_chat(desk: Desk) -> None:
    [asked] = await desk.say("olga", "/tournament new winter-cup Winter Cup")
    await desk.say("olga", press=asked.button("new", "riazor"))
    assert keys(await desk.say("piotr", "/tournament new winter-cup Another")) == ["tournament.id-taken"]
    [asked] = await desk.say("piotr", "/tournament new winter-cup Another", chat="school")
    await desk.say("piotr", press=asked.button("new", "riazor"), chat="school")
    assert [(await desk.event(at)).slug for at in (0, 1)] == ["winter-cup", "winter-cup"]


async def test_one_person_may_run_twenty_events_at_once(desk: Desk) -> None:
    for number in range(20):
        await desk.say("olga", f"/tournament new riazor Torneo {number}")
    assert keys(await desk.say("olga", "/tournament new riazor Torneo")) == ["tournament.too-many"]


# --- what the regulation asks the organiser -----------------------------------------------------------------


async def test_the_organiser_is_asked_one_thing_after_another_and_may_answer_in_words(desk: Desk) -> None:
    heard = await desk.say("olga", "/tournament new mikolajki-2023 St Nicholas")
    assert "setup.ask-classes" in keys(heard)
    assert "(Z3)" in words(heard)
    assert "setup.ask-start" in keys(await desk.say("olga", "IVa IVb VII"))
    assert "setup.ask-place" in keys(await desk.say("olga", "2026-12-20 10:00"))
    assert "setup.ready" in keys(await desk.say("olga", "School no. 5"))
    settings = (await desk.event()).event.settings
    assert settings.classes == ("IVa", "IVb", "VII")
    assert settings.starts == datetime(2026, 12, 20, 9, 0, tzinfo=UTC)
    assert (settings.place, settings.year) == ("School no. 5", 2026)


async def test_another_name_is_told_of_the_one_that_everybody_knows(desk: Desk) -> None:
    code = await desk.open("riazor")
    assert "Open, name: Friday Cup" in words(
        await desk.say("olga", f"/tournament set #{code} title Friday Cup")
    )


async def test_questions_can_be_put_off_and_are_missed_before_the_start(desk: Desk) -> None:
    heard = await desk.say("olga", "/tournament new mikolajki-2023 St Nicholas")
    for choice in ("classes", "start", "place"):
        later = next(h for h in heard if f"setup.ask-{choice}" in h.keys).button("setup", f"later {choice}")
        heard = await desk.say("olga", press=later)
    assert "setup.missing" in keys(heard)
    assert "/tournament set #" in words(heard)
    assert " classes …" in words(heard)
    [stale] = await desk.say("olga", press=later)
    assert stale.keys == ["error.stale-question"]


async def test_a_restart_in_the_middle_of_the_setup_goes_on_where_it_was(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        await desk.say("olga", "/tournament new mikolajki-2023 St Nicholas")
        await desk.say("olga", "IVa")
    async with open_desk(tmp_path) as desk:
        assert "setup.ask-place" in keys(await desk.say("olga", "20.12.2026 10:00"))


async def test_talk_in_a_group_is_no_answer_and_nobody_elses_words_are(desk: Desk) -> None:
    await desk.say("olga", "/tournament new mikolajki-2023 St Nicholas")
    await desk.say("olga", "IVa")
    assert await desk.say("piotr", "2026-12-20 10:00") == []
    assert await desk.say("olga", "let me think about the day") == []
    assert (await desk.event()).event.settings.starts is None


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        # Z1: grades IV to VI and VII to VIII
        ("classes", "IIIa", "setup.no-category"),
        ("classes", "IVa 9b", "setup.no-category"),
        ("start", "31.02.2027", "setup.bad-start"),
        ("start", "1.12.2026 9:00", "signup.gone-by"),
    ],
)
async def test_an_answer_in_a_group_that_will_not_do_is_told(
    desk: Desk, question: str, text: str, answer: str
) -> None:
    await desk.say("olga", "/tournament new mikolajki-2023 St Nicholas")
    if question == "start":
        await desk.say("olga", "IVa")
    before = (await desk.event()).event.settings
    assert keys(await desk.say("olga", text)) == [answer]
    assert (await desk.event()).event.settings == before


async def test_talk_is_no_class(desk: Desk) -> None:
    await desk.say("olga", "/tournament new mikolajki-2023 St Nicholas")
    assert await desk.say("olga", "hello children") == []
    assert (await desk.event()).event.settings.classes == ()


async def test_a_choice_of_systems_comes_as_buttons(desk: Desk) -> None:
    heard = await desk.say("olga", "/tournament new grodziec-2017 Cup")
    code = (await desk.event()).code
    await desk.say("olga", press=heard[-1].button("do", f"tournament set #{code} system round-robin"))
    assert (await desk.event()).event.settings.system is System.ROUND_ROBIN


SETTINGS: list[tuple[str, str, str]] = [
    ("system", "swiss", "setup.bad-choice"),
    ("system", "ladder", "setup.bad-choice"),
    ("classes", ", ;", "setup.bad-classes"),
    ("start", "soon", "setup.bad-start"),
    ("start", "2026-02-30 10:00", "setup.bad-start"),
    ("start", "10:00 11:00", "setup.bad-start"),
    ("start", "2026-12-24", "setup.changed"),
    ("rounds", "0", "setup.bad-number"),
    ("rounds", "101", "setup.bad-number"),
    ("rounds", "seven", "setup.bad-number"),
    ("capacity", "1", "setup.bad-number"),
    ("capacity", "16", "setup.changed"),
    ("names", "nick", "setup.bad-choice"),
    ("names", "first", "setup.changed"),
    ("pace", "fast", "setup.bad-choice"),
    ("pace", "by-hand", "setup.changed"),
    ("place", "x" * 201, "setup.bad-place"),
    ("title", "Winter Cup", "setup.changed"),
    ("title", "x" * 101, "tournament.title-too-long"),
    ("start", "19:30", "setup.changed"),
    ("start", "2026-12-05 15:00", "signup.gone-by"),
    ("start", "2026-12-06 9:30", "setup.changed"),  # half an hour ago: everybody sits already
    ("start", "6/12/2026 15:00", "setup.changed"),
]


@pytest.mark.parametrize(("name", "value", "answer"), SETTINGS)
async def test_a_setting_is_taken_or_refused(desk: Desk, name: str, value: str, answer: str) -> None:
    code = await desk.make("grodziec-2017")
    assert answer in keys(await desk.say("olga", f"/tournament set #{code} {name} {value}"))


@pytest.mark.parametrize(
    ("value", "starts"),
    [
        # Warsaw is one hour ahead of UTC in winter and two in summer; the regulation itself says 15:00 (4)
        ("2026-12-06 15:00", datetime(2026, 12, 6, 14, 0, tzinfo=UTC)),
        ("2027-07-01 15:00", datetime(2027, 7, 1, 13, 0, tzinfo=UTC)),
        ("2027-07-01", datetime(2027, 7, 1, 13, 0, tzinfo=UTC)),
        # 10:00 is now: the next ten o'clock is tomorrow's
        ("10:00", datetime(2026, 12, 7, 9, 0, tzinfo=UTC)),
        ("10:01", datetime(2026, 12, 6, 9, 1, tzinfo=UTC)),
        # 2:30 does not exist when clocks go forward, and exists twice when they go back
        ("2027-03-28 02:30", datetime(2027, 3, 28, 1, 30, tzinfo=UTC)),
        ("2027-10-31 02:30", datetime(2027, 10, 31, 0, 30, tzinfo=UTC)),
    ],
)
async def test_times_are_those_of_the_event(desk: Desk, value: str, starts: datetime) -> None:
    code = await desk.make("grodziec-2017", settings={"start": value})
    file = await desk.event()
    assert file.code == code
    assert file.event.settings.starts == starts


@pytest.mark.parametrize(
    ("now", "starts", "year"),
    [
        # article 4: 6 February 2017, 15:00
        (datetime(2017, 1, 10, tzinfo=UTC), datetime(2017, 2, 6, 14, 0, tzinfo=UTC), 2017),
        (datetime(2017, 2, 6, 13, 59, tzinfo=UTC), datetime(2017, 2, 6, 14, 0, tzinfo=UTC), 2017),
        (datetime(2017, 2, 6, 14, 30, tzinfo=UTC), None, 2017),
        (MORNING, None, 2026),
        # already the new year in Warsaw
        (datetime(2026, 12, 31, 23, 30, tzinfo=UTC), None, 2027),
    ],
)
async def test_the_documents_own_date_holds_while_it_is_ahead(
    tmp_path: Path, now: datetime, starts: datetime | None, year: int
) -> None:
    async with open_desk(tmp_path, now=now) as desk:
        await desk.make("grodziec-2017")
        settings = (await desk.event()).event.settings
        assert (settings.starts, settings.year) == (starts, year)


async def test_only_an_organiser_decides(desk: Desk) -> None:
    code = await desk.make("grodziec-2017")
    for command in (
        f"/tournament set #{code} capacity 8",
        f"/tournament open #{code}",
        f"/tournament cancel #{code}",
        f"/tournament add #{code} Jan",
        f"/tournament lots #{code}",
        f"/tournament organiser add @piotr #{code}",
        f"/tournament approve #{code} Jan",
        f"/tournament paid #{code} Jan",
    ):
        assert keys(await desk.say("piotr", command, admin=True)) == ["tournament.not-organiser"], command


async def test_a_chat_may_leave_tournaments_to_its_administrators(desk: Desk) -> None:
    await desk.say("olga", "/settings events admins", admin=True)
    assert keys(await desk.say("olga", "/tournament new grodziec-2017 Cup")) == ["tournament.admins-only"]
    assert "tournament.created" in keys(
        await desk.say("ola", "/tournament new grodziec-2017 Cup", admin=True)
    )
