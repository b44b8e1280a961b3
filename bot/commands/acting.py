"""One action in a running game: carried out, stored, and told to the chat."""

from __future__ import annotations

from bot.buttons import ANY_VERSION, Press, encode_press
from bot.commands import announce, errors
from bot.commands.context import Context, Line, Rows
from bot.commands.gamefile import GameFile
from bot.commands.record import Status
from bot.commands.threads import close_threads, say_end
from bot.commands.tournament.incoming import called_off, game_ended, lock_if_over
from bot.replies import Button, Said, said
from bot.words import by_article
from rules.actions import Action, Flag
from rules.errors import ActionRefused
from rules.happenings import Aborted, AbortOffered, ArbiterCalled, Case, DrawOffered, Ended, Happening
from rules.pieces import Color

RETURN_GAME = "return-game"
"""kind of the job that opens the return game after a draw by kings"""


async def do(ctx: Context, file: GameFile, by: Color | None, action: Action, reason: str = "") -> GameFile:
    """Take an action for ``by`` (None: the arbiter, or the bot itself) and tell the chat what came of it.

    A player who comes after the fall of their flag loses by it, whatever they wanted. Raises MoveError;
    whatever else the state of the game does not allow is refused.
    """
    game = file.record.game
    if by is not None and game is not None and not game.is_over and game.clock.is_up(ctx.at(file)):
        return await fall_of_flag(ctx, file)
    await lock_if_over(ctx, file, by, action)
    try:
        changed, happened = await ctx.games.act(file, by, action, reason)
    except ActionRefused as error:
        ctx.refuse_with(errors.refused(file, error))
    lines = [line for what in happened if (line := announce.happening_line(changed, what)) is not None]
    if by is None and ctx.is_by_somebody and not isinstance(action, Flag):
        lines.append(_decision_line(ctx, changed, reason))
    await tell(ctx, changed, happened, lines)
    return changed


async def fall_of_flag(ctx: Context, file: GameFile) -> GameFile:
    """The time of the player on turn is up."""
    await lock_if_over(ctx, file, None, Flag())
    changed, happened = await ctx.games.act(file, None, Flag())
    await tell(ctx, changed, happened, [])
    return changed


def _decision_line(ctx: Context, file: GameFile, reason: str) -> Said:
    if not reason:
        return said("arbiter.decided", arbiter=ctx.speaker.name, code=file.code)
    return said("arbiter.decided-why", arbiter=ctx.speaker.name, code=file.code, reason=reason)


async def tell(ctx: Context, file: GameFile, happened: tuple[Happening, ...], lines: list[Said]) -> None:
    """Say what happened, show the board, and announce the result if there is one."""
    if lines:
        await ctx.say_in_game(file, *lines, buttons=_answers(file, happened))
    await ctx.show_board(file)
    ended = next((what for what in happened if isinstance(what, Ended)), None)
    if ended is not None:
        await announce_end(ctx, file)
    if any(isinstance(what, Aborted) for what in happened):
        await close_threads(ctx, file, said("game.aborted"))
        if file.row.event is not None:
            await called_off(ctx, file)


async def announce_end(ctx: Context, file: GameFile) -> None:
    """The result as a message of its own; after an equal count of kings the return game is prepared.

    In an event the event itself knows what comes next.
    """
    game = file.record.game
    if game is None or game.outcome is None or file.record.status is not Status.ENDED:
        return
    title = said("end.title", code=file.code, white=file.name(Color.WHITE), black=file.name(Color.BLACK))
    lines: list[Line] = [title, announce.outcome_line(file, game.outcome)]
    kings = file.regulation.play.count_kings
    if (
        file.row.event is None
        and kings is not None
        and kings.return_game
        and game.outcome.kings is not None
        and game.outcome.winner is None
    ):
        lines.append(by_article(said("end.return-game"), kings.equal_article))
        await ctx.unit.jobs.add(
            RETURN_GAME, ctx.now, subject=file.row.subject, key=f"{RETURN_GAME}:{file.id}"
        )
    files = tuple(
        Button(
            said(f"button.{command}"), encode_press(Press("do", file.code, argument=f"{command} {file.code}"))
        )
        for command in ("pdn", "gif")
    )
    if file.row.event is not None:
        await game_ended(ctx, file, lines, (files,))
    else:
        await say_end(ctx, file, *lines, buttons=(files,))


def _answers(file: GameFile, happened: tuple[Happening, ...]) -> Rows:
    """The buttons under a notice: the answers to an offer, or what the arbiter may decide."""
    for what in happened:
        match what:
            case DrawOffered():
                return (_pair(file, "draw"),)
            case AbortOffered():
                return (_pair(file, "abort"),)
            case ArbiterCalled(case, _, against):
                is_loss = case is Case.IMPOSSIBLE_MOVES and against is not None
                argument = against.value if is_loss and against is not None else "draw"
                label = said("button.declare-loss") if is_loss else said("button.declare-draw")
                # the loss stays due whatever is played meanwhile, the draw is one of this position
                version = ANY_VERSION if is_loss else file.version
                return ((Button(label, encode_press(Press("decide", file.code, version, argument))),),)
    return ()


def _pair(file: GameFile, verb: str) -> tuple[Button, ...]:
    return tuple(
        Button(said(f"button.{answer}-{verb}"), encode_press(Press(verb, file.code, file.version, answer)))
        for answer in ("accept", "decline")
    )
