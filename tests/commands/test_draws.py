"""Draws by agreement, by claim, by count, and by the number of kings."""

from __future__ import annotations

from datetime import timedelta
from itertools import cycle, islice

import pytest

from rules.ending import Reason
from rules.pieces import Color
from storage.errors import Overtaken
from storage.repositories.games import GameStatus
from tests.commands.room import Room, keys, words

LONE_KINGS = "W:WKc1:BKh2"
"""no king can be taken while White goes c1-d2-c1 and Black h2-g1-h2"""


def shuffle(plies: int) -> list[str]:
    return list(islice(cycle(["c1-d2", "h2-g1", "d2-c1", "g1-h2"]), plies))


async def result(room: Room, code: str) -> str | None:
    return (await room.game(code)).row.result


async def test_an_offer_is_accepted_by_button_and_names_the_article_beforehand(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    offer, board = await room.say("anna", "/draw")
    assert "game.draw-offered" in offer.keys
    assert "7.9" in offer.text
    assert "board.draw-offered" in board.keys
    [own] = await room.say("anna", press=offer.button("draw", "accept"))
    assert own.toast
    [stranger] = await room.say("ola", press=offer.button("draw", "accept"))
    assert stranger.keys == ["refused.not-a-player"]
    heard = await room.say("piotr", press=offer.button("draw", "accept"))
    assert "end.drawn" in keys(heard)
    assert "reason.agreement" in keys(heard)
    assert "7.9" in words(heard)
    assert await result(room, code) == "1/2-1/2"


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("/draw accept", "1/2-1/2"),
        ("/remis przyjmij", "1/2-1/2"),
        ("remis tak", "1/2-1/2"),
        ("нічия так", "1/2-1/2"),
        ("/draw", "1/2-1/2"),
        ("/draw decline", None),
        ("/empate rexeitar", None),
    ],
)
async def test_an_answer_in_words(room: Room, answer: str, expected: str | None) -> None:
    code = await room.begin("grodziec-2017")
    await room.say("anna", "/draw")
    heard = await room.say("piotr", answer)
    assert await result(room, code) == expected
    if expected is None:
        assert "game.draw-declined" in keys(heard)


