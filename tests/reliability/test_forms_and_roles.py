"""Rights beside those of commands and buttons: forms, offers while writing, roles that a chat gives."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from bot.commands import dispatch  # noqa: F401  (declares the commands)
from bot.commands.declaration import Command
from bot.commands.place import ANY_CHAT
from bot.commands.registry import COMMANDS
from tests.commands.room import keys
from tests.reliability.places_and_people import (
    GROUPS,
    PLACES,
    ROLES,
    Role,
    Stored,
    Where,
    World,
    build,
    inside,
    spoken,
)

CELLS = [(role, where) for role in ROLES for where in PLACES]
NO_ORGANISER, NO_ARBITER = "tournament.not-organiser", "tournament.not-arbiter"


@pytest.fixture(scope="module")
def worlds(tmp_path_factory: pytest.TempPathFactory) -> dict[str, World]:
    """A world of every stage that is needed here, made once."""
    stages = ("asked", "running", "hidden")
    return {stage: asyncio.run(build(stage, tmp_path_factory.mktemp(stage))) for stage in stages}


# --- what is written into forms, and what is offered while somebody writes ----------------------------------


async def test_a_written_answer_is_taken_only_from_whoever_is_asked(
    worlds: Mapping[str, World], tmp_path: Path
) -> None:
    """A form that somebody else has opened asks nobody but them."""
    asked = (Role.PLAYER, Where.ALONE)
    async with inside(worlds["asked"], tmp_path / "in") as hall:
        before = await Stored.of(hall.database)
        for cell in CELLS:
            if cell != asked:
                await hall.dispatcher.handle(spoken(hall, *cell, "child"))
        assert before.changed_in(await Stored.of(hall.database)) == []
        await hall.dispatcher.handle(spoken(hall, *asked, "child"))
        assert "dialogues" in before.changed_in(await Stored.of(hall.database))


@pytest.mark.parametrize("command", list(COMMANDS), ids=lambda command: command.name)
async def test_what_is_offered_while_writing_changes_nothing_and_gives_no_name_away(
    command: Command, worlds: Mapping[str, World], tmp_path: Path
) -> None:
    hidden = worlds["hidden"]
    async with inside(hidden, tmp_path / "in") as hall:
        before = await Stored.of(hall.database)
        for role, where in CELLS:
            heard = spoken(hall, role, where, f"/{command.name}")
            for parameter in command.parameters:
                for others in ({}, {"event": hidden.words["event"]}):
                    typing = replace(heard, typed=others)
                    _, found = await hall.dispatcher.choices(typing, command.name, parameter.name, "")
                    assert "Kowalski" not in str(found)
                    assert "Nowak" not in str(found)
        assert before == await Stored.of(hall.database)


# --- roles that a chat gives --------------------------------------------------------------------------------

BOSSES, JUDGES = "77", "88"


@pytest.mark.parametrize(
    ("role", "line", "refusal"),
    [
        (BOSSES, "/exclude #{event} 2 rude", NO_ORGANISER),
        (BOSSES, "/adjudicate {game} 1/2 dark", NO_ARBITER),
        (JUDGES, "/adjudicate {game} 1/2 dark", NO_ARBITER),
    ],
)
async def test_a_role_of_a_chat_counts_in_that_chat_alone(
    role: str, line: str, refusal: str, worlds: Mapping[str, World], tmp_path: Path
) -> None:
    world = worlds["running"]
    async with inside(world, tmp_path / "in") as hall:
        for chat in GROUPS:  # the same ids mean something else on another server
            for setting, which in (("organisers", BOSSES), ("arbiters", JUDGES)):
                await hall.do("adam", f"/settings {setting} {which}", chat=chat.value, admin=True)
        said = line.format(**world.words)
        for where in (Where.LINKED, Where.ELSEWHERE, Where.ALONE):
            heard = spoken(hall, Role.STRANGER, where, said, roles=(role,))
            before = await Stored.of(hall.database)
            await hall.dispatcher.handle(heard)
            assert refusal in keys(await hall.hear())
            assert before.changed_in(await Stored.of(hall.database)) == []
        await hall.dispatcher.handle(spoken(hall, Role.STRANGER, Where.HOME, said, roles=(role,)))
        assert refusal not in keys(await hall.hear())
        assert before.changed_in(await Stored.of(hall.database)) != []


async def test_a_judge_of_a_chat_runs_no_tournament(worlds: Mapping[str, World], tmp_path: Path) -> None:
    world = worlds["running"]
    async with inside(world, tmp_path / "in") as hall:
        await hall.do("adam", f"/settings arbiters {JUDGES}", admin=True)
        said = "/exclude #{event} 2 rude".format(**world.words)
        await hall.dispatcher.handle(spoken(hall, Role.STRANGER, Where.HOME, said, roles=(JUDGES,)))
        assert NO_ORGANISER in keys(await hall.hear())


@pytest.mark.parametrize("named", ["", BOSSES])
async def test_where_no_role_is_named_the_administrators_of_the_own_chat_have_it(
    named: str, worlds: Mapping[str, World], tmp_path: Path
) -> None:
    """On a platform that gives roles: in other chats they are nobody, and here too once a role is named."""
    world = worlds["running"]
    said = "/exclude #{event} 2 rude".format(**world.words)
    async with inside(world, tmp_path / "in", replace(ANY_CHAT, roles=True)) as hall:
        if named:
            await hall.do("adam", f"/settings organisers {named}", admin=True)
        before = await Stored.of(hall.database)
        refused = [cell for cell in CELLS if cell[0] is Role.ADMIN and (named or cell[1] is not Where.HOME)]
        refused += [cell for cell in CELLS if cell[0] in (Role.STRANGER, Role.ANONYMOUS, Role.ARBITER)]
        for cell in refused:
            await hall.dispatcher.handle(spoken(hall, *cell, said))
            assert set(keys(await hall.hear())) & {NO_ORGANISER, "anonymous.by-name"}, cell
        assert before.changed_in(await Stored.of(hall.database)) == []
        if not named:
            await hall.dispatcher.handle(spoken(hall, Role.ADMIN, Where.HOME, said))
            assert before.changed_in(await Stored.of(hall.database)) != []
