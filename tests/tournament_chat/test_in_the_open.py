"""A group in which everybody reads everything: what is personal is said in private, where a button leads."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.buttons import Press
from tests.commands.platforms import BARE
from tests.commands.room import Heard, keys, words
from tests.tournament_chat.desk import Desk, open_desk, to_private

GIVEN = ("child", "Kasia Wiśniewska", "IVa", "2016-05-04")
SECRETS = ("Wiśniewska", "2016")
SETTINGS = {"classes": "IVa IVb", "names": "number"}


@pytest.fixture
async def square(tmp_path: Path) -> AsyncIterator[Desk]:
    async with open_desk(tmp_path, capabilities=BARE) as desk:
        yield desk


def in_group(heard: list[Heard]) -> list[Heard]:
    return [message for message in heard if message.chat == "lib"]


async def reach(desk: Desk, *users: str) -> None:
    """These have written to the bot in private before."""
    for user in users:
        await desk.alone(user, "/start")


async def test_the_profile_is_shown_in_private_and_the_group_hears_where(square: Desk) -> None:
    await reach(square, "anna")
    heard = await square.say("anna", "/profile", reachable=False)
    assert keys(in_group(heard)) == ["private.look"]
    assert "profile.title" in keys(to_private(heard, "anna"))


async def test_whoever_never_wrote_to_the_bot_gets_a_button_and_nothing_personal(square: Desk) -> None:
    for text in ("/profile", "/forgetme"):
        [told] = await square.say("anna", text, reachable=False)
        assert (told.to, told.keys) == ("anna", ["private.open-first"])
        assert told.presses == [Press("start", argument="private")]


async def test_a_press_is_answered_by_a_passing_notice(square: Desk) -> None:
    await square.open("grodziec-2017", settings={"names": "number"})
    await square.join("zaneta", "child", "Kasia Wiśniewska", "guardian")
    await reach(square, "olga")
    code = (await square.event()).code
    heard = await square.say("olga", press=f"do::0:tournament approve #{code}", reachable=False)
    shown = in_group(heard)
    assert all(message.toast or message.to == "olga" for message in shown)
    assert "Wiśniewska" not in words(shown)


async def test_a_press_of_whoever_never_wrote_opens_the_private_chat_and_posts_nothing(square: Desk) -> None:
    code = await square.open("slidy-2015")
    join = await square.say("anna", press=f"join:{code}:0:", reachable=False)
    profile = await square.say("anna", press="do::0:profile", reachable=False)
    assert [(told.toast, told.keys, told.presses) for told in (*join, *profile)] == [
        (True, ["join.write-privately"], [Press("start", code, argument="join")]),
        (True, ["private.open-first"], [Press("start", argument="private")]),
    ]
    await reach(square, "anna")
    heard = in_group(await square.say("anna", press=f"join:{code}:0:", reachable=False))
    assert [(told.toast, told.keys) for told in heard] == [(True, ["join.look-privately"])]


async def test_who_presses_unseen_by_the_others_is_told_nothing_where_they_read_it(square: Desk) -> None:
    code = await square.open("grodziec-2017")
    presses = ["do::0:help", f"do::0:tournament info #{code}", "do::0:help playing", f"join:{code}:0:"]
    for press in presses:
        heard = await square.say("anna", press=press, reachable=False, unseen=True)
        assert [told.toast for told in heard] == [True], press
    await reach(square, "anna")
    for press in presses:
        heard = await square.say("anna", press=press, reachable=False, unseen=True)
        assert [told.toast for told in in_group(heard)] == [True], press
        assert to_private(heard, "anna"), press


# --- from the group into the private chat, and back ---------------------------------------------------------


async def test_signing_up_leads_into_the_private_chat_and_back(square: Desk) -> None:
    code = await square.open("slidy-2015")
    [told] = in_group(await square.say("anna", "/join", reachable=False))
    assert told.keys == ["join.write-privately"]
    assert told.presses == [Press("start", code, argument="join")]
    asked = await square.alone("anna", f"/start join_{code.lower()}", reachable=False)
    assert "join.ask-who" in keys(asked)
    heard = await square.answer("anna", "child", "Marko", "2018", "boy")
    assert {"join.in", "join.back"} <= set(keys(to_private(heard, "anna")))


async def test_a_pressed_start_button_does_as_its_link(square: Desk) -> None:
    code = await square.open("slidy-2015")
    await reach(square, "anna")
    heard = await square.say("anna", press=f"start:{code}:0:join", reachable=False)
    assert "join.ask-who" in keys(to_private(heard, "anna"))


@pytest.mark.parametrize("payload", ["join_Z9Z9", "join", "private_", "hello", "join_", "_"])
async def test_a_link_that_leads_nowhere_greets(square: Desk, payload: str) -> None:
    heard = await square.alone("anna", f"/start {payload}")
    assert "help.greeting" in keys(heard)


async def test_a_link_to_a_sign_up_that_is_over_says_so(square: Desk) -> None:
    code = await square.open("slidy-2015")
    await square.say("olga", "/tournament close")
    heard = await square.alone("anna", f"/start join_{code}")
    assert keys(heard)[0] == "event.refused.join-closed"


async def test_written_answers_are_asked_for_and_choices_are_not(square: Desk) -> None:
    await square.open("slidy-2015")
    [who] = await square.alone("anna", f"/join #{(await square.event()).code}")
    assert who.reply.asks is None
    [name] = await square.answer("anna", "child")
    assert name.reply.asks is not None
    assert name.reply.asks.key == "join.ask-name-child"


# --- nothing personal, whatever is done ---------------------------------------------------------------------

COMMANDS = (
    "/profile", "/tournament info", "/tournament approve", "/tournament paid", "/tournament approve 1",
    "/tournament reject 1", "/tournament paid 1", "/leave", "/leave 1", "/withdraw", "/join", "/forgetme",
    "/checkin", "/standings", "/tournament close", "/tournament lots", "/tournament start", "/pairings",
    "/tournament add Ola class=IVb born=2017", "/export csv", "/start", "/help", "/undo", "/bye 1",
)  # fmt: skip


@pytest.mark.parametrize("regulation", ["mikolajki-2023", "grodziec-2017", "riazor"])
@settings(max_examples=6, deadline=None)
@given(
    said=st.lists(
        st.tuples(st.sampled_from(("zaneta", "olga", "piotr")), st.sampled_from(COMMANDS)), max_size=12
    )
)
async def test_the_group_never_reads_what_is_personal(
    tmp_path_factory: pytest.TempPathFactory, regulation: str, said: list[tuple[str, str]]
) -> None:
    given = {"mikolajki-2023": GIVEN, "grodziec-2017": (*GIVEN[:2], "guardian"), "riazor": GIVEN[:2]}
    wanted = SETTINGS if regulation.startswith("mik") else {"names": "number"}
    async with open_desk(tmp_path_factory.mktemp("square"), capabilities=BARE) as desk:
        await reach(desk, "zaneta", "olga")
        code = await desk.open(regulation, settings=wanted)
        heard = await desk.alone("zaneta", f"/join #{code}", name="Żaneta")
        for answer in given[regulation]:
            heard += await desk.answer("zaneta", answer)
        for user, text in said:
            heard += await desk.say(user, text, reachable=False, name=user.title())
        shown = words(in_group(heard))
        assert not [secret for secret in SECRETS if secret in shown.replace("2026", "")]
