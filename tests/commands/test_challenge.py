"""From a challenge to the first move."""

from __future__ import annotations

from datetime import timedelta

import pytest

from storage.repositories.games import GameStatus
from tests.commands.room import LIBRARY, Room, keys, words


async def test_a_directed_challenge_is_accepted_by_button_and_the_game_begins(room: Room) -> None:
    await room.say("piotr", "/start")
    [challenge] = await room.say("anna", "/play @piotr grodziec-2017 white 10+5")
    assert "challenge.directed" in challenge.keys
    assert "Anna" in challenge.text
    assert "Piotr" in challenge.text
    assert "10 minutes" in challenge.text
    closed, started, board = await room.say("piotr", press=challenge.button("accept"))
    assert "challenge.accepted" in closed.keys
    assert closed.buttons == {}
    assert "start.wish" in started.keys
    assert "board.turn" in board.keys
    assert "Anna (White)" in board.text
    assert board.board is not None


async def test_an_open_challenge_is_for_everybody_but_the_challenger(room: Room) -> None:
    [challenge] = await room.say("anna", "/play grodziec-2017 black")
    assert "challenge.open" in challenge.keys
    [refused] = await room.say("anna", press=challenge.button("accept"))
    assert refused.toast
    assert refused.keys == ["challenge.your-own"]
    heard = await room.say("ola", "/accept")
    assert "Ola (White) – Anna (Black)" in words(heard)


async def test_a_name_nobody_has_met_is_an_invitation_for_that_account_alone(room: Room) -> None:
    [challenge] = await room.say("anna", "/play @piotr grodziec-2017 white")
    assert "@piotr" in challenge.text
    [refused] = await room.say("ola", press=challenge.button("accept"))
    assert refused.toast
    assert refused.keys == ["challenge.for-another"]
    assert "Anna (White) – Piotr (Black)" in words(await room.say("piotr", "/accept"))


async def test_who_was_challenged_can_decline_and_nobody_else(room: Room) -> None:
    await room.say("piotr", "/start")
    [challenge] = await room.say("anna", "/play @piotr grodziec-2017")
    [refused] = await room.say("ola", press=challenge.button("decline"))
    assert refused.toast
    [closed] = await room.say("piotr", "/decline")
    assert "challenge.declined" in closed.keys
    assert (await room.games())[0].record.status is GameStatus.DECLINED
    assert keys(await room.say("piotr", "/accept")) == ["challenge.none-for-you"]


async def test_the_challenger_can_take_it_back(room: Room) -> None:
    await room.say("anna", "/play grodziec-2017")
    assert keys(await room.say("ola", "/cancel")) == ["challenge.none-of-yours"]
    assert "challenge.cancelled" in keys(await room.say("anna", "/cancel"))
    assert (await room.games())[0].record.status is GameStatus.CANCELLED


async def test_a_challenge_expires_after_a_day_and_not_before(room: Room) -> None:
    [challenge] = await room.say("anna", "/play grodziec-2017")
    assert await room.advance(timedelta(hours=23, minutes=59)) == []
    [expired] = await room.advance(timedelta(minutes=1))
    assert "challenge.expired" in expired.keys
    assert (await room.games())[0].record.status is GameStatus.EXPIRED
    [refused] = await room.say("ola", press=challenge.button("accept"))
    assert refused.toast


async def test_nobody_plays_against_themselves(room: Room) -> None:
    await room.say("anna", "/start")
    for text in ("/play @anna grodziec-2017", "/play @anna"):
        assert keys(await room.say("anna", text)) == ["challenge.yourself"]
    assert await room.games() == []


@pytest.mark.parametrize("text", ["/play", "/play @piotr grodziec-2017"])
async def test_nobody_is_challenged_where_nobody_else_is(room: Room, text: str) -> None:
    await room.say("piotr", "/start")
    assert keys(await room.say("anna", text, chat="@anna")) == ["challenge.alone"]
    assert await room.games() == []
    assert "help.play-elsewhere" in keys(await room.say("anna", "/start", chat="@anna"))


