"""What an event does outside any input: games are opened, players told, deadlines pass, reminders come."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bot.commands.context import Context
from bot.commands.tournament import boards
from bot.commands.tournament.acting import announce, command_button, rows, tell_organisers, tell_privately
from bot.commands.tournament.conduct import direct, show_live
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.rounds import TOLD_AT_ONCE, involved, name_the_others, tell_person
from bot.commands.tournament.telling import heading
from bot.commands.tournament.work import Work, add_work
from bot.replies import said
from bot.words import by_article
from rules.tournament.actions import DeadlinePassed, Missing
from rules.tournament.eventrules import Missed
from rules.tournament.match import next_game
from rules.tournament.model import EntrantNo, Pairing, Phase, Round, Section
from storage.ids import PersonId


async def open_games(ctx: Context, file: EventFile, payload: Mapping[str, Any]) -> None:
    """Open the games that are due, some at a time; then everybody is told what they play."""
    if file.phase is not Phase.RUNNING:
        return
    due = boards.to_open(file)
    for game in due[: boards.AT_ONCE]:
        file, opened = await boards.open_game(ctx, file, game)
        if boards.shows_boards(file) or len(opened.threads) == len(opened.chats):
            await ctx.show_board(opened, calls=True)
        if game.game > 1 and not boards.shows_boards(file):
            await _tell_next_game(ctx, file, game.board, opened.code)
    if len(due) > boards.AT_ONCE:
        await add_work(ctx, file, Work.OPEN, f"{file.event.seq}")
        return
    for section in file.event.sections:
        if section.rounds and not section.is_finished:
            number = section.rounds[-1].number
            key = f"{section.id}:{number}:{section.rounds[-1].pairings[0].board}"
            await add_work(ctx, file, Work.TELL, f"{key}:0", {"section": section.id, "round": number})


async def _tell_next_game(ctx: Context, file: EventFile, board: int, code: str) -> None:
    found = next(due for due in file.event.next_games() if due.board == board)
    people = file.controllers(found.white) | file.controllers(found.black)
    for person in sorted(people):
        await tell_privately(
            ctx,
            file,
            person,
            said("mine.next-game", board=f"{board}.{found.game}", code=code),
            buttons=rows([command_button(said("button.board", board=board), f"board {code}")]),
        )


async def tell_players(ctx: Context, file: EventFile, payload: Mapping[str, Any]) -> None:
    """Tell everybody once and privately; in the end name those who could not be told, in a large round."""
    section, round_ = _round_of(file, payload)
    if section is None or round_ is None:
        return
    start = int(payload.get("from", 0))
    unreached = [EntrantNo(number) for number in payload.get("unreached", ())]
    people: list[tuple[PersonId | None, list[Pairing]]] = list(involved(file, round_).items())
    for person, mine in people[start : start + TOLD_AT_ONCE]:
        if person is not None and not await tell_person(ctx, file, section, round_, person, mine):
            unreached += [no for p in mine for no in p.players if person in file.controllers(no)]
    if start + TOLD_AT_ONCE < len(people):
        start += TOLD_AT_ONCE
        key = f"{section.id}:{round_.number}:{round_.pairings[0].board}:{start}"
        rest = {**payload, "from": start, "unreached": unreached}
        await add_work(ctx, file, Work.TELL, key, rest)
        return
    alone = [no for p in round_.pairings for no in p.players if not file.controllers(no)]
    others = sorted({*unreached, *alone})
    await name_the_others(ctx, file, section, round_, others)


def _round_of(file: EventFile, payload: Mapping[str, Any]) -> tuple[Section | None, Round | None]:
    """The round that a job is about, if it is still the last one of its section."""
    for section in file.event.sections:
        if section.id == payload["section"] and section.rounds and file.phase is Phase.RUNNING:
            round_ = section.rounds[-1]
            if payload.get("round", round_.number) == round_.number:
                return section, round_
    return None, None


async def show_table(ctx: Context, file: EventFile, payload: Mapping[str, Any]) -> None:
    """How it stands, in a field too large for a new table with every result."""
    section, _ = _round_of(file, payload)
    if section is not None:
        await show_live(ctx, file, section)


# --- deadlines ----------------------------------------------------------------------------------------------


async def remind(ctx: Context, file: EventFile, payload: Mapping[str, Any]) -> None:
    """A deadline comes nearer: who has still to play hears it, the chat in one message."""
    section, round_ = _round_of(file, payload)
    if section is None or round_ is None or round_.deadline is None or round_.is_over:
        return
    if round_.deadline != datetime.fromisoformat(payload["deadline"]) or file.event.paused_at is not None:
        return
    open_ = [pairing for pairing in round_.pairings if not pairing.is_decided]
    line = by_article(
        said(
            "deadline.near",
            heading=heading(file, section),
            round=round_.number,
            until=round_.deadline,
            boards=tuple(pairing.board for pairing in open_[:100]),
        ),
        file.rules.schedule.deadline_article,
    )
    await announce(ctx, file, line)
    people = {p for pairing in open_ for no in pairing.players for p in file.controllers(no)}
    for person in sorted(people):
        await tell_privately(ctx, file, person, line)


async def deadline_passed(ctx: Context, file: EventFile) -> None:
    """A round should be over: what a missed deadline means, the regulation says."""
    for section in file.event.sections:
        round_ = section.rounds[-1] if section.rounds and not section.is_finished else None
        if round_ is None or round_.deadline is None or round_.deadline > ctx.now:
            continue
        missing = [await _missing(ctx, pairing) for pairing in round_.pairings if not pairing.is_decided]
        action = DeadlinePassed(section.id, round_.number, tuple(filter(None, missing)))
        file = await direct(ctx, file, action)
        if missing and file.rules.schedule.missed is Missed.ARBITER:
            boards_ = tuple(int(p.board) for p in round_.pairings if not p.is_decided)
            await tell_organisers(
                ctx, file, said("deadline.decide", title=file.title, boards=boards_, id=file.slug)
            )


async def _missing(ctx: Context, pairing: Pairing) -> Missing | None:
    """Who was to move in the open game of a pairing; nobody is known where it is not played in a chat."""
    due = next_game(pairing)
    game = await ctx.games.by_code(due.code) if due is not None and due.code is not None else None
    if due is None or game is None or game.record.game is None:
        return None
    number = due.white if game.game.turn.value == "white" else due.black
    return Missing(pairing.board, (number,))
