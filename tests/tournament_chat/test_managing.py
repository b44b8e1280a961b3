"""What an organiser does about entrants: adding, approving, fees, replacing, seeds, siblings, helpers."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.chats.port import Speaker
from rules.tournament.model import ConsentBy, EntrantNo, Standing
from storage.repositories.events import EventRole
from tests.commands.room import keys, words
from tests.tournament_chat.desk import Desk

ONE, TWO = EntrantNo(1), EntrantNo(2)
MIKOLAJKI = {"classes": "IVa IVb VII"}

ADDED: list[tuple[str, str, str, dict[str, str] | None]] = [
    # regulation, what is written, what is answered, what is stored (None: nobody is added)
    ("riazor", "Ana Souto", "join.in", {"name": "Ana Souto"}),
    ("riazor", "Ana Souto born=2010", "add.unknown-key", None),
    ("riazor", "", "add.how", None),
    ("riazor", "12", "join.bad-name", None),
    ("mikolajki-2023", "Jan Nowak class=IVa", "join.in", {"name": "Jan Nowak", "class": "IVa"}),
    ("mikolajki-2023", "Jan klasa=4b ur=4.05.2016", "join.in", {"class": "IVb", "born": "2016-05-04"}),
    ("mikolajki-2023", "class=IVa Jan", "join.in", {"name": "Jan"}),
    ("mikolajki-2023", "Jan Nowak", "add.missing", None),
    ("mikolajki-2023", "Jan class=IIIc", "join.bad-class", None),
    ("mikolajki-2023", "Jan Nowak, Ewa Lis class=IVa", "join.one-name", None),
    ("mikolajki-2023", "Jan class=IVa born=2030", "join.bad-year", None),
    ("slidy-2015", "Марко born=2018 sex=boy", "join.in", {"born": "2018", "sex": "boy"}),
    ("slidy-2015", "Марко нар=2018 стать=хлопець", "join.in", {"born": "2018", "sex": "boy"}),
    ("slidy-2015", "Марко born=2018", "add.missing", None),
    ("grodziec-2017", "Jan Nowak", "join.in", {"name": "Jan Nowak"}),
]


@pytest.mark.parametrize(("regulation", "text", "answer", "stored"), ADDED)
async def test_somebody_without_an_account_is_added_with_what_the_regulation_asks(
    desk: Desk, regulation: str, text: str, answer: str, stored: dict[str, str] | None
) -> None:
    code = await desk.open(regulation, settings=MIKOLAJKI if regulation.startswith("mik") else None)
    assert answer in keys(await desk.say("olga", f"/tournament add #{code} {text}"))
    file = await desk.event()
    assert (ONE in file.cards) is (stored is not None)
    if stored is not None:
        assert file.controllers(ONE) == frozenset()
        async with desk.database.reading() as reading:
            kept = await reading.personal.all(file.cards[ONE].subject)
        assert {key: kept.get(key) for key in stored} == stored


async def test_the_organiser_answers_for_the_consent_on_paper(desk: Desk) -> None:
    code = await desk.open("grodziec-2017")
    heard = await desk.say("olga", f"/tournament add #{code} Jan Nowak")
    assert "add.consent-on-paper" in keys(heard)
    assert "(art. 9.1)" in words(heard)
    entrant = (await desk.event()).event.entrants[ONE]
    assert entrant.consent is not None
    assert (entrant.standing, entrant.consent.by) == (Standing.IN, ConsentBy.ORGANISER)


async def test_a_name_added_twice_is_asked_about(desk: Desk) -> None:
    code = await desk.open("riazor")
    for again, answer in (("", "join.in"), ("", "add.same-name"), (" again=yes", "join.in")):
        assert answer in keys(await desk.say("olga", f"/tournament add #{code} Ana Souto{again}"))
    file = await desk.event()
    assert [desk_name(file.name(number)) for number in file.cards] == [("Ana Souto", 1), ("Ana Souto", 2)]


def desk_name(shown: object) -> tuple[str, int]:
    """Name and number of one who has a namesake."""
    args = getattr(shown, "args", {})
    return args["name"], args["number"]


async def test_the_event_need_not_be_named_where_there_is_one(desk: Desk) -> None:
    await desk.open("riazor")
    assert "join.in" in keys(await desk.say("olga", "/tournament add Ana Souto"))


# --- approval and fees --------------------------------------------------------------------------------------


async def test_without_a_name_everybody_who_waits_is_listed_with_buttons(desk: Desk) -> None:
    code = await desk.open("grodziec-2017")
    assert keys(await desk.say("olga", f"/tournament approve #{code}")) == ["approve.nobody"]
    for user in ("anna", "piotr"):
        await desk.join(user, "me", "self")
    first, second = await desk.say("olga", f"/tournament approve #{code}")
    assert first.to == second.to == "olga"
    await desk.say("olga", press=first.button("do", f"tournament approve #{code} 1"))
    await desk.say("olga", press=second.button("do", f"tournament reject #{code} 2"))
    assert await desk.standings() == {"Anna": "in", "Piotr": "rejected"}
    assert "event.refused.not-waiting" in keys(await desk.say("olga", f"/tournament approve #{code} Anna"))


async def test_who_is_turned_down_is_told_and_the_answers_go(desk: Desk) -> None:
    code = await desk.open("grodziec-2017")
    await desk.join("anna", "me", "self")
    heard = await desk.say("olga", f"/tournament reject #{code} anna")
    assert any(message.chat == "@anna" and "reject.done" in message.keys for message in heard)
    assert "(art. 5, 6.6)" in words(heard)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Zenon", "tournament.no-such-name"),
        ("9", "tournament.no-such-name"),
        ("An", "tournament.which-entrant"),
        ("Anna Nowak", "paid.yes"),
        ("anna n", "paid.yes"),
        ("1", "paid.yes"),
    ],
)
async def test_an_entrant_is_found_by_name_by_its_beginning_or_by_number(
    desk: Desk, text: str, answer: str
) -> None:
    code = await desk.open("riazor")
    for name in ("Anna Nowak", "Anna Kowalska"):
        await desk.say("olga", f"/tournament add #{code} {name}")
    assert answer in keys(await desk.say("olga", f"/tournament paid #{code} {text}"))


async def test_fees_are_ticked_off_and_the_tick_taken_back(desk: Desk) -> None:
    code = await desk.open("riazor")
    await desk.say("anna", "/join")
    assert "Anna" in words(await desk.say("olga", f"/tournament paid #{code}"))
    for answer in ("paid.yes", "paid.no", "paid.yes"):
        heard = await desk.say("olga", f"/tournament paid #{code} Anna")
        assert answer in keys(heard)
        assert "(Inscrición)" in words(heard)
    assert (await desk.event()).event.entrants[ONE].is_paid
    assert "Anna" not in words(await desk.say("olga", f"/tournament paid #{code}"))


async def test_where_taking_part_is_free_nobody_pays(desk: Desk) -> None:
    code = await desk.open("grodziec-2017")
    await desk.say("olga", f"/tournament add #{code} Jan")
    assert keys(await desk.say("olga", f"/tournament paid #{code} Jan")) == ["event.refused.no-fee"]


# --- replacing, seeds, siblings -----------------------------------------------------------------------------


async def test_a_place_is_taken_over_with_standing_and_lot(desk: Desk) -> None:
    code = await desk.open("riazor", settings={"capacity": "2"})
    for user in ("anna", "piotr", "ola"):
        await desk.say(user, "/join")
    heard = await desk.say("olga", f"/tournament replace #{code} 1 Jan Nowak")
    assert "replace.done" in keys(heard)
    assert await desk.standings() == {"Anna": "left", "Piotr": "in", "Ola": "waiting", "Jan Nowak": "in"}
    assert (await desk.event()).event.entrants[EntrantNo(4)].replaces == ONE


@pytest.mark.parametrize("text", ["", "1", "Anna Jan", "9 Jan"])
async def test_replacing_names_a_number_and_a_name(desk: Desk, text: str) -> None:
    code = await desk.open("riazor")
    await desk.say("anna", "/join")
    [refused] = await desk.say("olga", f"/tournament replace #{code} {text}")
    assert refused.keys[0] in ("replace.how", "tournament.no-such-name")
    assert await desk.standings() == {"Anna": "in"}


async def test_the_strongest_are_seeded_where_the_regulation_lets(desk: Desk) -> None:
    code = await desk.open("grodziec-2017")
    for name in ("Ala", "Ola", "Ula"):
        await desk.say("olga", f"/tournament add #{code} {name}")
    heard = await desk.say("olga", f"/tournament seed #{code} Ula, Ala")
    assert "seed.done" in keys(heard)
    assert "(art. 6.2)" in words(heard)
    entrants = (await desk.event()).event.entrants
    assert [entrant.seed for entrant in entrants.values()] == [2, None, 1]
    await desk.say("olga", f"/tournament seed #{code}")
    assert all(entrant.seed is None for entrant in (await desk.event()).event.entrants.values())


async def test_where_lots_alone_decide_nobody_is_seeded(desk: Desk) -> None:
    code = await desk.open("slidy-2015")
    await desk.say("olga", f"/tournament add #{code} Ala born=2018 sex=girl")
    assert "event.refused.no-seeding" in keys(await desk.say("olga", f"/tournament seed #{code} Ala"))


async def test_siblings_are_kept_apart_until_it_is_taken_back(desk: Desk) -> None:
    code = await desk.open("riazor")
    for name in ("Ala", "Ola"):
        await desk.say("olga", f"/tournament add #{code} {name}")
    assert "apart.yes" in keys(await desk.say("olga", f"/tournament apart #{code} Ala, Ola"))
    assert (await desk.event()).event.forbidden == frozenset((frozenset((ONE, TWO)),))
    assert "apart.no" in keys(await desk.say("olga", f"/tournament apart #{code} Ola, Ala"))
    assert (await desk.event()).event.forbidden == frozenset()
    for text, answer in (("Ala", "apart.how"), ("Ala, Ala", "event.refused.same-entrant")):
        assert answer in keys(await desk.say("olga", f"/tournament apart #{code} {text}"))
    await desk.say("olga", f"/tournament replace #{code} 1 Iza")  # whoever has left is not paired at all
    assert keys(await desk.say("olga", f"/tournament apart #{code} 1, 2"))[0] == "event.refused.gone"


# --- who runs it --------------------------------------------------------------------------------------------


async def test_a_second_organiser_may_do_everything(desk: Desk) -> None:
    code = await desk.make("riazor")
    await desk.say("piotr", "/start")
    await desk.say("olga", f"/tournament organiser add @piotr #{code}")
    assert "signup.open" in keys(await desk.say("piotr", f"/tournament open #{code}"))
    await desk.say("piotr", f"/tournament organiser remove @olga #{code}")
    assert keys(await desk.say("olga", f"/tournament close #{code}")) == ["tournament.not-organiser"]
    assert keys(await desk.say("piotr", f"/tournament organiser remove @piotr #{code}")) == [
        "role.last-organiser"
    ]


async def test_a_role_waits_for_a_name_that_nobody_has_met(desk: Desk) -> None:
    code = await desk.make("riazor")
    await desk.say("olga", f"/tournament organiser add @Piotr #{code}")
    assert keys(await desk.say("jan", f"/tournament open #{code}")) == ["tournament.not-organiser"]
    assert "signup.open" in keys(await desk.say("piotr", f"/tournament open #{code}"))
    assert (await desk.event()).invited == ()


async def test_a_role_that_waits_can_be_taken_back(desk: Desk) -> None:
    code = await desk.make("riazor")
    await desk.say("olga", f"/tournament arbiter add @piotr #{code}")
    assert "role.arbiter-remove" in keys(await desk.say("olga", f"/tournament arbiter remove @piotr #{code}"))
    assert keys(await desk.say("olga", f"/tournament arbiter remove @piotr #{code}")) == ["role.not-held"]


async def test_an_arbiter_is_no_organiser(desk: Desk) -> None:
    code = await desk.make("riazor")
    await desk.say("piotr", "/start")
    await desk.say("olga", f"/tournament arbiter add @piotr #{code}")
    file = await desk.event()
    assert len(file.having_role(EventRole.ARBITER)) == 1
    assert keys(await desk.say("piotr", f"/tournament open #{code}")) == ["tournament.not-organiser"]
    assert "Piotr" in words(await desk.say("anna", f"/tournament info #{code}"))


# --- calling off, and telling about it ----------------------------------------------------------------------


async def test_an_event_is_called_off_after_one_question(desk: Desk) -> None:
    code = await desk.open("slidy-2015")
    await desk.alone("anna", f"/join #{code}")
    [asked] = await desk.say("olga", f"/tournament cancel #{code}")
    assert asked.keys == ["tournament.ask-cancel"]
    assert "tournament.cancelled" in keys(await desk.say("olga", press=asked.button("do")))
    assert keys(await desk.alone("anna", "me")) == ["error.not-understood"]
    assert keys(await desk.say("anna", "/join")) == ["tournament.none-here"]
    assert keys(await desk.say("olga", f"/tournament open #{code}")) == [
        "event.refused.wrong-phase",
        "event.phase.cancelled",
    ]


async def test_info_tells_what_somebody_wants_to_know_before_coming(desk: Desk) -> None:
    code = await desk.open("grodziec-2017", settings={"start": "2026-12-20 15:00"})
    text = words(await desk.say("anna", f"/tournament info #{code}"))
    for told in ("20 December 2026, 15:00", "own risk", "(art. 9.2)", "(art. 5, 6.6)", "Grodziec", "Olga"):
        assert told in text, told
    code = await desk.open("mikolajki-2023", settings=MIKOLAJKI)
    text = words(await desk.say("anna", f"/tournament info #{code}"))
    assert [point for point in range(1, 9) if f"(P{point})" not in text] == []


async def test_two_organisers_who_press_at_once_are_told_it_is_done(desk: Desk) -> None:
    code = await desk.open("riazor")
    await desk.say("olga", f"/tournament close #{code}")
    assert keys(await desk.say("olga", f"/tournament close #{code}")) == ["event.refused.already-there"]


async def test_the_same_update_twice_adds_nobody_twice(desk: Desk) -> None:
    code = await desk.open("riazor")
    for _ in range(2):
        await desk.say("olga", f"/tournament add #{code} Ana Souto", update="u1")
    assert len((await desk.event()).cards) == 1


async def test_a_sign_up_may_open_again_until_the_lots_are_drawn(desk: Desk) -> None:
    code = await desk.open("riazor")
    before = (await desk.event()).event.commitment
    await desk.say("olga", f"/tournament close #{code}")
    await desk.say("olga", f"/tournament open #{code}")
    after = (await desk.event()).event
    assert (after.phase.value, after.commitment) == ("open", before)
    assert after.at == datetime(2026, 12, 6, 9, 0, tzinfo=UTC)


# --- people who are pointed at ------------------------------------------------------------------------------

EWA = Speaker("4711", "Ewa Nowak", "ewa_n")


@pytest.mark.parametrize(
    ("text", "more"),
    [
        ("/tournament add @4711", {"mentions": (EWA,)}),
        ("/tournament add @ewa_n", {"mentions": (EWA,)}),
        ("/tournament add", {"answered": EWA}),
    ],
)
async def test_whoever_is_pointed_at_plays_by_their_own_account(
    desk: Desk, text: str, more: dict[str, Any]
) -> None:
    await desk.open("riazor")
    await desk.say("olga", text, **more)
    assert await desk.standings() == {"Ewa Nowak": "in"}
    file = await desk.event()
    async with desk.database.reading() as reading:
        account = await reading.accounts.by_external("console", "4711")
    assert account is not None
    assert file.controllers(EntrantNo(1)) == {account.person}


async def test_a_name_that_is_written_out_means_nobody_who_is_answered(desk: Desk) -> None:
    await desk.open("riazor")
    await desk.say("olga", "/tournament add Jan", answered=EWA)
    assert await desk.standings() == {"Jan": "in"}
    assert (await desk.event()).controllers(EntrantNo(1)) == frozenset()


async def test_a_role_is_given_to_whoever_is_answered(desk: Desk) -> None:
    await desk.open("riazor")
    heard = await desk.say("olga", "/tournament arbiter add", answered=EWA)
    assert "role.arbiter-add" in keys(heard)
    assert "Ewa Nowak" in words(heard)
