"""The keys of the catalogues that code puts together: what they begin with, and every way they go on."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args

from bot.chats.discord.slash import DIFFERENT, FILE
from bot.commands.about import CHOICES as SETTING_CHOICES
from bot.commands.about import SETTINGS
from bot.commands.declaration import Parameter, Role
from bot.commands.helping import SUBJECTS
from bot.commands.obeying import COMMANDS
from bot.commands.tournament.eventfile import ENTERED
from bot.commands.tournament.questions import Who
from bot.commands.tournament.settings import SETTINGS as SETUP
from bot.config import Fault
from bot.texts import LANGUAGES
from rules.actions import Refusal
from rules.ending import Reason
from rules.errors import WhyIllegal
from rules.material import By, Diagonal
from rules.pieces import Color
from rules.presets import PRESETS
from rules.regulation import Code
from rules.regulation.problems import Conflict, Never
from rules.regulation.reading import _TYPES as TYPES
from rules.regulation.schema.game import COMMON, PARAMETERS, DraughtsTable, TrailTable
from rules.slidy import TraceProtection
from rules.tournament.eventrules import Asked, Choice, Missed, Pace, System, ThirdPlace, TieBreak
from rules.tournament.lots import Verdict
from rules.tournament.model import ConsentBy, Phase, Standing
from rules.tournament.refusals import Refusal as EventRefusal
from rules.tournament.signup import BEFORE_START
from rules.variant import Priority
from storage.repositories.events import EventRole
from storage.repositories.games import GameStatus
from tests.texts.running_events import running_events

YES_NO = ("yes", "no")
WHOSE = ("mine", "theirs")
EVENT_SECTIONS = ("tournament", "points", "sign-up", "schedule", "awards")
# Parameters with a value that is a number, a list, or said in a text of their own.
NOT_BY_VALUE = {"size", "rows_of_men", "capture_sign", "capture_priority", "king_moves_in_a_row"}
GAMES_WITHOUT_PLAY = (
    GameStatus.OFFERED,
    GameStatus.DECLINED,
    GameStatus.CANCELLED,
    GameStatus.EXPIRED,
)


def put_together() -> Mapping[str, Iterable[str]]:
    return {
        "button.": ["pdn", "gif", *(f"{a}-{b}" for a in ("accept", "decline") for b in ("draw", "abort"))],
        "button.forget-": YES_NO,
        "button.link-": YES_NO,
        "button.resign-": YES_NO,
        "challenge.": ["declined", "cancelled", "expired"],
        "challenge.wish-": ["white", "black", "random"],
        "choice.": {meaning for p in parameters_of_commands() for meaning in p.choices.values()},
        "color.": values(Color),
        "command.": [command.help_key.removeprefix("command.") for command in COMMANDS],
        "config.": values(Fault),
        "duration.": ["days", "hours", "minutes", "seconds"],
        "force.": [f"{when}{who}" for when in ("", "began-") for who in values(Diagonal)],
        "game.status-": [status.value for status in GAMES_WITHOUT_PLAY],
        "help.subject-": SUBJECTS,
        "language.": LANGUAGES,
        "list.": ["or", "and"],
        "month.": [str(month) for month in range(1, 13)],
        "option.": {*DIFFERENT.values(), FILE, *(p.name for p in parameters_of_commands())},
        "param.": {p.name for p in parameters_of_commands() if not p.choices},
        "reason.": values(Reason),
        "refused.": values(Refusal),
        "result.": ["1-0", "0-1", "1/2-1/2", "1+", "1-"],
        "role.": [
            *({command.role.value for command in COMMANDS} - {Role.ANYONE.value}),
            *(f"{role.value}-{what}" for role in EventRole for what in ("add", "remove")),
        ],
        "setting.": SETTINGS,
        "settings.": [f"{name}-{value}" for name, choices in SETTING_CHOICES.items() for value in choices],
        "telegram.menu-": ["tournament", "regulations"],
        "slash.group-": {command.name.split()[0] for command in COMMANDS if " " in command.name},
        "start.": ["wish", "lot", "younger", "swap"],
        "why.": values(WhyIllegal),
        **regulations(),
        **running_events(),
        **sign_up(),
    }


def parameters_of_commands() -> list[Parameter]:
    return [parameter for command in COMMANDS for parameter in command.parameters]


def sign_up() -> Mapping[str, Iterable[str]]:
    """What is said about an event before it starts, and why it refuses something."""
    asked = [asked.value for asked in Asked]
    return {
        "cli.db.": [
            f"{kind}{about}"
            for kind in ("orphan", "chain", "unreadable", "projection")
            for about in ("", "-event", "-person")
        ],
        "cli.lots.": values(Verdict),
        "consent.adult-": WHOSE,
        "consent.by-": values(ConsentBy),
        "consent.guardian-": WHOSE,
        "consent.self-": WHOSE,
        "event.next-step.": [phase.value for phase in BEFORE_START],
        "event.phase.": values(Phase),
        "event.refused.": values(EventRefusal),
        "event.standing.": values(Standing),
        "join.": ["boy", "girl", *(standing.value for standing in ENTERED)],
        "join.ask-": asked,
        "join.ask-name-": values(Who),
        "join.bad-": ["birth-year", "birth-date", "birth"],
        "join.who-": values(Who),
        "profile.role-": values(EventRole),
        "setup.": SETUP.values(),
        "setup.ask-": values(Choice),
        "signup.": ["applied", "waiting"],
    }


def regulations() -> Mapping[str, Iterable[str]]:
    """The readable text of a regulation, and what can be wrong with one."""
    trail = [dashed(key) for key in TrailTable.model_fields if key != "trace_protection"]
    return {
        "regulation.": [
            *("take-back", "touch"),
            *(f"{what}.{how}" for what in ("agreement", "stop") for how in (*YES_NO, "from")),
            *map(dashed, COMMON),
            *parameters(),
        ],
        "regulation.adjudication.": ["win.allowed", "win.forbidden", "draw.allowed", "draw.forbidden"],
        "regulation.asked.": values(Asked),
        "regulation.choice.": values(Choice),
        "regulation.conflict.": values(Conflict),
        "regulation.count-kings.": ["return-game", "draw"],
        "regulation.diagonal-": [f"{when}.{who}" for when in ("begins", "lasts") for who in values(Diagonal)],
        "regulation.draw.material.": values(By),
        "regulation.draw.": ["no-progress", "no-progress-giving"],
        "regulation.draw.repetition.": ["automatic", "claim"],
        **tournaments(),
        "regulation.ends.": ["no-pieces", "blocked", "resignation", "flag", "deadline", "forfeit"],
        "regulation.hints.": YES_NO,
        "regulation.never.": values(Never),
        "regulation.preset.": PRESETS,
        "regulation.priority.": values(Priority),
        "regulation.problem.": values(Code),
        "regulation.section.": ["game", "ends", "draws", "order", *EVENT_SECTIONS],
        "regulation.system.": values(System),
        "regulation.tie-break.": values(TieBreak),
        "regulation.trail.": trail,
        "regulation.trail.protection.": values(TraceProtection),
        "regulation.type.": {*TYPES.values(), "other", "stated"},
        "regulation.white.": ["lot", "younger"],
    }


def tournaments() -> Mapping[str, Iterable[str]]:
    """The readable text of a tournament part."""
    return {
        "regulation.event.": [
            *("system", "system-choice", "statement", "ground", "place", "asks", "asks-optional"),
            *("organiser-must", "organiser-may"),
            *("match.games", "match.to-wins", "final.games", "final.to-wins"),
        ],
        "regulation.event.annul.": YES_NO,
        "regulation.event.approval.": YES_NO,
        "regulation.event.level.": ["return-game", "replay", "extra"],
        "regulation.event.missed.": values(Missed),
        "regulation.event.open-games.": ["lost"],
        "regulation.event.order.": ["lots", "rating", "sign-up"],
        "regulation.event.pace.": values(Pace),
        "regulation.event.pairing.": ["dutch"],
        "regulation.event.quota.": ["category", "class"],
        "regulation.event.quota-of.": ["category", "class"],
        "regulation.event.stage.": ["category", "class"],
        "regulation.event.third.": values(ThirdPlace),
        "regulation.event.white.": ["order", "lot", "younger"],
    }


def parameters() -> Iterable[str]:
    """Each parameter of a game of draughts with each value that the schema knows and a text tells."""
    for key in PARAMETERS:
        if key not in NOT_BY_VALUE:
            for value in choices(DraughtsTable.model_fields[key].annotation):
                # Captures along the diagonals go without saying.
                if value != "diagonal":
                    yield f"{dashed(key)}.{value}"


def choices(annotation: Any) -> Iterable[str]:
    """The values that a ``Literal`` or a ``bool`` somewhere within ``annotation`` allows."""
    if annotation is bool:
        return YES_NO
    if getattr(annotation, "__origin__", None) is Literal:
        return map(str, get_args(annotation))
    inner = getattr(annotation, "model_fields", {}).get("value")
    parts = [inner.annotation] if inner is not None else get_args(annotation)
    return [value for part in parts for value in choices(part)]


def values(enumeration: Any) -> list[str]:
    return [str(member.value) for member in enumeration]


def dashed(key: str) -> str:
    return key.replace("_", "-")
