"""One event in several chats on several platforms: linked, announced, played and left again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.commands.codes import LIFETIME, MOST_WRONG
from rules.pieces import Color
from rules.tournament.model import Phase
from storage.tables import link_codes
from tests.commands.room import Heard, keys, words
from tests.tournament_chat.chats import (
    CANLE,
    CHATS,
    CODE,
    KLUB,
    LEAGUE,
    chats_of,
    code_for,
    link,
    play_across,
    said_in,
)
from tests.tournament_chat.hall import Hall, open_hall


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


# --- linking ------------------------------------------------------------------------------------------------


async def test_a_chat_is_linked_by_a_code_and_all_chats_hear_of_it(hall: Hall) -> None:
    await hall.open("pzwarc-64", "Cup", settings=LEAGUE)
    heard = await link(hall, KLUB)
    assert chats_of(heard, "link.event-linked") == ["klub", "lib"]
    assert "Cup has a further chat now, on Telegram: 2 chats in all." in said_in(heard, "lib")
    assert "razem 2 czaty" in said_in(heard, "klub")
    assert chats_of(heard, "signup.open") == ["klub", "lib"]
    heard = await link(hall, CANLE)
    assert chats_of(heard, "link.event-linked") == ["canle", "klub", "lib"]
    assert "It is announced in 3 chats." in words(await hall.say("ewa", "/tournament info"))


async def test_an_event_is_announced_in_each_of_its_chats_in_its_language(hall: Hall) -> None:
    await hall.open("pzwarc-64", "Cup", settings=LEAGUE)
    for where in (KLUB, CANLE):
        await link(hall, where)
    heard = await hall.do("bohdan", "/join", **KLUB)
    assert chats_of(heard, "signup.open") == sorted(CHATS)
    for name in ("Jan", "Ewa", "Adam"):
        await hall.organise(f"/tournament add {name}")
    heard = await hall.organise("/tournament close")
    assert chats_of(heard, "signup.closing") == sorted(CHATS)
    await hall.organise("/tournament lots manual 1 2 3 4")
    heard = await hall.organise("/tournament start")
    assert chats_of(heard, "round.paired") == sorted(CHATS)
    assert "Runda 1" in said_in(heard, "klub")
    assert "Rolda 1" in said_in(heard, "canle")
    for message in heard:
        if "round.paired" in message.keys:
            assert message.reply.picture is not None
    ended = await _all_results(hall)
    for key in ("result.board", "round.over", "event.over"):
        assert {message.chat for message in ended if key in message.keys} == set(CHATS), key
    texts = {chat: [m.keys for m in ended if m.chat == chat] for chat in CHATS}
    assert texts["klub"] == texts["canle"]


async def _all_results(hall: Hall) -> list[Heard]:
    heard: list[Heard] = []
    while (await hall.event()).phase is Phase.RUNNING:
        due = await hall.due()
        if due:
            heard += await hall.organise(f"/result {due[0].board} 1-0")
        else:
            heard += await hall.organise("/next")
    return heard


@pytest.mark.parametrize(
    ("who", "where", "key"),
    [
        ("zofia", {**KLUB, "admin": False}, "refused.not-an-admin"),
        ("zofia", {**KLUB, "chat": "@zofia"}, "link.not-in-private"),
        ("olga", {"admin": True}, "link.already"),
    ],
    ids=["no administrator", "in private", "at home"],
)
async def test_a_code_counts_only_where_it_is_meant(
    hall: Hall, who: str, where: dict[str, Any], key: str
) -> None:
    await hall.open("pzwarc-64", settings=LEAGUE)
    code = await code_for(hall)
    assert keys(await hall.say(who, f"/tournament link {code}", **where)) == [key]
    heard = await hall.say("zofia", f"/tournament link {code.lower().replace('-', ' ')}", admin=True, **KLUB)
    assert "link.event-linked" in keys(heard)


async def test_a_code_works_once_and_not_for_ever(hall: Hall) -> None:
    await hall.open("pzwarc-64", settings=LEAGUE)
    code, late = await code_for(hall), await code_for(hall)
    await hall.say("zofia", f"/tournament link {code}", admin=True, **KLUB)
    assert keys(await hall.say("iria", f"/tournament link {code}", admin=True, **CANLE)) == ["link.used"]
    await hall.advance(LIFETIME)
    assert keys(await hall.say("iria", f"/tournament link {late}", admin=True, **CANLE)) == ["link.expired"]
    assert keys(await hall.say("iria", "/tournament link AAAA-BBBB", admin=True, **CANLE)) == ["link.wrong"]
    assert len((await hall.event()).places) == 2


async def test_a_code_is_kept_as_a_hash(hall: Hall) -> None:
    await hall.open("pzwarc-64", settings=LEAGUE)
    code = await code_for(hall)
    async with hall.database.reading() as reading:
        (row,) = await reading.connection.execute(select(link_codes))
    kept = " ".join(map(str, row)).upper()
    assert code not in kept
    assert code.replace("-", "") not in kept


async def test_whoever_guesses_is_not_answered_for_a_while(hall: Hall) -> None:
    await hall.open("pzwarc-64", settings=LEAGUE)
    code = await code_for(hall)
    for number in range(MOST_WRONG):
        guess = f"/tournament link AAAA-BBB{number + 2}"
        assert keys(await hall.say("iria", guess, admin=True, **CANLE)) == ["link.wrong"]
    assert keys(await hall.say("iria", f"/tournament link {code}", admin=True, **CANLE)) == ["link.too-often"]
    assert len((await hall.event()).places) == 1
    other = await hall.say("zofia", f"/tournament link {code}", admin=True, **KLUB)
    assert "link.event-linked" in keys(other)
    await hall.advance(timedelta(minutes=11))
    code = await code_for(hall)
    heard = await hall.say("iria", f"/tournament link {code}", admin=True, **CANLE)
    assert "link.event-linked" in keys(heard)


async def test_those_without_a_name_are_counted_in_each_chat_apart(hall: Hall) -> None:
    await hall.open("pzwarc-64", settings=LEAGUE)
    code = await code_for(hall)
    for number in range(MOST_WRONG + 1):
        guess = f"/tournament link AAAA-BBB{number + 2}"
        heard = await hall.say("channel", guess, admin=True, anonymous=True, **{**KLUB, "chat": "strangers"})
    assert keys(heard) == ["link.too-often"]
    heard = await hall.say("channel", f"/tournament link {code}", admin=True, anonymous=True, **KLUB)
    assert "link.event-linked" in keys(heard)


async def test_a_channel_speaks_the_language_of_the_event_until_somebody_there_has_one(hall: Hall) -> None:
    await hall.say("olga", "/language uk", admin=True)
    await hall.open("pzwarc-64", settings=LEAGUE)
    code = await code_for(hall)
    unnamed: dict[str, Any] = {"admin": True, "anonymous": True, **CANLE}
    assert {told.reply.language for told in await hall.say("channel", "/help", **unnamed)} == {"en"}
    heard = await hall.say("channel", f"/tournament link {code}", **unnamed)
    assert {told.reply.language for told in heard if told.chat == "canle"} == {"uk"}
    await hall.say("iria", "/help", **CANLE)
    heard = await hall.organise("/tournament add Анна")
    assert {told.reply.language for told in heard if told.chat == "canle"} == {"uk"}


async def test_nobody_without_a_name_gets_a_code(hall: Hall) -> None:
    await hall.open("pzwarc-64", settings=LEAGUE)
    heard = await hall.say("channel", "/tournament link", admin=True, anonymous=True)
    assert keys(heard) == ["anonymous.by-name"]
    assert keys(await hall.say("anna", "/tournament link", admin=True)) == ["tournament.not-organiser"]


async def test_two_organisers_at_once_link_a_chat_once(hall: Hall) -> None:
    await hall.open("pzwarc-64", settings=LEAGUE)
    await hall.say("ewa", "/start")
    await hall.organise("/tournament organiser add @ewa")
    codes = [await code_for(hall)]
    heard = await hall.say("ewa", "/tournament link")
    found = CODE.search(words(heard))
    assert found is not None
    codes.append(found[0])
    asked = [
        hall.input(who, f"/tournament link {code}", admin=True, update=who, **KLUB)
        for who, code in zip(("zofia", "iria"), codes, strict=True)
    ]
    await asyncio.gather(*map(hall.dispatcher.handle, asked))
    heard = await hall.hear()
    assert chats_of(heard, "link.event-linked") == ["klub", "lib"]
    assert keys(heard).count("link.already") == 1
    assert len((await hall.event()).linked) == 1


async def test_no_code_links_to_what_is_over(hall: Hall) -> None:
    await hall.open("pzwarc-64", settings=LEAGUE)
    code = await code_for(hall)
    await hall.organise("/tournament cancel yes")
    assert keys(await hall.say("zofia", f"/tournament link {code}", admin=True, **KLUB)) == ["link.over"]


# --- commands in a linked chat ------------------------------------------------------------------------------


async def test_commands_of_a_linked_chat_mean_its_event(hall: Hall) -> None:
    await hall.open("pzwarc-64", settings=LEAGUE)
    await link(hall, KLUB)
    await hall.do("bohdan", "/join", **KLUB)
    assert "Bohdan" in said_in(await hall.say("bohdan", "/tournament info", **KLUB), "klub")
    for name in ("Jan", "Ewa", "Adam"):
        await hall.organise(f"/tournament add {name}")
    await hall.close_and_draw()
    await hall.organise("/tournament start")
    for command, key in (("pairings", "round.title"), ("standings", "standings.title")):
        heard = await hall.say("igor", f"/{command}", **KLUB)
        assert [message.chat for message in heard if key in message.keys] == ["klub"]
        assert all(message.to is None for message in heard)
    slug = (await hall.event()).slug
    assert "standings.title" in keys(await hall.say("igor", f"/standings #{slug}", **KLUB))
    mine = next(due for due in await hall.due() if 1 in (due.white, due.black))
    heard = await hall.do("bohdan", f"/result {mine.board} 1-0", **KLUB)
    assert chats_of(heard, "result.proposed") == ["klub", "lib"]


async def test_an_event_of_ones_own_comes_before_a_linked_one_of_the_same_name(hall: Hall) -> None:
    for who, title, where in (("zofia", "Second", KLUB), ("olga", "First", {})):
        (asked,) = await hall.say(who, f"/tournament new cup {title}", **where)
        await hall.say(who, press=asked.button("new", "pzwarc-64"), **where)
    await link(hall, KLUB)
    assert "Second" in words(await hall.say("igor", "/tournament info #cup", **KLUB))
    assert "First" in words(await hall.say("igor", "/tournament info #cup"))
    assert "First" in words(await hall.say("igor", f"/tournament info #{(await hall.event()).code}", **KLUB))
    heard = await hall.say("olga", "/tournament new cup Third", **{**KLUB, "locale": "en"})
    assert keys(heard) == ["tournament.id-taken"]


# --- unlinking ----------------------------------------------------------------------------------------------


async def test_unlinking_in_a_round_lets_its_games_go_on(hall: Hall) -> None:
    code = await play_across(hall)
    heard = await hall.say("zofia", "/tournament unlink", admin=True, **KLUB)
    assert chats_of(heard, "link.event-unlinked") == ["klub", "lib"]
    assert chats_of(heard, "link.games-go-on") == ["klub", "lib"]
    game = await hall.game(code)
    user = await hall.account(game, Color.WHITE)
    where = KLUB if user == "bohdan" else {}
    heard = await hall.say(user, press=f"play:{code}:{game.version}:0", **where)
    assert sorted(message.chat for message in heard if message.board is not None) == ["klub", "lib"]
    heard = await hall.organise("/tournament set names number")
    assert chats_of(heard, "setup.changed") == ["lib"]
    assert keys(await hall.say("bohdan", "/standings", **KLUB)) == ["tournament.none-here"]
    heard = await hall.organise("/result 1 1-0")
    assert set(chats_of(heard, "event.over")) == {"lib"}


async def test_who_may_unlink(hall: Hall) -> None:
    await hall.open("pzwarc-64", settings=LEAGUE)
    for where in (KLUB, CANLE):
        await link(hall, where)
    assert keys(await hall.say("igor", "/tournament unlink", **KLUB)) == ["tournament.not-organiser"]
    assert keys(await hall.say("anna", "/tournament unlink", admin=True)) == ["tournament.not-organiser"]
    (asked,) = await hall.say("olga", "/tournament unlink")
    assert list(asked.buttons) == ["1. Telegram", "2. Discord"]
    assert keys(await hall.say("igor", press=asked.buttons["2. Discord"])) == ["tournament.not-organiser"]
    heard = await hall.say("olga", press=asked.buttons["2. Discord"])
    assert chats_of(heard, "link.event-unlinked") == ["canle", "klub", "lib"]
    assert keys(await hall.say("olga", press=asked.buttons["1. Telegram"])) == ["error.stale-button"]
    heard = await hall.say("channel", "/tournament unlink", admin=True, anonymous=True, **KLUB)
    assert chats_of(heard, "link.event-unlinked") == ["klub", "lib"]
    assert keys(await hall.say("olga", "/tournament unlink")) == ["link.none"]
    assert (await hall.event()).places == ((await hall.event()).place,)
