"""Greeting and help: what can be done here and now first, everything else by subject."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.buttons import Press, encode_press
from bot.commands.context import Context, Line
from bot.commands.declaration import Command, Kind, Parameter, Role
from bot.commands.record import Status
from bot.commands.registry import COMMANDS
from bot.replies import Button, said
from bot.texts import LANGUAGES

SUBJECTS: Mapping[str, tuple[str, ...]] = {
    "playing": ("play", "accept", "decline", "cancel", "move", "huff", "draw", "resign", "abort"),
    "watching": ("board", "moves", "clock", "games", "game", "pdn", "gif"),
    "tournament": (
        "join",
        "leave",
        "checkin",
        "word",
        "tournament info",
        "pairings",
        "result",
        "standings",
        "bracket",
        "crosstable",
        "withdraw",
        "return",
        "export",
    ),
    "organising": (
        "tournament new",
        "tournament set",
        "tournament open",
        "tournament add",
        "tournament approve",
        "tournament reject",
        "tournament paid",
        "tournament replace",
        "tournament seed",
        "tournament apart",
        "tournament close",
        "tournament lots",
        "tournament start",
        "next",
        "tournament rounds",
        "tournament programme",
        "bye",
        "exclude",
        "undo",
        "diplomas",
        "tournament organiser",
        "tournament arbiter",
        "tournament link",
        "tournament unlink",
        "tournament cancel",
    ),
    "judging": ("forfeit", "adjudicate", "pause", "resume"),
    "bot": (
        "start",
        "help",
        "language",
        "settings",
        "regulations list",
        "regulations show",
        "regulations add",
        "profile",
        "link",
        "unlink",
        "forgetme",
    ),
}
"""every command, under what it is about and in the order in which it is needed"""


@COMMANDS.declare("start", aliases={"pl": ("witaj",), "uk": ("pochaty",), "gl": ("comezar",)}, looks=True)
async def start(ctx: Context, args: Mapping[str, Any]) -> None:
    """Greet, and say what can be done here and now."""
    lines: list[Line] = [said("help.greeting"), *await _now(ctx), said("help.more")]
    ctx.tell(*lines, buttons=(tuple(language_button(language) for language in LANGUAGES),))


async def _now(ctx: Context) -> list[Line]:
    """What this person can do in this chat at this moment."""
    lines: list[Line] = []
    offered = await ctx.games.here(ctx.place.id, Status.OFFERED)
    waiting = [file for file in offered if ctx.speaker.id not in file.challenger.controllers]
    for file in await ctx.my_games():
        key = "help.your-turn" if ctx.turn_of(file) else "help.their-turn"
        lines.append(said(key, code=file.code))
    lines += [said("help.challenge", code=file.code, player=file.challenger.name) for file in waiting[:3]]
    if ctx.place.is_private:
        return lines or [said("help.play-elsewhere")]
    return lines or [said("help.play-first")]


def language_button(language: str) -> Button:
    return Button(said(f"language.{language}"), encode_press(Press("do", argument=f"language {language}")))


@COMMANDS.declare(
    "help",
    Parameter("command", Kind.COMMAND),
    aliases={"pl": ("pomoc",), "uk": ("dopomoha",), "gl": ("axuda",)},
    spoken={"uk": ("допомога",)},
    looks=True,
)
async def help(ctx: Context, args: Mapping[str, Any]) -> None:
    """Name all commands by subject, explain those of one subject in a line each, or one at length."""
    if "command" in args:
        ctx.tell(*_explained(ctx, args["command"]))
        return
    lines: list[Line] = [said("help.title"), *await _now(ctx), said("help.moves")]
    for subject, names in SUBJECTS.items():
        commands = tuple(f"/{name}" for name in names)
        lines.append(said("help.subject", subject=said(f"help.subject-{subject}"), commands=commands))
    lines.append(said("help.one"))
    buttons = [
        Button(said(f"help.subject-{subject}"), encode_press(Press("do", argument=f"help {subject}")))
        for subject in SUBJECTS
    ]
    ctx.tell(*lines, buttons=(tuple(buttons[:3]), tuple(buttons[3:])))


def _explained(ctx: Context, asked: str) -> list[Line]:
    words = asked.removeprefix("/").split()
    subject = SUBJECTS.get(" ".join(words).casefold())
    if subject is not None:
        found = [COMMANDS.with_slash(name.split()) for name in subject]
        return [_line(command[0]) for command in found if command is not None]
    one = COMMANDS.with_slash(words)
    if one is None:
        ctx.refuse("error.unknown-command", command=asked)
    return _at_length(one[0], ctx.speaker.language)


def _line(command: Command) -> Line:
    return said("help.line", usage=command.usage, what=said(command.help_key))


def _at_length(command: Command, language: str) -> list[Line]:
    lines = [_line(command)]
    latin, native = command.aliases.get(language, ()), command.spoken.get(language, ())
    if latin or native:
        lines.append(said("help.aliases", words=(*(f"/{word}" for word in latin), *native)))
    if command.role is not Role.ANYONE:
        lines.append(said(f"role.{command.role.value}"))
    return lines
