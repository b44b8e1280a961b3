"""Starting a tournament, pairing its next round, its programme, and pauses of the whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.commands.context import Context
from bot.commands.declaration import Kind, Parameter, Role
from bot.commands.registry import COMMANDS
from bot.commands.rights import need_permissions
from bot.commands.tournament import errors
from bot.commands.tournament.acting import announce, answer, command_button, rows, tell_organisers
from bot.commands.tournament.boards import pause_games
from bot.commands.tournament.conduct import direct
from bot.commands.tournament.ending import show_point
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.finding import find_organised
from bot.commands.tournament.lesson import show_lesson
from bot.commands.tournament.settings import SYSTEMS, still_missing
from bot.commands.tournament.telling import heading
from bot.commands.tournament.work import judge, pair_now
from bot.replies import Said, said
from rules.tournament.actions import Paused, Resumed, RoundsSet, Scheduled
from rules.tournament.eventrules import Choice, System
from rules.tournament.model import Phase
from rules.tournament.refusals import EventRefused
from rules.tournament.rounds import can_finish
from rules.tournament.starting import plan_stage, plan_start

EVENT = Parameter("event", Kind.EVENT)


@COMMANDS.declare(
    "tournament start",
    Parameter("system", Kind.CHOICE, choices={word: system.value for word, system in SYSTEMS.items()}),
    EVENT,
    aliases={"pl": ("turniej start",), "uk": ("turnir start",), "gl": ("torneo comezar",)},
    role=Role.ORGANISER,
)
async def start(ctx: Context, args: Mapping[str, Any]) -> None:
    """Start: the sections are set up, and the first round is paired."""
    need_permissions(ctx)
    system = args.get("system")
    file = await find_organised(
        ctx,
        args.get("event"),
        " ".join(filter(None, ("tournament start", system))),
        phases=(Phase.CLOSED, Phase.OPEN, Phase.CREATED, Phase.RUNNING),
    )
    await do_start(ctx, file, None if system is None else System(system))


async def do_start(ctx: Context, file: EventFile, system: System | None = None) -> EventFile:
    """Start the first stage, with what the regulation wants before: a lesson, the programme."""
    missing = still_missing(file, "start.missing", *([Choice.SYSTEM] if system is not None else []))
    if missing and file.phase is Phase.CLOSED:
        ctx.refuse_with(missing)
    try:
        action = plan_start(file.event, system)
    except EventRefused as error:
        ctx.refuse_with(errors.refused(file, error))
    if file.rules.programme and not file.event.programme_shown:
        file = await show_point(ctx, file)
        if len(file.rules.programme) > 1:
            await announce(ctx, file, said("programme.more", id=file.slug), buttons=_programme(file))
    if file.rules.shows_lesson:
        await show_lesson(ctx, file)
    return await direct(ctx, file, action, said("start.begins", title=file.title))


def _programme(file: EventFile) -> Any:
    return rows([command_button(said("button.next-point"), f"tournament programme #{file.code}")])


async def start_by_itself(ctx: Context, file: EventFile) -> None:
    """The hour has come at which an event starts, or its next round is paired."""
    file = await direct(ctx, file, Scheduled(None))
    if file.phase is Phase.RUNNING:
        await _pair_by_itself(ctx, file)
        return
    try:
        plan_start(file.event)
        ready = still_missing(file, "start.missing") is None
        why: Said | None = None if ready else said("start.waits", id=file.slug)
    except EventRefused as error:
        why = errors.refused(file, error)
    if why is None:
        await do_start(ctx, file)
    else:
        lines = (said("start.hour", title=file.title), why)
        if not await tell_organisers(ctx, file, *lines):
            await announce(ctx, file, *lines)


async def _pair_by_itself(ctx: Context, file: EventFile) -> None:
    open_ = _open_boards(file)
    if open_:
        await announce(ctx, file, said("next.waits", title=file.title, boards=open_))
    if file.event.pairing_requests({}) or plan_stage(file.event) is not None:
        await pair_now(ctx, file)


def _open_boards(file: EventFile) -> tuple[int, ...]:
    return tuple(dict.fromkeys(int(due.board) for due in file.event.next_games()))


@COMMANDS.declare(
    "next",
    EVENT,
    aliases={"pl": ("dalej", "nastepna"), "uk": ("dali",), "gl": ("seguinte",)},
    role=Role.ORGANISER,
)
async def next_(ctx: Context, args: Mapping[str, Any]) -> None:
    """Pair the next round, as soon as the one before is over."""
    file = await find_organised(ctx, args.get("event"), "next", phases=(Phase.RUNNING,))
    if file.phase is not Phase.RUNNING:
        ctx.refuse("next.not-running", title=file.title, id=file.slug)
    if file.event.paused_at is not None:
        ctx.refuse("next.paused", id=file.slug)
    ready = file.event.pairing_requests({})
    if not ready and plan_stage(file.event) is None and not can_finish(file.event):
        ctx.refuse("next.open", boards=_open_boards(file))
    if not await pair_now(ctx, file):
        ctx.refuse("next.already")
    if ctx.input.press is not None:
        ctx.notice(said("next.pairing"))
    else:
        answer(ctx, file, said("next.pairing"))


@COMMANDS.declare(
    "tournament rounds",
    EVENT,
    Parameter("count", Kind.TEXT, required=True),
    aliases={"pl": ("turniej rundy",), "uk": ("turnir tury",), "gl": ("torneo roldas",)},
    role=Role.ORGANISER,
)
async def rounds(ctx: Context, args: Mapping[str, Any]) -> None:
    """Change how many rounds a running Swiss has."""
    words = args["count"].split()
    file = await find_organised(ctx, args.get("event"), f"tournament rounds {args['count']}")
    if not words or not (words[-1].isascii() and words[-1].isdecimal() and len(words[-1]) < 4):
        ctx.refuse("rounds.number", id=file.slug)
    for section in file.event.sections:
        if section.system is System.SWISS and not section.is_finished:
            line = said("rounds.set", heading=heading(file, section), count=int(words[-1]))
            file = await direct(ctx, file, RoundsSet(section.id, int(words[-1])), line)
            return
    ctx.refuse("rounds.no-swiss", title=file.title)


@COMMANDS.declare(
    "tournament programme",
    EVENT,
    aliases={"pl": ("turniej program",), "uk": ("turnir prohrama",), "gl": ("torneo programa",)},
    role=Role.ORGANISER,
)
async def programme(ctx: Context, args: Mapping[str, Any]) -> None:
    """Announce the next point of the programme."""
    file = await find_organised(ctx, args.get("event"), "tournament programme")
    if file.event.programme_shown >= len(file.rules.programme):
        ctx.refuse("programme.over" if file.rules.programme else "programme.none", title=file.title)
    await show_point(ctx, file)


async def pause_event(ctx: Context, file: EventFile, reason: str) -> None:
    """Nothing falls due any more, and all clocks stop, until the event goes on."""
    lines = _with_reason(said("event.paused", title=file.title, id=file.slug), reason)
    file = await direct(ctx, file, Paused(), *lines, reason=reason)
    await pause_games(ctx, file, is_paused=True)


async def resume_event(ctx: Context, file: EventFile, reason: str) -> None:
    """The event goes on, deadlines and clocks by the length of the pause later."""
    lines = _with_reason(said("event.resumed", title=file.title), reason)
    file = await direct(ctx, file, Resumed(), *lines, reason=reason)
    await pause_games(ctx, file, is_paused=False)
    if file.event.pairing_requests({}):
        await judge(ctx, file)


def _with_reason(line: Said, reason: str) -> list[Said]:
    return [line, said("event.reason", reason=reason)] if reason else [line]
