"""What people see who look at an event that runs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.commands.tournament.telling import places_lines
from bot.replies import Said, TableImage
from rules.tournament.model import EntrantNo, Place
from tests.commands.room import keys, words
from tests.tournament_chat.hall import NAMES, Hall, open_hall


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def test_whoever_has_not_lost_is_still_in_a_knockout(hall: Hall) -> None:
    await hall.begin_event("grodziec-2017", without=4, system="knockout")
    assert "Still in it: Jan, Ewa, Zofia, Adam" in words(await hall.organise("/standings"))
    await hall.organise("/result 1.1 1-0")
    await hall.organise("/result 1.2 0-1")  # Jan has won both games against Ewa
    assert "Still in it: Jan, Zofia, Adam" in words(await hall.organise("/standings"))


async def test_an_annulled_board_takes_no_result_and_the_start_is_taken_back_by_its_name(hall: Hall) -> None:
    await hall.begin_event("grodziec-2017", without=4, system="round-robin")
    annulled = words(await hall.organise("/exclude Jan cheating"))
    assert "fewer than half" in annulled
    assert "(art. 6.4)" not in annulled  # the article of the table says nothing of those who leave it
    (board,) = (
        found.pairing.board for found in (await hall.event()).event.boards() if 1 in found.pairing.players
    )
    assert keys(await hall.organise(f"/result {board} 1-0")) == ["event.refused.annulled"]
    for _ in range(2):
        await hall.organise("/undo")
    assert "the start of the tournament" in words(await hall.organise("/undo"))


async def test_who_is_excluded_is_out_of_what_is_shown_at_once(hall: Hall) -> None:
    await hall.begin_event("grodziec-2017", without=6, system="round-robin")
    (board,) = [due.board for due in await hall.due() if 1 in (due.white, due.black)]
    await hall.organise(f"/result {board} 1-0")
    heard = await hall.organise("/exclude Jan cheating")
    pairs, table = (message.text for message in heard if message.keys[0].startswith("live."))
    assert f"{board}. Jan – Igor, does not count" in pairs
    assert "Jan, points: 0, games: 0, plays no more" in table
    assert f"{board}. Jan – Igor, does not count" in words(await hall.organise("/pairings"))


async def test_a_category_that_plays_is_shown_though_another_is_a_stage_ahead(hall: Hall) -> None:
    code = await hall.open("mikolajki-2023", settings={"classes": "IVa VIIa"})
    for name in NAMES[:5]:
        await hall.organise(f"/tournament add #{code} {name} class=IVa")
    await hall.organise(f"/tournament add #{code} Hugo class=VIIa")
    await hall.close_and_draw()
    begun = words(await hall.organise("/tournament start"))
    assert "the younger player has White (Z7), but ages are the same or not known, so by lot." in begun
    pairings = words(await hall.organise("/pairings"))
    assert "IVa. Round 1" in pairings
    standings = words(await hall.organise("/standings"))
    assert "1. Hugo" in standings
    assert "Still in it: Jan, Ewa, Zofia, Adam, Maja" in standings
    assert "Bracket" in words(await hall.organise("/bracket"))


async def test_whoever_rests_and_leaves_has_no_sum_and_no_board(hall: Hall) -> None:
    await hall.begin_event("grodziec-2017", without=3, system="round-robin")
    (rests,) = (
        found.pairing for found in (await hall.event()).event.boards() if found.pairing.second is None
    )
    name = NAMES[rests.first - 1]
    assert "Points: 0 (art. 6.4)" in words(await hall.organise(f"/standings why={name}"))
    heard = words(await hall.organise(f"/withdraw {name}"))
    assert f"{name}: no game at all, so this entrant is out of the table" in heard


async def test_places_beyond_those_written_out_are_counted(hall: Hall) -> None:
    await hall.begin_event("grodziec-2017", without=4, system="knockout")
    file = await hall.event()
    (section,) = file.event.sections
    places = tuple(Place(first, (EntrantNo(1 + first % 4),), "") for first in range(1, 34))
    *_, last, more = places_lines(file, section, places, ())
    assert last.args["place"] == "30"
    assert (more.key, more.count) == ("standings.more", 3)


async def test_a_table_says_whether_its_last_round_is_over(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", (), 4, system="swiss", rounds="2")
    first, second = await hall.due()
    shown = []
    for game in (first, second):
        await hall.organise(f"/result {game.board} 1-0")
        picture = (await hall.organise("/standings"))[0].reply.picture
        assert isinstance(picture, TableImage)
        shown.append(picture.subtitle)
    assert [what.key for what in shown if isinstance(what, Said)] == ["standings.during", "standings.round"]
