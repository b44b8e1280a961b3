"""Accounts that belong to one person: linked by a code in private, and set apart again."""

from __future__ import annotations

import asyncio
import json
import re
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from bot.commands.codes import LIFETIME, MOST_WRONG
from storage.check import Finding, FindingKind, check
from storage.ids import PersonId, Subject, SubjectKind
from storage.tables import accounts, log
from tests.commands.room import TEXTS, Heard, Room, keys, words

CODE = re.compile(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b")
ANNA: dict[str, Any] = {"chat": "@anna"}
ANKA: dict[str, Any] = {"chat": "@anka", "platform": "discord", "locale": "pl"}


async def code_for(room: Room, user: str = "anna", **where: Any) -> str:
    """A code that somebody gets in private."""
    heard = await room.say(user, "/link", **(where or {"chat": f"@{user}"}))
    found = CODE.search(words(heard))
    assert found is not None
    return found[0]


async def take(room: Room, user: str, code: str, answer: str = "yes", **where: Any) -> list[Heard]:
    """Somebody writes a code, and says that the accounts they are shown are their own."""
    asked = await room.say(user, f"/link {code}", **where)
    if "ask.link" not in keys(asked):
        return asked
    return await room.say(user, press=asked[0].button("link", answer), **where)


async def link(room: Room) -> list[Heard]:
    """Anna on the console is Anka on Discord too."""
    return await take(room, "anka", await code_for(room), **ANKA)


async def test_nobody_becomes_somebody_else_by_a_code_that_they_were_told_to_write(room: Room) -> None:
    code = await code_for(room)
    before = await person(room, "anna")
    (asked,) = await room.say("anka", f"/link {code.lower().replace('-', ' ')}", **ANKA)
    assert asked.keys == ["ask.link", "link.account"]
    assert "@anna (Console)" in TEXTS.say(asked.reply.lines[0], "en")
    assert await person(room, "anka", "discord") != before
    heard = await room.say("anka", press=asked.button("link", "no"), **ANKA)
    assert keys(heard) == ["link.kept-apart"]
    assert keys(await room.say("anka", press=asked.button("link", "yes"), **ANKA)) == ["link.used"]
    assert await person(room, "anka", "discord") != before


async def test_the_answer_is_given_in_private_and_in_time_like_the_code(room: Room) -> None:
    (asked,) = await room.say("anka", f"/link {await code_for(room)}", **ANKA)
    heard = await room.say("anka", press=asked.button("link", "yes"), **{**ANKA, "chat": "canle"})
    assert keys(heard) == ["link.only-private"]
    (asked,) = await room.say("anka", f"/link {await code_for(room)}", **ANKA)
    await room.advance(LIFETIME)
    assert keys(await room.say("anka", press=asked.button("link", "yes"), **ANKA)) == ["link.expired"]
    assert keys(await room.say("anka", press="link:AAAABBBB:0:maybe", **ANKA)) == ["error.unknown-button"]
    assert await person(room, "anka", "discord") != await person(room, "anna")


async def person(room: Room, user: str, platform: str = "console") -> PersonId:
    async with room.database.reading() as reading:
        account = await reading.accounts.by_external(platform, user)
        assert account is not None
        return account.person


async def findings(room: Room) -> list[Finding]:
    return [finding async for finding in check(room.database)]


async def test_two_accounts_become_one_person(room: Room) -> None:
    heard = await link(room)
    assert keys(heard).count("link.account-linked") == 2
    told = {message.chat: message.text for message in heard}
    assert "@anka (Discord)" in told["@anna"]
    assert "@anna (Console)" in told["@anka"]
    assert await person(room, "anna") == await person(room, "anka", "discord")
    profile = words(await room.say("anna", "/profile", **ANNA))
    assert "anna on console" in profile
    assert "anka on discord" in profile
    assert await findings(room) == []


async def test_a_game_goes_on_from_either_account(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    await link(room)
    game = await room.game(code)
    await room.say("anka", press=f"play:{code}:{game.version}:0", **ANKA)
    assert (await room.game(code)).game.ply == 1
    assert str((await room.game(code)).seats[0].name) == "Anna"


async def test_what_the_second_account_had_comes_along(room: Room) -> None:
    await room.say("piotr", "/start", platform="discord", chat="canle")
    await room.say("anka", "/play @piotr grodziec-2017 white none", platform="discord", chat="canle")
    await room.say("piotr", "/accept", platform="discord", chat="canle")
    await room.say("anka", "/tournament new pzwarc-64 Open", platform="discord", chat="canle")
    code = (await room.games())[-1].code
    await link(room)
    me = await person(room, "anna")
    assert (await room.game(code)).is_player(me)
    heard = await room.say("anna", "c3-d4", chat="canle", platform="console")
    game = await room.game(code)
    heard = await room.say("anna", press=f"play:{code}:{game.version}:0")
    assert (await room.game(code)).game.ply == 1
    async with room.database.reading() as reading:
        (event,) = await reading.events.of_person(me, ["created"])
        assert (await reading.events.roles(event.id))[0][0] == me
    heard = await room.say("anka", "/tournament open", platform="discord", chat="canle")
    assert "signup.open" in keys(heard)


async def test_one_person_is_written_to_at_each_account(room: Room) -> None:
    await link(room)
    await room.say("olga", "/tournament new pzwarc-64 Open")
    await room.say("olga", "/tournament set system round-robin")
    await room.say("olga", "/tournament organiser add @anna")
    await room.say("olga", "/tournament open")
    for user in ("piotr", "anna"):
        await room.say(user, "/join")
    await room.say("olga", "/tournament close")
    await room.say("olga", "/tournament lots manual 1 2")
    await room.say("olga", "/tournament start")
    heard = await room.advance(timedelta(minutes=1))
    assert sorted(m.chat for m in heard if "mine.round" in m.keys) == ["@anka", "@anna"]


@pytest.mark.parametrize(
    ("text", "where", "key"),
    [
        ("/link AAAA-BBBB", ANKA, "link.wrong"),
        ("/link żółw", ANKA, "link.wrong"),
        ("/link {code}", {"chat": "@anna", "user": "anna"}, "link.same-person"),
        ("/link {code}", {**ANKA, "chat": "canle"}, "link.only-private"),
        ("/unlink", ANKA, "link.none-linked"),
    ],
    ids=["no code", "no letters", "their own", "before everybody", "nothing to undo"],
)
async def test_what_does_not_link(room: Room, text: str, where: dict[str, Any], key: str) -> None:
    code = await code_for(room)
    asked = dict(where)
    user = asked.pop("user", "anka")
    assert keys(await room.say(user, text.format(code=code), **asked)) == [key]
    assert await findings(room) == []


async def test_a_code_that_others_have_read_works_no_more(room: Room) -> None:
    code = await code_for(room)
    await room.say("anka", f"/link {code}", **{**ANKA, "chat": "canle"})
    assert keys(await room.say("ola", f"/link {code}", chat="@ola")) == ["link.used"]


async def test_a_code_works_once_and_not_for_ever(room: Room) -> None:
    code, late = await code_for(room), await code_for(room)
    await take(room, "anka", code, **ANKA)
    assert keys(await room.say("ola", f"/link {code}", chat="@ola")) == ["link.used"]
    await room.advance(LIFETIME)
    assert keys(await room.say("ola", f"/link {late}", chat="@ola")) == ["link.expired"]


async def test_two_who_take_one_code_at_once_do_not_both_get_it(room: Room) -> None:
    code = await code_for(room)
    press = f"link:{code.replace('-', '')}:0:yes"
    asked = [room.input(user, press=press, chat=f"@{user}", update=user) for user in ("ola", "ewa")]
    await asyncio.gather(*map(room.dispatcher.handle, asked))
    assert sorted(set(keys(await room.hear())) & {"link.used", "link.how-to-undo"}) == [
        "link.how-to-undo",
        "link.used",
    ]
    anna = await person(room, "anna")
    assert [await person(room, user) for user in ("ola", "ewa")].count(anna) == 1


async def test_whoever_guesses_is_not_answered_for_a_while(room: Room) -> None:
    code = await code_for(room)
    for number in range(MOST_WRONG):
        assert keys(await room.say("ola", f"/link AAAA-BBB{number + 2}", chat="@ola")) == ["link.wrong"]
    assert keys(await room.say("ola", f"/link {code}", chat="@ola")) == ["link.too-often"]
    await room.advance(timedelta(minutes=10))
    assert "link.account-linked" in keys(await take(room, "ola", code, chat="@ola"))


async def test_a_code_for_an_event_links_no_account(room: Room) -> None:
    await room.say("olga", "/tournament new pzwarc-64 Open")
    found = CODE.search(words(await room.say("olga", "/tournament link")))
    assert found is not None
    assert keys(await room.say("ola", f"/link {found[0]}", chat="@ola")) == ["link.wrong"]
    code = await code_for(room)
    assert keys(await room.say("ola", f"/tournament link {code}", chat="club", admin=True)) == ["link.wrong"]


async def test_opponents_are_not_one_person(room: Room) -> None:
    await room.begin("grodziec-2017")
    code = await code_for(room)
    assert keys(await room.say("piotr", f"/link {code}", chat="@piotr")) == ["link.opponents"]
    assert await person(room, "anna") != await person(room, "piotr")


async def test_two_who_take_part_in_one_event_are_not_one_person(room: Room) -> None:
    await room.say("olga", "/tournament new pzwarc-64 Open")
    await room.say("olga", "/tournament open")
    for user in ("anna", "piotr"):
        await room.say(user, "/join")
    code = await code_for(room)
    assert keys(await room.say("piotr", f"/link {code}", chat="@piotr")) == ["link.both-play"]
    await room.say("piotr", "/leave")
    assert "link.account-linked" in keys(await take(room, "piotr", code, chat="@piotr"))


async def test_an_account_is_set_apart_again_and_results_stay(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    await link(room)
    first = await person(room, "anna")
    heard = await room.say("anka", "/unlink", **ANKA)
    assert keys(heard)[:1] == ["link.unlinked"]
    assert "link.games-stay" in keys(heard)
    assert await person(room, "anka", "discord") != first
    assert await person(room, "anna") == first
    assert (await room.game(code)).is_player(first)
    assert keys(await room.say("anka", f"/resign {code}", **ANKA)) == ["refused.not-a-player"]
    profile = words(await room.say("anka", "/profile", **ANKA))
    assert "anna" not in profile.casefold()
    assert "Anka" in profile
    assert await findings(room) == []
    await link(room)
    assert await person(room, "anka", "discord") == first
    assert await findings(room) == []


async def test_the_first_account_sets_the_others_apart(room: Room) -> None:
    await link(room)
    await take(room, "hania", await code_for(room), chat="@hania", platform="telegram")
    (asked,) = await room.say("anna", "/unlink", **ANNA)
    assert list(asked.buttons) == ["@anka (Discord)", "@hania (Telegram)"]
    heard = await room.say("anna", press=asked.buttons["@hania (Telegram)"], **ANNA)
    assert "@hania (Telegram)" in words(heard)
    assert await person(room, "hania", "telegram") != await person(room, "anna")
    assert keys(await room.say("anna", "/unlink", **ANNA)) == ["link.unlinked", "link.account"]
    assert await person(room, "anka", "discord") != await person(room, "anna")
    assert await findings(room) == []


async def test_accounts_of_accounts_come_along(room: Room) -> None:
    await link(room)
    code = await code_for(room, "ola")
    await take(room, "anka", code, **ANKA)
    assert {await person(room, "ola"), await person(room, "anna")} == {await person(room, "anka", "discord")}
    assert await findings(room) == []


async def test_who_is_forgotten_is_forgotten_with_all_accounts(room: Room) -> None:
    await room.begin("grodziec-2017")
    await link(room)
    (asked,) = await room.say("anka", "/forgetme", **ANKA)
    heard = await room.say("anka", press=asked.button("forget"), **ANKA)
    assert "profile.erased" in keys(heard)
    async with room.database.reading() as reading:
        me = await person(room, "anna")
        assert [account.username for account in await reading.accounts.of(me)] == [None, None]
        assert await reading.personal.all(Subject(SubjectKind.PERSON, me)) == {}
        for account in await reading.accounts.of(me):
            assert await reading.personal.all(Subject(SubjectKind.ACCOUNT, account.id)) == {}
        bodies = " ".join(row.body for row in await reading.connection.execute(log.select()))
    assert "anka" not in bodies.casefold()
    assert await findings(room) == []


async def test_a_linked_account_is_found_by_its_name_on_its_platform(room: Room) -> None:
    await link(room)
    await room.say("piotr", "/play @anka grodziec-2017 white none", platform="discord", chat="canle")
    assert (await room.games())[-1].challenged.controllers == {await person(room, "anna")}
    heard = await room.say("piotr", "/play @anka grodziec-2017 white none")
    assert (await room.games())[-1].challenged.invited == "anka", words(heard)


async def test_a_restart_knows_who_is_whom(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    await link(room)
    room.dispatcher.forget()
    game = await room.game(code)
    await room.say("anka", press=f"play:{code}:{game.version}:0", **ANKA)
    assert (await room.game(code)).game.ply == 1


async def test_a_check_finds_a_linking_that_was_tampered_with(room: Room) -> None:
    await link(room)
    me = await person(room, "anna")
    async with room.database.reading() as reading:
        entries = await reading.log.of(Subject(SubjectKind.PERSON, me))
    assert [entry.draft.kind for entry in entries] == ["linked"]
    (account,) = json.loads(entries[0].draft.body)["accounts"]
    async with room.database.unit_of_work() as unit:
        await unit.connection.execute(update(accounts).where(accounts.c.id == account).values(person=me + 1))
        await unit.commit()
    (finding,) = await findings(room)
    assert (finding.kind, finding.data["person"]) == (FindingKind.PROJECTION, me)
    async with room.database.unit_of_work() as unit:
        await unit.connection.execute(update(log).where(log.c.kind == "linked").values(body="{}"))
        await unit.commit()
    assert [finding.kind for finding in await findings(room)] == [FindingKind.CHAIN]