async def test_an_offer_lapses_when_a_move_is_made_instead(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    offer, _ = await room.say("piotr", "/draw")
    heard = await room.say("anna", "c3-d4")
    assert "game.offer-lapsed" in keys(heard)
    [stale] = await room.say("anna", press=offer.button("draw", "accept"))
    assert stale.toast
    assert keys(await room.say("anna", "/draw accept")) == ["refused.no-offer"]
    assert await result(room, code) is None


async def test_ones_own_move_leaves_the_offer_standing(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    await room.say("anna", "/draw")
    await room.say("anna", "c3-d4")
    await room.say("piotr", "/draw accept")
    assert await result(room, code) == "1/2-1/2"


@pytest.mark.parametrize(
    ("regulation", "text", "answer", "article"),
    [
        ("grodziec-2017", "/draw accept", "refused.no-offer", ""),
        ("grodziec-2017", "/draw decline", "refused.no-offer", ""),
        ("grodziec-2017", "/draw claim", "refused.nothing-to-claim", ""),
        ("grodziec-2017", "/draw plus", "refused.no-advantage", ""),
        ("grodziec-2017", "/draw perhaps", "error.unknown-word", ""),
        ("slidy-2015", "/draw", "refused.agreement-forbidden", "Нічия"),
        ("riazor", "/draw claim", "refused.claim-wrong", "Empatado c"),
    ],
)
async def test_what_the_regulation_does_not_know_is_refused_with_its_article(
    room: Room, regulation: str, text: str, answer: str, article: str
) -> None:
    code = await room.begin(regulation)
    before = await room.game(code)
    [heard] = await room.say("anna", text)
    assert answer in heard.keys
    assert article in heard.text
    assert await room.game(code) == before


async def test_where_agreement_is_forbidden_no_button_offers_it(room: Room) -> None:
    board = await room.board(await room.begin("slidy-2015"))
    assert [press.verb for press in board.presses if press.verb not in ("piece", "resign")] == []


async def test_an_offer_twice_is_one_offer(room: Room) -> None:
    await room.begin("grodziec-2017")
    await room.say("anna", "/draw")
    assert keys(await room.say("anna", "/draw")) == ["refused.offer-stands"]


async def test_a_repetition_is_claimed_and_a_wrong_claim_costs_nothing(room: Room) -> None:
    code = await room.set_up("riazor", "W:WKb1:BKg8")
    moves = ["b1-c2", "g8-f7", "c2-b1", "f7-g8"]
    for times in (1, 2):
        [refused] = await room.say("anna", "/draw claim")
        assert "refused.claim-wrong" in refused.keys
        assert f" {times} " in refused.text
        assert "Empatado c" in refused.text
        assert "board.players" in keys(await room.play(*moves))
    heard = await room.say("piotr", "/draw claim")
    assert "reason.repetition" in keys(heard)
    assert "Empatado c" in words(heard)
    assert await result(room, code) == "1/2-1/2"


async def test_a_count_is_shown_near_its_end_and_then_ends_the_game(room: Room) -> None:
    code = await room.set_up("grodziec-2017", LONE_KINGS)
    board = (await room.play(*shuffle(20)))[-1]
    assert "board.count-each" not in board.keys
    board = (await room.play(*shuffle(2)))[-1]
    assert "board.count-each" in board.keys
    assert "7.9" in board.text
    heard = await room.play(*islice(shuffle(32), 22, 32))
    assert "reason.material" in keys(heard)
    assert "7.9" in words(heard)
    outcome = (await room.game(code)).game.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.since_ply) == (Reason.MATERIAL, 0)


@pytest.mark.parametrize(
    ("user", "word", "expected"),
    [("anna", "plus", "1+"), ("anna", "minus", "1-"), ("piotr", "plus", "1-"), ("piotr", "minus", "1+")],
)
async def test_an_agreement_may_name_the_better_side(room: Room, user: str, word: str, expected: str) -> None:
    code = await room.begin("pzwarc-100-advantage")
    offer = (await room.say(user, f"/draw {word}"))[0]
    assert f"result.{expected}" in offer.keys
    assert "6.5.4" in offer.text
    heard = await room.say("piotr" if user == "anna" else "anna", press=offer.button("draw", "accept"))
    assert "end.advantage" in keys(heard)
    assert "7.3.1" in words(heard)
    assert "6.5.4" in words(heard)
    assert await result(room, code) == expected


async def test_three_men_ahead_is_an_advantage_whatever_is_agreed(room: Room) -> None:
    code = await room.set_up("pzwarc-100-advantage", "W:W31,32,33,K47:B1,2")
    offer = (await room.say("piotr", "/draw plus"))[0]
    assert "result.1+" in offer.keys
    assert "6.5.2" in offer.text
    await room.say("anna", "/draw accept")
    assert await result(room, code) == "1+"


# --- kings are counted --------------------------------------------------------------------------------------


async def test_the_kings_are_counted_before_the_offer_is_accepted(room: Room) -> None:
    code = await room.set_up("mikolajki-2023", "W:WKc1,Ka1,h2:BKh8,c7,a7")
    offer = (await room.say("piotr", "/draw"))[0]
    assert "game.stop-offered" in offer.keys
    assert "2 kings" in offer.text
    assert "1 king" in offer.text
    assert "result.1-0" in offer.keys
    heard = await room.say("anna", press=offer.button("draw", "accept"))
    assert "reason.more-kings" in keys(heard)
    assert "Z18" in words(heard)
    outcome = (await room.game(code)).game.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.kings) == (Color.WHITE, (2, 1))
    assert await room.advance(timedelta(days=1)) == []


