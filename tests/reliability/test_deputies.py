"""Nobody is taken for somebody else: by a name, a chat, a code or a word that somebody else has."""

from __future__ import annotations

import csv
from collections.abc import AsyncIterator
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest

from bot.commands.record import Status
from tests.commands.room import keys, words
from tests.tournament_chat.hall import Hall, open_hall

ALONE = {"chat": "@zenon"}


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as opened:
        yield opened


@pytest.mark.parametrize("word", ["accept", "decline"])
async def test_whoever_is_called_so_on_another_platform_was_not_challenged(hall: Hall, word: str) -> None:
    await hall.do("anna", "/play @ghost pzwarc-64")
    (game,) = await hall.games()
    heard = await hall.do("ghost", f"/{word} {game.code}", platform="discord", chat="club")
    assert set(keys(heard)) & {"challenge.for-another", "challenge.not-yours-to-decline"}
    assert (await hall.game(game.code)).record.status is Status.OFFERED
    await hall.do("ghost", f"/{word} {game.code}")
    assert (await hall.game(game.code)).record.status is not Status.OFFERED


async def test_a_role_is_given_to_whoever_has_the_name_now(hall: Hall) -> None:
    code = await hall.make("pzwarc-64")
    for account, name in (("17", "older"), ("18", "kasia"), ("17", "kasia")):  # who is 18 has another one now
        heard = hall.input(account, "/start", chat=f"@{account}")
        await hall.dispatcher.handle(replace(heard, speaker=replace(heard.speaker, username=name)))
    await hall.organise(f"/tournament organiser add @kasia #{code}")
    heard = await hall.do("18", f"/tournament open #{code}", chat="@18")
    assert "tournament.not-organiser" in keys(heard)
    heard = await hall.do("17", f"/tournament open #{code}", chat="@17")
    assert "signup.open" in keys(heard)


# --- names that are not shown -------------------------------------------------------------------------------

SECRET = ("Jan Kowalski", "Ewa Nowak", "Zofia Lis", "Ewa Lis")


@pytest.mark.parametrize("naming", ["number", "first"])
@pytest.mark.parametrize(
    "line",
    ["/standings #{event} why={name}", "/withdraw #{event} {name}", "/bye #{event} {name}"],
)
async def test_a_name_that_is_not_shown_is_not_found_by_trying(hall: Hall, naming: str, line: str) -> None:
    code = await _with_names(hall, naming)
    for name in ("Jan K", "Ewa N", "Zofia Lis"):
        heard = await hall.do("zenon", line.format(event=code, name=name), **ALONE)
        assert "tournament.no-such-name" in keys(heard), name
    found = await hall.organise(f"/standings #{code} why=Jan K")
    assert "why.title" in keys(found)


async def test_who_is_shown_by_first_name_is_found_by_it(hall: Hall) -> None:
    code = await _with_names(hall, "first")
    assert "why.title" in keys(await hall.do("zenon", f"/standings #{code} why=Zof", **ALONE))
    heard = await hall.do("zenon", f"/standings #{code} why=Ewa", **ALONE)
    assert "tournament.which-entrant" in keys(heard)
    assert "Nowak" not in words(heard)


async def _with_names(hall: Hall, naming: str) -> str:
    code = await hall.open("pzwarc-64", settings={"system": "swiss", "rounds": "3", "names": naming})
    for name in SECRET:
        await hall.organise(f"/tournament add #{code} {name}")
    await hall.close_and_draw()
    await hall.organise(f"/tournament start #{code}")
    return code


# --- words that mean something elsewhere --------------------------------------------------------------------


async def test_no_cell_of_a_table_is_a_formula(hall: Hall) -> None:
    code = await hall.open("pzwarc-64", settings={"system": "swiss", "rounds": "2"})
    for number, sign in enumerate("=+-"):
        await hall.do(f"user{number}", f"/join #{code}", name=f"{sign}SUM(A{number})")
    await hall.close_and_draw()
    await hall.organise(f"/tournament start #{code}")
    (exported,) = await hall.do("zenon", f"/export csv #{code}")
    rows = list(csv.reader(StringIO(exported.document.text)))
    cells = [cell for row in rows for cell in row if "SUM(" in cell]
    assert len(cells) == 3 + 3
    assert {cell[0] for cell in cells} == {"'"}
