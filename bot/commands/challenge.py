"""From a challenge to the first move: ``/play`` and the answers to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from bot.buttons import Press, encode_press, fits
from bot.commands import announce
from bot.commands.acting import announce_end
from bot.commands.context import Context
from bot.commands.declaration import Kind, Parameter
from bot.commands.gamefile import GameFile
from bot.commands.games import Sitter
from bot.commands.grammar import COLOURS
from bot.commands.people import shown_name
from bot.commands.record import Kind as Entry
from bot.commands.record import Status, Terms, WhiteBy
from bot.commands.registry import COMMANDS
from bot.commands.rights import need_permissions
from bot.commands.threads import move_to_threads, say_start
from bot.replies import Button, said
from rules.actions import Start
from rules.clock import NO_CLOCK, ClockSettings, format_clock

if TYPE_CHECKING:
    from rules.regulation import Regulation

LIFETIME = timedelta(days=1)
"""how long a challenge waits for an answer"""
MOST_OFFERS = 10
"""challenges of one person that may wait in one place"""


@COMMANDS.declare(
    "play",
    Parameter("opponent", Kind.PERSON),
    Parameter("clock", Kind.CLOCK),
    Parameter("colour", Kind.CHOICE, choices=COLOURS),
    Parameter("regulation", Kind.REGULATION),
    aliases={"pl": ("zagraj", "graj"), "uk": ("hraty",), "gl": ("xogar",)},
    spoken={"uk": ("грати",)},
)
async def play(ctx: Context, args: Mapping[str, Any]) -> None:
    """Challenge somebody, or whoever likes, in a chat where they can see it."""
    need_permissions(ctx)
    if ctx.place.is_private:
        ctx.refuse("challenge.alone")
    opponent = await _opponent(ctx, args)
    regulation = await _regulation(ctx, args)
    if regulation is None:
        return
    offered = await ctx.games.here(ctx.place.home, Status.OFFERED)
    waiting = [file for file in offered if ctx.speaker.id in file.challenger.controllers]
    if len(waiting) >= MOST_OFFERS:
        ctx.refuse("challenge.too-many", count=len(waiting))
    clock: ClockSettings = args.get("clock") or regulation.clock or NO_CLOCK
    terms = Terms(format_clock(clock), args.get("colour", "random"), ctx.now + LIFETIME)
    challenger = Sitter(ctx.speaker.name, frozenset((ctx.speaker.id,)))
    chat = await ctx.in_place(ctx.place.home)
    file = await ctx.games.challenge(chat, regulation, terms, challenger, opponent)
    await _show_challenge(ctx, file)


async def _opponent(ctx: Context, args: Mapping[str, Any]) -> Sitter:
    """Who is challenged: somebody the bot has met, a name it has not, or whoever likes."""
    username = args.get("opponent")
    if username is None:
        return Sitter()
    account = await ctx.people.named(ctx.input, username)
    if account is None:
        return Sitter(f"@{username}", invited=username)
    if account.person == ctx.speaker.id:
        ctx.refuse("challenge.yourself")
    name = await ctx.people.name_of(account.person) or _shown(ctx, account.external)
    return Sitter(name, frozenset((account.person,)))


def _shown(ctx: Context, account: str) -> str:
    """The name that a chat shows for an account which the speaker points at."""
    pointed_at = (*ctx.input.mentions, *filter(None, (ctx.input.answered,)))
    return next((shown_name(who.name) for who in pointed_at if who.account == account), "")


async def _regulation(ctx: Context, args: Mapping[str, Any]) -> Regulation | None:
    """The regulation named, or the chat's usual one; otherwise the choice is offered and None returned."""
    name = args.get("regulation") or ctx.place.settings.regulation
    if name:
        return await ctx.regulation(name)
    rest = [f"@{args['opponent']}"] if "opponent" in args else []
    rest += [format_clock(args["clock"])] if "clock" in args else []
    rest += [args["colour"]] if "colour" in args else []
    library, loaded = ctx.services.library, await ctx.loaded()
    names = {id: library.get(id).names for id in library.ids} | {id: loaded[id].names for id in loaded}
    presses = {id: Press("do", argument=" ".join(["play", id, *rest])) for id in names}
    labels = {id: names[id].get(ctx.speaker.language) or names[id]["en"] for id in names}
    alike = {label for label, count in Counter(labels.values()).items() if count > 1}
    too_long = [said("regulation.listed", id=id, name=names[id]) for id in names if not fits(presses[id])]
    ctx.tell(
        said("challenge.which-regulation"),
        *too_long,
        buttons=tuple(
            (Button(f"{labels[id]} ({id})" if labels[id] in alike else labels[id], encode_press(press)),)
            for id, press in presses.items()
            if fits(press)
        ),
    )
    return None