async def test_as_many_kings_bring_a_return_game_with_colours_swapped(room: Room) -> None:
    code = await room.set_up("mikolajki-2023", "W:Wc3,h2:Bc7,f8", "10+0")
    offer = (await room.say("anna", "/draw"))[0]
    assert "result.1/2-1/2" in offer.keys
    heard = await room.say("piotr", "/draw accept")
    assert "end.return-game" in keys(heard)
    assert "Z17" in words(heard)
    assert await result(room, code) == "1/2-1/2"
    heard = await room.advance(timedelta(0))
    assert "start.swap" in keys(heard)
    second = (await room.games())[-1]
    assert second.code != code
    assert second.record.status is GameStatus.RUNNING
    assert (second.name(Color.WHITE), second.name(Color.BLACK)) == ("Piotr", "Anna")
    assert second.record.terms.clock == "10+0"
    assert second.game.position == second.game.rules.game_type.initial_position()
    # it is drawn again, and returned again
    await room.say("anna", f"/draw {second.code}")
    await room.say("piotr", f"/draw accept {second.code}")
    await room.advance(timedelta(0))
    third = (await room.games())[-1]
    assert (third.name(Color.WHITE), third.name(Color.BLACK)) == ("Anna", "Piotr")
    assert len(await room.games()) == 3


async def test_a_return_game_is_opened_once_even_if_its_job_is_run_again(room: Room) -> None:
    await room.set_up("mikolajki-2023", "W:Wc3,h2:Bc7,f8")
    await room.say("anna", "/draw")
    await room.say("piotr", "/draw")
    async with room.database.reading() as reading:
        [job] = await reading.jobs.due(room.clock.now())
    await room.dispatcher.run_job(job, room.clock.now())
    with pytest.raises(Overtaken):
        await room.dispatcher.run_job(job, room.clock.now())
    assert len(await room.games()) == 2


# --- calling a game off -------------------------------------------------------------------------------------


async def test_a_game_that_has_hardly_begun_is_called_off_by_agreement(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    offer = (await room.say("anna", "/abort"))[0]
    assert "game.abort-offered" in offer.keys
    heard = await room.say("piotr", press=offer.button("abort", "accept"))
    assert "game.aborted" in keys(heard)
    file = await room.game(code)
    assert file.record.status is GameStatus.ABORTED
    assert file.row.result is None
    assert heard[-1].presses == []


async def test_calling_off_is_declined_lapses_and_is_too_late_after_move_two(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    await room.say("anna", "/abort")
    assert "game.abort-declined" in keys(await room.say("piotr", "/abort decline"))
    await room.say("piotr", "/abort")
    assert "game.abort-lapsed" in keys(await room.play("c3-d4"))
    await room.play("f6-g5", "b2-c3")
    assert keys(await room.say("piotr", "/abort")) == ["refused.abort-too-late"]
    assert (await room.game(code)).record.status is GameStatus.RUNNING


# --- resigning ----------------------------------------------------------------------------------------------


async def test_resigning_asks_once_and_only_the_one_who_was_asked_may_answer(room: Room) -> None:
    code = await room.begin("riazor")
    [question] = await room.say("anna", "/resign")
    assert question.to == "anna"
    for user in ("piotr", "ola"):
        [notice] = await room.say(user, press=question.button("resign", "yes white"))
        assert notice.toast
    assert (await room.game(code)).record.status is GameStatus.RUNNING
    assert keys(await room.say("anna", press=question.button("resign", "no white"))) == ["game.not-resigned"]
    await room.play("9-13")
    heard = await room.say("anna", press=question.button("resign", "yes white"))
    assert "reason.resignation" in keys(heard)
    assert "Perdido c" in words(heard)
    assert await result(room, code) == "0-1"
    [notice] = await room.say("anna", press=question.button("resign", "yes white"))
    assert notice.keys == ["refused.not-running"]
