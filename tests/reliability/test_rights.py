"""Who may do what: every command and every button, by everybody, everywhere.

What somebody may not do changes nothing that is stored, and the answer says whose it is to do.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.chats.port import Upload
from bot.commands import (
    dispatch,  # noqa: F401  (declares the commands)
    pressing,
)
from bot.commands.registry import COMMANDS
from tests.commands.room import keys
from tests.databases import ON_SERVER
from tests.regulation.samples import SMALL
from tests.reliability.places_and_people import (
    GROUPS,
    NAMED,
    PLACES,
    ROLES,
    STAGES,
    Role,
    Stored,
    Where,
    World,
    build,
    inside,
    spoken,
)
from tests.tournament_chat.hall import open_hall

Cell = tuple[Role, Where]
Cells = frozenset[Cell]


def by(*roles: Role, at: tuple[Where, ...] = PLACES) -> Cells:
    return frozenset((role, where) for role in roles for where in at)


CELLS = tuple((role, where) for role in ROLES for where in PLACES)
EVERYBODY, EVERYBODY_NAMED = by(*ROLES), by(*NAMED)
IN_GROUPS = by(*NAMED, at=GROUPS)
PLAYER, ORGANISER = by(Role.PLAYER), by(Role.ORGANISER)
ARBITERS = by(Role.ORGANISER, Role.ARBITER)
MASTERS = by(Role.ADMIN, at=GROUPS) | by(*NAMED, at=(Where.ALONE,))
"""who administers the chat in which they speak: in private everybody does"""
NOBODY: Cells = frozenset()

NO_PLAYER = ("refused.not-a-player",)
NO_ENTRANT = ("leave.not-in",)
NO_ORGANISER = ("tournament.not-organiser",)
NO_ARBITER = ("tournament.not-arbiter",)
NO_ADMIN = ("refused.not-an-admin",)
NAMELESS = "anonymous.by-name"
"""what a speaker without a name is told, whatever else they are"""


@dataclass(frozen=True)
class Row:
    """``line`` in the world of ``stage``: who may, what others are told, for whom it changes what is stored.

    Where it is not said for whom, for all who may.
    """

    stage: str
    line: str
    may: Cells
    refusals: tuple[str, ...] = ()
    changes: Cells | None = None


COMMAND_ROWS: tuple[Row, ...] = (
    # what everybody may look at, even without a name
    *(
        Row("running", line, EVERYBODY, changes=NOBODY)
        for line in (
            "/start",
            "/help",
            "/regulations list",
            "/regulations show riazor",
            "/settings",
            "/moves {game}",
            "/board {game}",
            "/clock {game}",
            "/games",
            "/game {game}",
            "/pdn {game}",
            "/gif {game}",
            "/pairings #{event}",
            "/standings #{event}",
            "/bracket #{event}",
            "/crosstable #{event}",
            "/tournament info #{event}",
            "/export csv #{event}",
        )
    ),
    # what is one's own
    Row("made", "/profile", EVERYBODY_NAMED, changes=NOBODY),
    Row("made", "/forgetme", EVERYBODY_NAMED, changes=NOBODY),
    Row("made", "/language gl", EVERYBODY_NAMED),
    Row("made", "/link", EVERYBODY_NAMED),
    Row("made", "/link {celinas}", EVERYBODY_NAMED, changes=IN_GROUPS),  # where others read it, it is used up
    Row("made", "/unlink", EVERYBODY_NAMED, changes=NOBODY),
    Row("made", "/play @maja pzwarc-64", IN_GROUPS, ("challenge.alone",)),
    Row("made", "/tournament new riazor Cup", EVERYBODY_NAMED),
    # chats
    Row("made", "/settings board white", MASTERS, NO_ADMIN),
    Row("made", "/regulations add", MASTERS, NO_ADMIN),
    Row(
        "made",
        "/tournament link {code}",
        by(Role.ADMIN, Role.ANONYMOUS, at=(Where.ELSEWHERE,)),
        (*NO_ADMIN, "link.already", "link.not-in-private"),
    ),
    # challenges
    Row("made", "/accept {offered}", PLAYER, ("challenge.for-another",)),
    Row("made", "/accept {open}", by(*(r for r in NAMED))),
    Row("made", "/decline {offered}", PLAYER, ("challenge.not-yours-to-decline",)),
    Row("made", "/cancel {offering}", PLAYER, ("challenge.not-yours-to-cancel",)),
    # games
    Row("running", "/move {game} {move}", PLAYER, NO_PLAYER),
    Row("running", "/huff {game}", NOBODY, (*NO_PLAYER, "refused.no-huff")),
    Row("running", "/draw {game}", PLAYER, NO_PLAYER),
    Row("running", "/abort {game}", PLAYER, NO_PLAYER),
    Row("running", "/resign {game}", PLAYER, NO_PLAYER, changes=NOBODY),
    # what arbiters decide
    *(
        Row("running", line, ARBITERS, NO_ARBITER)
        for line in (
            "/forfeit {game} white late",
            "/adjudicate {game} 1/2 dark",
            "/pause {game} fire",
        )
    ),
    *(
        Row("made", line, by(Role.ADMIN, at=(Where.HOME,)), ("refused.not-an-arbiter",))
        for line in (
            "/forfeit {casual} white late",
            "/adjudicate {casual} 1/2 dark",
            "/pause {casual} fire",
        )
    ),
    *(
        Row("judged", line, ARBITERS, NO_ARBITER)  # in a game of their own nobody decides
        for line in ("/forfeit {game} white late", "/adjudicate {game} 1/2 dark", "/pause {game} fire")
    ),
    Row("paused", "/resume {game} over", ARBITERS, NO_ARBITER),
    Row("running", "/pause #{event} fire", ORGANISER, NO_ORGANISER),
    Row("stopped", "/resume #{event} over", ORGANISER, NO_ORGANISER),
    Row("at-tables", "/result #{event} 1 0-1", by(Role.PLAYER) | ARBITERS, ("result.stranger",)),
    # before the start
    Row("signing-up", "/join #{event}", EVERYBODY_NAMED),
    Row("signing-up", "/leave #{event}", PLAYER, NO_ENTRANT),
    Row("signing-up", "/leave #{event} 2", NOBODY, ("tournament.not-yours",)),
    Row("signing-up", "/checkin #{event}", NOBODY, (*NO_ENTRANT, "event.refused.no-check-in")),
    Row("closed", "/word #{event} oak", PLAYER, NO_ENTRANT),
    # once it runs
    Row("running", "/withdraw #{event}", PLAYER, NO_ENTRANT),
    Row("running", "/withdraw #{event} 2", ORGANISER, ("tournament.not-yours",)),
    Row("running", "/return #{event} 2", NOBODY, ("tournament.not-yours", "event.refused.no-return")),
    Row("running", "/bye #{event} 2", ORGANISER, ("tournament.not-yours",)),
    Row("running", "/bye #{event}", PLAYER, NO_ENTRANT),
    # what organisers do
    *(
        Row(stage, line, ORGANISER, NO_ORGANISER)
        for stage, line in (
            ("made", "/tournament set #{event} place Hall"),
            ("made", "/tournament open #{event}"),
            ("made", "/tournament organiser add @kasia #{event}"),
            ("made", "/tournament arbiter add @kasia #{event}"),
            ("made", "/tournament link #{event}"),
            ("signing-up", "/tournament cancel yes #{event}"),
            ("signing-up", "/tournament close #{event}"),
            ("signing-up", "/tournament add #{event} Zofia"),
            ("signing-up", "/tournament replace #{event} 3 Zofia"),
            ("signing-up", "/tournament approve #{event} 1"),
            ("signing-up", "/tournament reject #{event} 1"),
            ("signing-up", "/tournament seed #{event} Jan Lis, Ewa Lis"),
            ("signing-up", "/tournament apart #{event} Jan Lis, Ewa Lis"),
            ("with-fee", "/tournament paid #{event} 1"),
            ("closed", "/tournament lots #{event} manual 1 2"),
            ("drawn", "/tournament start #{event}"),
            ("running", "/tournament rounds #{event} 2"),
            ("running", "/exclude #{event} 2 rude"),
            ("running", "/undo #{event}"),
        )
    ),
    *(
        Row("orphaned", line, by(Role.ADMIN, at=(Where.HOME,)), NO_ORGANISER)
        for line in ("/tournament close #{event}", "/tournament organiser add @kasia #{event}")
    ),
    Row("running", "/next #{event}", ORGANISER, NO_ORGANISER, changes=NOBODY),
    Row("running", "/tournament programme #{event}", ORGANISER, NO_ORGANISER, changes=NOBODY),
    Row("finished", "/diplomas #{event}", ORGANISER, NO_ORGANISER, changes=NOBODY),
    Row(
        "made",
        "/tournament unlink #{event}",
        ORGANISER | by(Role.ADMIN, Role.ANONYMOUS, at=(Where.LINKED,)),
        NO_ORGANISER,
        changes=by(Role.ORGANISER, Role.ADMIN, Role.ANONYMOUS, at=(Where.LINKED,)),
    ),
)

SETTLED = ("error.stale-question",)
ANOTHERS = ("error.not-your-button",)
BUTTON_ROWS: tuple[Row, ...] = (
    Row("made", "accept:{offered}:0:", PLAYER, ("challenge.for-another",)),
    Row("made", "decline:{offered}:0:", PLAYER, ("challenge.not-yours-to-decline",)),
    Row("made", "cancel:{offering}:0:", PLAYER, ("challenge.not-yours-to-cancel",)),
    Row("running", "piece:{game}:0:{from}", PLAYER, NO_PLAYER, changes=NOBODY),
    Row("running", "back:{game}:0:", PLAYER, NO_PLAYER, changes=NOBODY),
    Row("running", "play:{game}:0:0", PLAYER, NO_PLAYER),
    Row("running", "huff:{game}:0:c3", NOBODY, (*NO_PLAYER, "error.unknown-button", "refused.no-huff")),
    Row("running", "draw:{game}:0:", PLAYER, NO_PLAYER),
    Row("running", "abort:{game}:0:accept", NOBODY, (*NO_PLAYER, "refused.no-offer")),
    Row("running", "resign:{game}:0:", PLAYER, NO_PLAYER, changes=NOBODY),
    Row("running", "resign:{game}:0:yes {annas}", PLAYER, NO_PLAYER),
    Row("running", "decide:{game}:0:draw", ARBITERS, NO_ARBITER),
    Row("judged", "decide:{game}:0:draw", ARBITERS, NO_ARBITER),
    Row("made", "decide:{casual}:0:draw", by(Role.ADMIN, at=(Where.HOME,)), ("refused.not-an-arbiter",)),
    Row("made", "new::0:riazor", NOBODY, SETTLED),
    Row("made", "setup:{event}:0:later system", by(Role.ORGANISER, at=(Where.HOME,)), SETTLED),
    Row("signing-up", "start:{event}:0:join", EVERYBODY_NAMED),
    Row("signing-up", "join:{event}:0:", EVERYBODY_NAMED),
    Row("asked", "ask:{event}:{step}:child", by(Role.PLAYER, at=(Where.ALONE,)), SETTLED),
    Row("signing-up", "consent:{event}:0:1", PLAYER, ("tournament.not-yours",)),
    Row("at-tables", "confirm:{event}:0:1.1 1-0", ARBITERS, ("result.stranger", *ANOTHERS)),
    Row("made", "unlink:{event}:{version}:1", ORGANISER, NO_ORGANISER),
    Row("made", "forget::0:yes {person}", PLAYER, ANOTHERS),
    Row("made", "link:{celinas}:0:yes", EVERYBODY_NAMED),
    Row("signing-up", "do::0:tournament close #{event}", ORGANISER, NO_ORGANISER),
    Row("running", "do::0:pause {game} fire", ARBITERS, NO_ARBITER),
    Row("running", "do::0:standings #{event}", EVERYBODY, changes=NOBODY),
)


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, World]:
    """A world of every stage, made once."""
    return {stage: asyncio.run(build(stage, tmp_path_factory.mktemp(stage))) for stage in STAGES}


def test_every_command_has_a_row() -> None:
    lines = {row.line.removeprefix("/") for row in COMMAND_ROWS}
    missing = [
        command.name
        for command in COMMANDS
        if not any(line == command.name or line.startswith(f"{command.name} ") for line in lines)
    ]
    assert missing == []


def test_every_button_has_a_row() -> None:
    verbs = {row.line.partition(":")[0] for row in BUTTON_ROWS}
    assert verbs == {*pressing.ON_EVENTS, *pressing.ON_GAMES, *pressing.ON_PEOPLE, "do"}


async def faults_of(row: Row, world: World, folder: Path, *, press: bool = False) -> list[str]:
    """What is not as ``row`` says, for everybody and everywhere."""
    faults: list[str] = []
    line = row.line.format(**world.words)
    upload = Upload("small.toml", SMALL.encode()) if line == "/regulations add" else None
    said: dict[str, Any] = {"press": line} if press else {"text": line, "upload": upload}
    changing = row.may if row.changes is None else row.changes
    async with inside(world, folder / "shared") as hall:
        before = await Stored.of(hall.database)
        for cell in [cell for cell in CELLS if cell not in changing]:
            await hall.dispatcher.handle(spoken(hall, *cell, **said))
            found = keys(await hall.hear())
            if (fault := _misspoken(row, cell, found)) is not None:
                faults.append(fault)
        if changed := before.changed_in(await Stored.of(hall.database)):
            faults.append(f"one of those who may not has changed {changed}")
    # on a server one of those who may: what it takes to store what they do is the same for all
    for number, cell in enumerate(sorted(changing, key=str)[: 1 if ON_SERVER else None]):
        async with inside(world, folder / str(number)) as hall:  # it begins as the shared one did
            await hall.dispatcher.handle(spoken(hall, *cell, **said))
            found = keys(await hall.hear())
            if before == await Stored.of(hall.database):
                faults.append(f"{cell} changes nothing: {found}")
    return faults


def _misspoken(row: Row, cell: Cell, found: list[str]) -> str | None:
    expected = (*row.refusals, NAMELESS) if cell[0] is Role.ANONYMOUS else row.refusals
    is_refused = any(key in expected for key in found)
    if cell in row.may and (is_refused or not found or NAMELESS in found):
        return f"{cell} is refused: {found}"
    if cell not in row.may and not is_refused:
        return f"{cell} is not told whose it is: {found}"
    return None


@pytest.mark.parametrize("row", COMMAND_ROWS, ids=lambda row: row.line)
async def test_commands_are_for_those_whose_they_are(
    row: Row, worlds: Mapping[str, World], tmp_path: Path
) -> None:
    assert await faults_of(row, worlds[row.stage], tmp_path) == []


@pytest.mark.parametrize("row", BUTTON_ROWS, ids=lambda row: row.line)
async def test_buttons_are_for_those_whose_they_are(
    row: Row, worlds: Mapping[str, World], tmp_path: Path
) -> None:
    assert await faults_of(row, worlds[row.stage], tmp_path, press=True) == []


# --- what was asked before a right was taken away -----------------------------------------------------------


async def test_who_organises_no_more_answers_no_question_of_the_event(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        await hall.do("kasia", "/start", chat="@kasia")
        code = await hall.make("pzwarc-64")  # olga is asked which system it shall be
        await hall.organise(f"/tournament organiser add @kasia #{code}")
        await hall.do("kasia", f"/tournament organiser remove @olga #{code}")
        await hall.organise("swiss")
        assert (await hall.event()).event.settings.system is None


async def test_who_was_asked_before_a_chat_was_closed_to_them_makes_no_tournament(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        (asked,) = await hall.organise("/tournament new winter Winter Cup")
        await hall.do("adam", "/settings events admins", admin=True)
        heard = await hall.do("olga", press=asked.button("new", "riazor"))
        assert keys(heard) == ["tournament.admins-only"]
