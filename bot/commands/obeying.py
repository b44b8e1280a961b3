"""What an input says: a command, a press, a bare move, an answer, or nothing that is meant for the bot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.buttons import decode_press
from bot.chats.port import Input
from bot.commands import (  # noqa: F401  (they declare their commands)
    about,
    accounts,
    challenge,
    helping,
    moderation,
    viewing,
)
from bot.commands.about import LONGEST_FILE_NAME
from bot.commands.context import Context, Refusal
from bot.commands.declaration import Command, Kind, Role
from bot.commands.grammar import LONGEST_LINE, GrammarError, read_arguments, read_typed, takes_shape
from bot.commands.playing import bare_move
from bot.commands.pressing import follow_link, press
from bot.commands.refusal import Overheard
from bot.commands.registry import COMMANDS
from bot.commands.rights import need_name
from bot.commands.tournament import (  # noqa: F401
    creating,
    departing,
    exporting,
    joining,
    leaving,
    linking,
    looking,
    managing,
    opening,
    pairing,
    reporting,
    settings,
    starting,
)
from bot.commands.tournament.talking import answer_question
from bot.letters import one_line
from bot.replies import said
from rules.notation import looks_like_move


def asked_for(input: Input) -> str:
    """What an input asks for, in a word that is no person's own: a command, a press, or plain text."""
    if input.press is not None:
        return "press"
    found = COMMANDS.with_slash(input.text[1:].split()[:2]) if input.text.startswith("/") else None
    return "text" if found is None else found[0].name


async def obey(ctx: Context) -> None:
    """Read one input and do what it says."""
    input = ctx.input
    if input.press is not None:
        pressed = decode_press(input.press)
        if pressed is None:
            ctx.refuse("error.unknown-button")
        if pressed.verb != "do":
            need_name(ctx)
            await press(ctx, pressed)
            return
        text = f"/{pressed.argument}"
    else:
        text = one_line(input.text)
    if max(map(len, (text, *(input.typed or {}).values()))) > LONGEST_LINE:
        if text.startswith("/") or ctx.place.is_private:
            ctx.refuse("error.too-long", limit=LONGEST_LINE)
        return
    if text.startswith("/"):
        await _run_line(ctx, text[1:].split(), input.typed)
    elif input.upload is not None and not text:
        if input.upload.name.lower().endswith(".toml"):
            await _run_line(ctx, ["regulations", "add"])
        elif ctx.place.is_private:
            ctx.refuse("regulations.other-file", name=one_line(input.upload.name)[:LONGEST_FILE_NAME])
    elif text and await answer_question(ctx, text):
        return
    elif not await _obey_plain(ctx, text) and ctx.place.is_private and text:
        ctx.refuse("error.not-understood")


async def _obey_plain(ctx: Context, text: str) -> bool:
    """A bare move or a native word; whether the text was either and no conversation."""
    if looks_like_move(text) and await bare_move(ctx, text):
        return True
    words = text.split()
    found = COMMANDS.without_slash(words) if words else None
    if found is None:
        return False
    try:
        arguments = read_arguments(*found, otherwise=_answered(ctx, found[0]))
    except GrammarError:
        return False
    try:
        await _run(ctx, found[0], arguments)
    except Refusal:
        if ctx.place.is_private or (takes_shape(*found) and await ctx.my_games()):
            raise
        raise Overheard from None
    return True


async def _run_line(ctx: Context, words: list[str], typed: Mapping[str, str] | None = None) -> None:
    """A command with its slash; ``/play@damka_bot`` is the same as ``/play``.

    ``typed`` are its arguments where the chat has asked for each on its own.
    """
    if words:
        words[0] = words[0].partition("@")[0]
    if len(words) == 2 and words[0].casefold() == "start":
        await follow_link(ctx, words[1])
        return
    found = COMMANDS.with_slash(words) if words else None
    if found is None:
        if longer := COMMANDS.beginning(words[0]) if words else ():
            ctx.refuse("error.more-words", commands=tuple(f"/{command.name}" for command in longer))
        ctx.refuse("error.unknown-command", command="/" + " ".join(words[:1]))
    command, rest = found
    usual = _answered(ctx, command)
    try:
        if typed is None:
            arguments = read_arguments(command, rest, usual)
        else:
            arguments = read_typed(command, typed, usual)
    except GrammarError as error:
        key = "error.unknown-word" if error.word else "error.missing-word"
        ctx.refuse(key, word=error.word, usage=command.usage)
    await _run(ctx, command, arguments)


def _answered(ctx: Context, command: Command) -> dict[str, str]:
    """Under a person's message that person is meant wherever one can be named."""
    who = ctx.input.answered
    if who is None or who.account == ctx.input.speaker.account:
        return {}
    return {parameter.name: who.account for parameter in command.parameters if parameter.kind is Kind.PERSON}


async def _run(ctx: Context, command: Command, arguments: dict[str, Any]) -> None:
    if not command.looks:
        need_name(ctx)
    if command.role is Role.CHAT_ADMIN and not ctx.is_admin:
        ctx.refuse("refused.not-an-admin")
    await command.handler(ctx, arguments)


async def say_no(ctx: Context, refusal: Refusal) -> None:
    """Answer with the sentence of a refusal, and nothing else."""
    if ctx.input.press is not None and not refusal.buttons and refusal.asks is None:
        ctx.notice(refusal.what)
    else:
        ctx.tell(refusal.what, buttons=refusal.buttons, asks=refusal.asks)


async def say_nothing(ctx: Context) -> None:
    """The input is noted as handled, no more."""


async def say_sorry(ctx: Context) -> None:
    """It is our fault."""
    await say_no(ctx, Refusal(said("error.ours")))
