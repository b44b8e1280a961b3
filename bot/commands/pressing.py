"""Buttons: what a press means. A press does the same as the words for it, for whoever presses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.buttons import ANY_VERSION, Press
from bot.commands import accounts, announce, challenge, helping, moderation, playing, privacy
from bot.commands.acting import do
from bot.commands.context import Context
from bot.commands.gamefile import GameFile
from bot.commands.rights import need_name
from bot.commands.tournament import creating, joining, linking, reporting, settings
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.privacy import withdraw_consent
from rules.actions import Huff, Play
from rules.errors import MoveError
from rules.pieces import Color


async def press(ctx: Context, pressed: Press) -> None:
    """Carry a press out. One made for an older state of its game is told so and changes nothing."""
    if (of_person := ON_PEOPLE.get(pressed.verb)) is not None:
        await of_person(ctx, pressed)
        return
    if (of_event := ON_EVENTS.get(pressed.verb)) is not None:
        await of_event(ctx, pressed)
        return
    handler = ON_GAMES.get(pressed.verb)
    allowed = _ARGUMENTS.get(pressed.verb)
    if handler is None or (allowed is not None and pressed.argument not in allowed):
        ctx.refuse("error.unknown-button")
    file = await ctx.game(pressed.code)
    if pressed.version not in (ANY_VERSION, file.version) and pressed.verb not in _ON_CHALLENGES:
        ctx.refuse("error.stale-button")
    try:
        await handler(ctx, file, pressed.argument)
    except MoveError:
        ctx.refuse("error.unknown-button")


async def _accept(ctx: Context, file: GameFile, argument: str) -> None:
    await challenge.accept(ctx, {"game": file.code})


async def _decline(ctx: Context, file: GameFile, argument: str) -> None:
    await challenge.decline(ctx, {"game": file.code})


async def _cancel(ctx: Context, file: GameFile, argument: str) -> None:
    await challenge.cancel(ctx, {"game": file.code})


async def _piece(ctx: Context, file: GameFile, argument: str) -> None:
    """Looking at where a piece may go, which binds to nothing."""
    ctx.on_turn(file)
    square = file.regulation.play.game_type.parse_square(argument)
    await ctx.show_board(file, selected=square, here=True)


async def _back(ctx: Context, file: GameFile, argument: str) -> None:
    ctx.on_turn(file)
    await ctx.show_board(file, here=True)


async def _play(ctx: Context, file: GameFile, argument: str) -> None:
    by, game = ctx.on_turn(file), file.game
    moves = dict(enumerate(announce.offered_moves(game)))
    if not argument.isdecimal() or int(argument) not in moves:
        ctx.refuse("error.unknown-button")
    await do(ctx, file, by, Play(game.rules.game_type.format_move(game.position, moves[int(argument)])))


async def _huff(ctx: Context, file: GameFile, argument: str) -> None:
    await do(ctx, file, ctx.on_turn(file), Huff(argument))


async def _draw(ctx: Context, file: GameFile, argument: str) -> None:
    await playing.draw(ctx, {"game": file.code, **({"answer": argument} if argument else {})})


async def _abort(ctx: Context, file: GameFile, argument: str) -> None:
    await playing.abort(ctx, {"game": file.code, **({"answer": argument} if argument else {})})


async def _resign(ctx: Context, file: GameFile, argument: str) -> None:
    file = await ctx.my_game(file.code, "resign")
    if argument:
        answer, side = argument.split()
        await playing.answer_resign(ctx, file, answer, Color(side))
    else:
        playing.ask_to_resign(ctx, file)


async def follow_link(ctx: Context, payload: str) -> None:
    """Go where a link into the private chat leads: ``join_K7R2`` to signing up, others to a greeting."""
    what, _, code = payload.partition("_")
    file = await ctx.events.by_code(code) if what in _LINKS and code else None
    if file is None:
        await helping.start(ctx, {})
        return
    need_name(ctx)
    await _LINKS[what](ctx, file)


async def _forget(ctx: Context, pressed: Press) -> None:
    await privacy.answer_forget(ctx, pressed.argument)


async def _start(ctx: Context, pressed: Press) -> None:
    await follow_link(ctx, f"{pressed.argument}_{pressed.code}")


async def _new(ctx: Context, pressed: Press) -> None:
    await creating.choose_regulation(ctx, pressed.argument)


async def _later(ctx: Context, pressed: Press) -> None:
    file = await ctx.events.by_code(pressed.code)
    if file is None:
        ctx.refuse("error.unknown-button")
    await settings.put_off(ctx, file, pressed.argument)


async def _join(ctx: Context, pressed: Press) -> None:
    await joining.press_join(ctx, pressed.code)


async def _ask(ctx: Context, pressed: Press) -> None:
    await joining.press_answer(ctx, pressed.code, pressed.version, pressed.argument)


async def _unlink(ctx: Context, pressed: Press) -> None:
    await linking.press_unlink(ctx, pressed)


async def _consent(ctx: Context, pressed: Press) -> None:
    await withdraw_consent(ctx, pressed.code, pressed.argument)


async def _confirm(ctx: Context, pressed: Press) -> None:
    await reporting.confirm(ctx, pressed)


_LINKS: Mapping[str, Callable[[Context, EventFile], Awaitable[None]]] = {"join": joining.begin}

ON_PEOPLE: Mapping[str, Callable[[Context, Press], Awaitable[None]]] = {
    "forget": _forget,
    "link": accounts.answer_link,
}

ON_EVENTS: Mapping[str, Callable[[Context, Press], Awaitable[None]]] = {
    "start": _start,
    "new": _new,
    "setup": _later,
    "join": _join,
    "ask": _ask,
    "confirm": _confirm,
    "consent": _consent,
    "unlink": _unlink,
}

ON_GAMES: Mapping[str, Callable[[Context, GameFile, str], Awaitable[None]]] = {
    "accept": _accept,
    "decline": _decline,
    "cancel": _cancel,
    "piece": _piece,
    "back": _back,
    "play": _play,
    "huff": _huff,
    "draw": _draw,
    "abort": _abort,
    "resign": _resign,
    "decide": moderation.decide_by_button,
}

_ON_CHALLENGES = ("accept", "decline", "cancel")
"""a challenge does not change but by being over, which these say themselves"""
_ANSWERS = ("accept", "decline")
_ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "draw": ("", *_ANSWERS),
    "abort": _ANSWERS,
    "resign": ("", *(f"{answer} {side.value}" for answer in ("yes", "no") for side in Color)),
    "decide": ("draw", *(side.value for side in Color)),
}
"""what a button can say besides its verb; the others name squares and moves, which the game reads"""
