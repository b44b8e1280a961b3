"""Pairing the next round, and judging what a finished one means: worked out outside any transaction.

What was worked out is stored only where the section is still as it was; otherwise it is done again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.commands.context import Context, Refusal
from bot.commands.tournament.acting import announce, command_button, rows, tell_organisers
from bot.commands.tournament.conduct import direct
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.telling import heading
from bot.commands.tournament.timing import deadline_of, next_round_at, pace_of
from bot.replies import Said, said
from bot.words import by_article
from bot.worker import Worker
from rules.tournament.actions import EventFinished, Scheduled
from rules.tournament.eventrules import Pace, System
from rules.tournament.history import table_rounds
from rules.tournament.model import Birth, EntrantNo, Phase, Section
from rules.tournament.pairing import Answer, next_round, to_action
from rules.tournament.rounds import can_finish
from rules.tournament.starting import plan_stage
from rules.tournament.systems import CannotPair, Finished, PairingRequest

LARGE = 40
"""entrants of a Swiss from which on pairing is left to the worker process"""


@dataclass(frozen=True, slots=True)
class Plan:
    """What comes next in a section: ``answer``, or why there is none; neither where it has only to wait."""

    request: PairingRequest
    answer: Answer | None = None
    refusal: tuple[str, Mapping[str, Any]] | None = None


class Overtaken(Exception):
    """What was planned for stands no more."""


def plan(request: PairingRequest) -> Plan:
    """The next round of a section, or its places; runs in whatever process."""
    try:
        return Plan(request, next_round(request))
    except CannotPair as error:
        data = {key: value for key, value in error.data.items() if key != "reason"}
        return Plan(request, refusal=(error.reason, data))


async def prepare(
    file: EventFile, births: Mapping[EntrantNo, Birth], rounds: bool, now: datetime, worker: Worker
) -> list[Plan]:
    """Plans for all sections whose round is over. ``rounds``: the next ones are wanted, not only judged."""
    plans = []
    for request in file.event.pairing_requests(births):
        section = request.section
        if not (rounds or is_due(file, section, now)) and _surely_goes_on(section):
            plans.append(Plan(request))
        elif section.system is System.SWISS and len(section.entrants) >= LARGE:
            try:
                plans.append(await worker.run(plan, request))
            except TimeoutError:  # others wait for the worker: it is not tried over and over
                plans.append(Plan(request, refusal=("too-long", {})))
        else:
            plans.append(plan(request))
    return plans


def _surely_goes_on(section: Section) -> bool:
    return (
        section.system is System.SWISS
        and section.rounds_planned is not None
        and sum(1 for _ in table_rounds(section)) < section.rounds_planned
    )


def is_due(file: EventFile, section: Section, now: datetime) -> bool:
    """Whether the next round of a section is paired by itself now."""
    if file.event.paused_at is not None:
        return False
    pace = pace_of(file)
    return pace is Pace.AT_ONCE or (pace is Pace.INTERVAL and next_round_at(file, section, now) <= now)


async def store(
    ctx: Context, file: EventFile, plans: list[Plan], births: Mapping[EntrantNo, Birth], rounds: bool
) -> EventFile:
    """Let the event go on by these plans. Raises Overtaken where one fits what stands no more."""
    requests = {request.section.id: request for request in file.event.pairing_requests(births)}
    if [plan_.request for plan_ in plans] != list(requests.values()):
        raise Overtaken
    for plan_ in plans:
        section = file.event.section(plan_.request.section.id)
        if plan_.refusal is not None:
            await _tell_why_not(ctx, file, section, *plan_.refusal)
        elif isinstance(plan_.answer, Finished) or (
            plan_.answer is not None and (rounds or is_due(file, section, ctx.now))
        ):
            action = to_action(file.event, plan_.request, plan_.answer, deadline_of(file, ctx.now))
            file = await direct(ctx, file, action)
        else:
            file = await _wait(ctx, file, section)
    return await _next_stage(ctx, file, rounds)


async def _next_stage(ctx: Context, file: EventFile, rounds: bool) -> EventFile:
    """Begin the stage whose entrants are known now, or end the event."""
    stage = plan_stage(file.event)
    if stage is not None:
        names = file.rules.stages[stage.stage].names
        if rounds or (pace_of(file) is Pace.AT_ONCE and file.event.paused_at is None):
            return await direct(
                ctx, file, stage, by_article(said("stage.lots", stage=names), file.rules.lots_article)
            )
        if not file.event.pairing_requests({}):
            await _prompt(ctx, file, said("next.stage", stage=names, id=file.slug))
    elif can_finish(file.event):
        return await direct(ctx, file, EventFinished())
    return file


async def _wait(ctx: Context, file: EventFile, section: Section) -> EventFile:
    """The next round comes later: say when, or who decides it."""
    if pace_of(file) is Pace.INTERVAL and file.event.paused_at is None:
        at = next_round_at(file, section, ctx.now)
        if file.event.next_at != at:
            line = said("next.at", heading=heading(file, section), at=at)
            file = await direct(ctx, file, Scheduled(at), by_article(line, file.rules.schedule.pace_article))
        return file
    await _prompt(ctx, file, said("next.by-hand", heading=heading(file, section), id=file.slug))
    return file


async def _prompt(ctx: Context, file: EventFile, line: Said) -> None:
    buttons = rows([command_button(said("button.next"), f"next #{file.code}")])
    await announce(ctx, file, line, buttons=buttons)


async def _tell_why_not(
    ctx: Context, file: EventFile, section: Section, reason: str, data: Mapping[str, Any]
) -> None:
    """What the rules of pairing leave no way for, and what the organiser can do."""
    pairs = tuple(
        said("cannot-pair.pair", first=file.name(one), second=file.name(other))
        for one, other in data.get("pairs", ())
    )
    can = tuple(said(f"cannot-pair.can.{what}", id=file.slug) for what in data.get("can", ()))
    why = Said(f"cannot-pair.{reason}", {"pairs": pairs, "players": data.get("players", 0)})
    line = said("cannot-pair", heading=heading(file, section), round=len(section.rounds) + 1, why=why)
    lines = [line, *([said("cannot-pair.can", what=can)] if can else [])]
    await announce(ctx, file, *lines)
    await tell_organisers(ctx, file, *lines)


async def run(ctx: Context, file: EventFile, plans: list[Plan], rounds: bool) -> None:
    """``store``, with a refusal told in the chat: nothing stops without a word. Raises Overtaken."""
    if file.phase is not Phase.RUNNING:
        return
    try:
        await store(ctx, file, plans, await ctx.events.births(file), rounds)
    except Refusal as refusal:
        await announce(ctx, file, refusal.what)