async def test_without_a_regulation_the_choice_comes_as_buttons_that_keep_the_rest(room: Room) -> None:
    await room.say("piotr", "/start")
    [choice] = await room.say("anna", "/play @piotr 10+5 black")
    assert choice.to == "anna"
    [challenge] = await room.say("anna", press=choice.button("do", "play riazor @piotr 10+5 black"))
    assert "challenge.wish-black" in challenge.keys
    assert "clock.increment" in challenge.keys


async def test_eleven_open_challenges_of_one_person_are_one_too_many(room: Room) -> None:
    for _ in range(10):
        await room.say("anna", "/play grodziec-2017")
    assert keys(await room.say("anna", "/play grodziec-2017")) == ["challenge.too-many"]
    assert len(await room.games()) == 10


async def test_colours_by_lot_name_the_article_of_the_lot(room: Room) -> None:
    await room.say("piotr", "/start")
    await room.say("anna", "/play @piotr mikolajki-2023")
    heard = await room.say("piotr", "/accept")
    assert "start.lot-no-age" in keys(heard)
    assert "(Z7)" in words(heard)


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("/play @piotr nosuch-2020", "nosuch-2020"),
        ("/play pzwarc", "pzwarc-64"),
        ("/play @piotr grodziec-2017 0+0", "0+0"),
        ("/play @piotr @ola grodziec-2017", "@ola"),
        ("/accept R2N5", "R2N5"),
        ("/accept", "/play"),
        ("/cancel", ""),
    ],
)
async def test_what_cannot_be_understood_is_answered_in_a_sentence(
    room: Room, text: str, answer: str
) -> None:
    heard = await room.say("anna", text)
    assert len(heard) == 1
    assert answer in heard[0].text
    assert heard[0].to == "anna"
    assert await room.games() == []


async def test_what_no_button_can_carry_is_named_to_be_written(room: Room) -> None:
    opponent = "a" * 30
    [choice] = await room.say("anna", f"/play @{opponent} 10+5 black")
    offered = {press.argument.split()[1] for press in choice.presses}
    assert "riazor" in offered
    assert "pzwarc-100-advantage" in choice.text
    assert offered | {id for id in LIBRARY.ids if id in choice.text} == set(LIBRARY.ids)


@pytest.mark.parametrize("end", ["/cancel", "/decline", "wait"])
async def test_a_name_that_was_invited_is_forgotten_when_the_challenge_is_over(room: Room, end: str) -> None:
    [challenge] = await room.say("anna", "/play @piotr_k grodziec-2017")
    assert "@piotr_k" in challenge.text
    if end == "wait":
        [closed] = await room.advance(timedelta(days=1))
    else:
        [closed] = await room.say("anna" if end == "/cancel" else "piotr_k", end)
    assert "@piotr_k" in closed.text
    file = (await room.games())[0]
    assert file.challenged.name == ""
    async with room.database.reading() as reading:
        assert await reading.sides.invitations(file.id) == []


async def test_whoever_accepts_from_another_chat_hears_there_that_it_begins(room: Room) -> None:
    await room.say("anna", "/play grodziec-2017 white")
    code = (await room.games())[0].code
    heard = await room.say("piotr", f"/accept {code}", chat="@piotr")
    assert "start.wish" in keys(heard)
    assert heard[-1].text == heard[-2].text
    assert heard[-1].presses == []


async def test_a_challenge_that_is_over_is_answered_so(room: Room) -> None:
    [challenge] = await room.say("anna", "/play grodziec-2017")
    code = (await room.games())[0].code
    await room.say("piotr", press=challenge.button("accept"))
    for text in (f"/accept {code}", f"/decline {code}", f"/cancel {code}"):
        assert keys(await room.say("ola", text)) == ["challenge.over"]