async def _show_challenge(ctx: Context, file: GameFile) -> None:
    answers = [("accept", "button.accept")]
    answers.append(("decline", "button.decline") if file.challenged.name else ("cancel", "button.cancel"))
    buttons = tuple(
        Button(said(label), encode_press(Press(verb, file.code, file.version))) for verb, label in answers
    )
    lines = announce.challenge_lines(file)
    place = await ctx.in_place(file.row.place)
    ctx.say(
        *lines,
        buttons=(buttons,),
        subject=f"challenge:{file.code}",
        place=place,
        calls=await ctx.people.reached(place, file.challenged.controllers),
    )


async def close(ctx: Context, file: GameFile, kind: Entry, **names: Any) -> None:
    """End a challenge that was not accepted; a name that was only invited by it is forgotten."""
    kept = file if file.challenged.invited is None else await ctx.games.uninvite(file)
    await ctx.games.append(kept, kind, {})
    await _say_closed(ctx, file, f"challenge.{kind.value}", **names)


async def _say_closed(ctx: Context, file: GameFile, key: str, **names: Any) -> None:
    """Say under the challenge what became of it, and take its buttons away."""
    first, *_ = announce.challenge_lines(file)
    await ctx.say_in_game(file, first, said(key, **names), subject=f"challenge:{file.code}")


@COMMANDS.declare(
    "accept",
    Parameter("game", Kind.GAME),
    aliases={"pl": ("przyjmij",), "uk": ("pryiniaty",), "gl": ("aceptar",)},
    spoken={"uk": ("прийняти",)},
)
async def accept(ctx: Context, args: Mapping[str, Any]) -> None:
    """Take a challenge up: the game begins."""
    need_permissions(ctx)
    file = await _offered(ctx, args, lambda file: _can_accept(ctx, file), "accept", "challenge.none-for-you")
    if ctx.speaker.id in file.challenger.controllers:
        ctx.refuse("challenge.your-own")
    if not _can_accept(ctx, file):
        ctx.refuse("challenge.for-another", opponent=file.challenged.name)
    file = await ctx.games.take_seat(file, ctx.speaker)
    await _say_closed(ctx, file, "challenge.accepted", opponent=file.challenged.name)
    await begin(ctx, file)


def _is_challenged(ctx: Context, file: GameFile) -> bool:
    """Whether the challenge is meant for the speaker, by account or by name."""
    seat, username = file.challenged, ctx.speaker.username
    if seat.invited is None or username is None or seat.platform != ctx.input.place.platform:
        return ctx.speaker.id in seat.controllers
    return seat.invited.casefold() == username.casefold()


def _can_accept(ctx: Context, file: GameFile) -> bool:
    is_open = not file.challenged.controllers and file.challenged.invited is None
    return _is_challenged(ctx, file) or (is_open and ctx.speaker.id not in file.challenger.controllers)


