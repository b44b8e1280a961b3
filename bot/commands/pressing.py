"""Buttons: what a press means. A press does the same as the words for it, for whoever presses."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.buttons import ANY_VERSION, Press
from bot.commands import announce, challenge, moderation, playing, privacy
from bot.commands.acting import do
from bot.commands.context import Context
from bot.commands.gamefile import GameFile
from bot.commands.record import Status
from bot.replies import said
from rules.actions import Huff, Play


async def press(ctx: Context, pressed: Press) -> None:
    """Carry a press out. One made for an older state of its game is told so and changes nothing."""
    if pressed.verb == "forget":
        await privacy.answer_forget(ctx, pressed.argument)
        return
    handler = _ON_GAMES.get(pressed.verb)
    if handler is None:
        ctx.refuse("error.unknown-button")
    file = await ctx.game(pressed.code)
    if pressed.version not in (ANY_VERSION, file.version):
        ctx.refuse("error.stale-button")
    await handler(ctx, file, pressed.argument)


async def _accept(ctx: Context, file: GameFile, argument: str) -> None:
    await challenge.accept(ctx, {"game": file.code})


async def _decline(ctx: Context, file: GameFile, argument: str) -> None:
    await challenge.decline(ctx, {"game": file.code})


async def _cancel(ctx: Context, file: GameFile, argument: str) -> None:
    await challenge.cancel(ctx, {"game": file.code})


async def _piece(ctx: Context, file: GameFile, argument: str) -> None:
    """Looking at where a piece may go, which binds to nothing."""
    _on_turn(ctx, file)
    await ctx.show_board(file, selected=file.regulation.play.game_type.parse_square(argument))


async def _back(ctx: Context, file: GameFile, argument: str) -> None:
    _on_turn(ctx, file)
    await ctx.show_board(file)


async def _play(ctx: Context, file: GameFile, argument: str) -> None:
    _on_turn(ctx, file)
    game = file.record.game
    moves = announce.offered_moves(game) if game is not None else ()
    if game is None or not argument.isdigit() or int(argument) >= len(moves):
        ctx.refuse("error.unknown-button")
    text = game.rules.game_type.format_move(game.position, moves[int(argument)])
    await do(ctx, file, game.turn, Play(text))


async def _huff(ctx: Context, file: GameFile, argument: str) -> None:
    _on_turn(ctx, file)
    game = file.record.game
    await do(ctx, file, game.turn if game is not None else None, Huff(argument))


async def _draw(ctx: Context, file: GameFile, argument: str) -> None:
    await playing.draw(ctx, {"game": file.code, **({"answer": argument} if argument else {})})


async def _abort(ctx: Context, file: GameFile, argument: str) -> None:
    await playing.abort(ctx, {"game": file.code, **({"answer": argument} if argument else {})})


async def _resign(ctx: Context, file: GameFile, argument: str) -> None:
    file = await ctx.my_game(file.code, "resign")
    if argument:
        await playing.answer_resign(ctx, file, argument)
    else:
        playing.ask_to_resign(ctx, file)


_ON_GAMES: Mapping[str, Callable[[Context, GameFile, str], Awaitable[None]]] = {
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


def _on_turn(ctx: Context, file: GameFile) -> None:
    """Only the player on turn can press what is under a board."""
    game = file.record.game
    if game is None or file.record.status is not Status.RUNNING:
        ctx.refuse("refused.not-running", code=file.code)
    if not file.is_player(ctx.speaker.id):
        ctx.refuse_with(said("refused.not-a-player", code=file.code))
    if not ctx.turn_of(file):
        ctx.refuse("refused.not-your-turn", player=file.name(game.turn))
