"""An action in an event together with all that follows from it: the one way in which a tournament goes on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from bot.commands.context import Context, Line, Rows
from bot.commands.tournament import boards, ending, timing
from bot.commands.tournament.acting import act, announce
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.rounds import MOST_EDITED, announce_round, show_pairings
from bot.commands.tournament.sheets import pairing_lines, standings_image, standings_lines
from bot.commands.tournament.telling import heading, lines_of
from bot.commands.tournament.work import Work, add_work, judge, pair_now
from bot.replies import Said, said
from rules.tournament.actions import Confirmed, Decided, EventAction, Excluded, Reported, Withdrawn
from rules.tournament.eventrules import System
from rules.tournament.happenings import (
    EventHappening,
    EventOver,
    GamesDropped,
    MatchGoesOn,
    MatchOver,
    PlacesStand,
    ResultsAnnulled,
    ResultStands,
    RoundOver,
    RoundPaired,
    SectionReopened,
    SectionStarted,
    StageOver,
    Undid,
)
from rules.tournament.model import Phase, Section

SMALL = 48
"""entrants up to which a table is made anew with every result; beyond, once in a while"""
LIVE_EVERY = timedelta(seconds=15)
"""of a larger one: results come by the second, and a chat takes some twenty messages a minute"""
LINES = 20
"""lines of a table that is edited with every result: it has to stay one message"""

Happened = tuple[EventHappening, ...]


async def direct(
    ctx: Context,
    file: EventFile,
    action: EventAction,
    *lead: Line,
    reason: str = "",
    because: Line | None = None,
    buttons: Rows = (),
) -> EventFile:
    """Take an action and all that follows from it.

    ``lead`` are sentences that the announcement begins with, ``because`` is the one that it ends with.
    What the event does not allow is refused, and nothing is changed.
    """
    file, happened = await act(ctx, file, action, reason=reason)
    return await follow(ctx, file, happened, *lead, because=because, buttons=buttons)


async def follow(
    ctx: Context,
    file: EventFile,
    happened: Happened,
    *lead: Line,
    because: Line | None = None,
    buttons: Rows = (),
) -> EventFile:
    """Stop what counts no more, announce what happened in one message, and let what is due be done."""
    for places in (what for what in happened if isinstance(what, PlacesStand)):
        await ending.show_section(ctx, file, places)
    lines = [*lead, *lines_of(file, happened)]
    for dropped in (what for what in happened if isinstance(what, GamesDropped)):
        lines.extend(await boards.stop(ctx, file, dropped.codes))
    if because is not None:
        lines.append(because)
    if lines:
        await announce(ctx, file, *lines, buttons=buttons)
    for what in happened:
        if isinstance(what, RoundPaired):
            await announce_round(ctx, file, what)
            await timing.remind_later(ctx, file, what)
    await _show_live(ctx, file, happened)
    if any(isinstance(what, RoundPaired | MatchGoesOn | Undid) for what in happened):
        await add_work(ctx, file, Work.OPEN, f"{file.event.seq}")
    if any(isinstance(what, RoundOver | SectionReopened | StageOver) for what in happened):
        await judge(ctx, file)
    if any(isinstance(what, SectionStarted) for what in happened):
        await pair_now(ctx, file)
    if any(isinstance(what, EventOver) for what in happened):
        file = await ending.finish(ctx, file)
    return file


# --- what is edited with every result -----------------------------------------------------------------------


async def _show_live(ctx: Context, file: EventFile, happened: Happened) -> None:
    if file.phase is not Phase.RUNNING:
        return
    for section in map(file.event.section, sorted(set(_changed(file, happened)))):
        if len(section.entrants) <= SMALL:
            await show_live(ctx, file, section)
        else:
            due = ctx.now + LIVE_EVERY
            window = int(due.timestamp() // LIVE_EVERY.total_seconds())
            await add_work(ctx, file, Work.LIVE, f"{section.id}:{window}", {"section": section.id}, due)


def _changed(file: EventFile, happened: Happened) -> Iterator[str]:
    """The sections in which a result is another one now: given, taken back, or lost by leaving."""
    for what in happened:
        match what:
            case ResultStands(pairing=pairing) | MatchOver(pairing):
                yield file.event.find(pairing.board).section.id
            case ResultsAnnulled(section=section):
                yield section
            case Undid(action=Reported() | Confirmed() | Decided() as action):
                yield file.event.find(action.board).section.id
            case Undid(action=Withdrawn(number=number) | Excluded(number=number)):
                found = file.event.current_pairing(number)
                if found is not None:
                    yield found.section.id


async def show_live(ctx: Context, file: EventFile, section: Section) -> None:
    """How it stands, in messages that are edited with every result: those of the round and of the table."""
    if not section.rounds:
        return
    round_, title = section.rounds[-1], heading_line(file, section)
    if len(round_.pairings) <= MOST_EDITED:
        await show_pairings(ctx, file, section, round_, title)
    elif section.system is System.KNOCKOUT:
        lines = list(pairing_lines(file, round_))[:LINES]
        await announce(ctx, file, title, *lines, subject=f"results:{file.code}:{section.id}:{round_.number}")
    if section.system is System.KNOCKOUT:
        return
    table = file.event.table(section.id)
    await announce(
        ctx,
        file,
        title,
        *standings_lines(file, table, LINES),
        picture=standings_image(file, section, table) if len(table) <= LINES else None,
        subject=f"standings:{file.code}:{section.id}",
        pin=True,
    )


def heading_line(file: EventFile, section: Section) -> Said:
    """What a table is about, and how many games of the round are still open."""
    round_ = section.rounds[-1]
    left = sum(1 for pairing in round_.pairings if not pairing.is_decided)
    title = said("live.title", heading=heading(file, section), round=round_.number)
    return said("live.left", title=title, count=left) if left else title