async def begin(ctx: Context, file: GameFile) -> None:
    """Settle the colours of an accepted challenge and set the clocks going."""
    white, by = _colours(ctx, file)
    file, _ = await ctx.games.append(file, Entry.ACCEPTED, {"white": white, "by": by.value})
    place = await ctx.in_place(file.row.place)
    start = Start(file.record.terms.clock, has_arbiter=place.settings.arbiter == "yes")
    await ctx.games.colour_sides(file)
    file, _ = await ctx.games.act(file, None, start)
    file = await move_to_threads(ctx, file)
    await say_start(ctx, file)
    await ctx.show_board(file, calls=True)
    await announce_end(ctx, file)


def _colours(ctx: Context, file: GameFile) -> tuple[int, WhiteBy]:
    """The seat that gets White, and why.

    A return game swaps the colours of the game before it. Where the younger player has White, ages decide
    only if both are known, and a game between two people in a chat never asks for them: then lots do.
    """
    terms = file.record.terms
    if terms.wish == "random":
        return ctx.lots.choice((0, 1)), WhiteBy.LOT
    by = WhiteBy.SWAP if terms.returns is not None else WhiteBy.WISH
    return (0 if terms.wish == "white" else 1), by


@COMMANDS.declare(
    "decline",
    Parameter("game", Kind.GAME),
    aliases={"pl": ("odrzuc",), "uk": ("vidkhylyty",), "gl": ("rexeitar",)},
    spoken={"pl": ("odrzuć",), "uk": ("відхилити",)},
)
async def decline(ctx: Context, args: Mapping[str, Any]) -> None:
    """Turn a challenge down."""

    def is_mine(file: GameFile) -> bool:
        return _is_challenged(ctx, file)

    file = await _offered(ctx, args, is_mine, "decline", "challenge.none-for-you")
    if not is_mine(file):
        ctx.refuse("challenge.not-yours-to-decline")
    await close(ctx, file, Entry.DECLINED, opponent=file.challenged.name)


@COMMANDS.declare(
    "cancel",
    Parameter("game", Kind.GAME),
    aliases={"pl": ("anuluj",), "uk": ("skasuvaty",), "gl": ("cancelar",)},
    spoken={"uk": ("скасувати",)},
)
async def cancel(ctx: Context, args: Mapping[str, Any]) -> None:
    """Take a challenge of one's own back."""

    def is_mine(file: GameFile) -> bool:
        return ctx.speaker.id in file.challenger.controllers

    file = await _offered(ctx, args, is_mine, "cancel", "challenge.none-of-yours")
    if not is_mine(file):
        ctx.refuse("challenge.not-yours-to-cancel", player=file.challenger.name)
    await close(ctx, file, Entry.CANCELLED)


async def _offered(
    ctx: Context, args: Mapping[str, Any], fits_me: Callable[[GameFile], bool], command: str, none: str
) -> GameFile:
    """The challenge that is meant: the one named, or the only one that fits."""
    if "game" in args:
        file = await ctx.game(args["game"])
        if file.record.status is not Status.OFFERED:
            ctx.refuse("challenge.over", code=file.code)
        return file
    fitting = [file for file in await ctx.games.here(ctx.place.home, Status.OFFERED) if fits_me(file)]
    if not fitting:
        ctx.refuse(none)
    return ctx.only(fitting, command)


async def expire(ctx: Context, file: GameFile) -> None:
    """Nobody has answered in time."""
    await close(ctx, file, Entry.EXPIRED)


async def return_game(ctx: Context, before: GameFile) -> None:
    """The return game after an equal count of kings: the same players, colours swapped, nothing to accept."""
    first, second = (
        Sitter(seat.name if isinstance(seat.name, str) else "", seat.controllers) for seat in before.seats
    )
    wish = "black" if before.record.white == 0 else "white"
    terms = Terms(before.record.terms.clock, wish, ctx.now + LIFETIME, returns=before.code)
    chat = await ctx.in_place(before.row.place)
    file = await ctx.games.challenge(chat, before.regulation, terms, first, second)
    await begin(ctx, file)
