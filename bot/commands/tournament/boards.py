"""Games of an event that are played in its chat: opened, stopped, and shown while there is room."""

from __future__ import annotations

from bot.commands.context import Context
from bot.commands.gamefile import GameFile
from bot.commands.games import Sitter
from bot.commands.record import Kind, Status, Terms, WhiteBy
from bot.commands.threads import close_threads, move_to_threads
from bot.commands.tournament.acting import act
from bot.commands.tournament.eventfile import EventFile
from bot.replies import Said, said
from bot.words import by_article
from rules.actions import Pause, Resume, Start
from rules.clock import NO_CLOCK, format_clock
from rules.game import Game
from rules.pieces import Color
from rules.tournament.actions import GameOpened
from rules.tournament.match import NextGame
from rules.tournament.model import EntrantNo

MOST_BOARDS = 8
"""games of an event whose boards are shown in its chat at the same time; of more nobody would find theirs"""
AT_ONCE = 20
"""games that are opened in one transaction, so that moves elsewhere need not wait for a large round"""


def to_open(file: EventFile) -> list[NextGame]:
    """The games due now that can be played in the chat: somebody acts for both sides."""
    return [
        due
        for due in file.event.next_games()
        if due.code is None and file.controllers(due.white) and file.controllers(due.black)
    ]


def shows_boards(file: EventFile) -> bool:
    """Whether the boards of all games that are played at the moment find room in the chat."""
    playing = [due for due in file.event.next_games() if file.controllers(due.white)]
    return len(playing) <= MOST_BOARDS


async def open_game(ctx: Context, file: EventFile, due: NextGame) -> tuple[EventFile, GameFile]:
    """Begin a game of a pairing: nobody has to accept it."""
    clock = format_clock(file.regulation.clock or NO_CLOCK)
    white, black = (
        Sitter(_seat_name(file, number), file.controllers(number)) for number in (due.white, due.black)
    )
    first, *also = dict.fromkeys(file.place_of(number) for number in (due.white, due.black))
    game = await ctx.games.challenge(
        await ctx.in_place(first),
        file.regulation,
        Terms(clock, "white", ctx.now),
        white,
        black,
        event=file.id,
        also=tuple(also),
    )
    game, _ = await ctx.games.append(game, Kind.ACCEPTED, {"white": 0, "by": WhiteBy(due.white_by).value})
    await ctx.games.colour_sides(game)
    game, _ = await ctx.games.act(game, None, Start(clock, has_arbiter=True))
    if file.event.paused_at is not None:
        game, _ = await ctx.games.act(game, None, Pause())
    game = await move_to_threads(ctx, game)
    file, _ = await act(ctx, file, GameOpened(due.board, due.game, game.code))
    return file, game


def _seat_name(file: EventFile, number: EntrantNo) -> str:
    """What an entrant is called at the board: as in public, in signs that every language reads."""
    name = file.name(number)
    if isinstance(name, str):
        return name
    known = name.args.get("name")
    return f"{known} ({number})" if known else f"#{number}"


async def stop(ctx: Context, file: EventFile, codes: tuple[str, ...]) -> list[Said]:
    """Games that count no more, for whatever reason, end here; the board says so. Which have been stopped."""
    stopped = []
    for code in codes:
        game = await ctx.games.by_code(code)
        if game is None or game.record.status in (Status.ANNULLED, Status.ABORTED):
            continue
        was_running = game.record.status is Status.RUNNING
        game, _ = await ctx.games.append(game, Kind.ANNULLED, {})
        if was_running and await _is_shown(ctx, game):
            await ctx.show_board(game)
        what = said("chatgame.stopped" if was_running else "chatgame.annulled", code=code)
        await close_threads(ctx, game, what)
        stopped.append(what)
    return stopped


async def pause_games(ctx: Context, file: EventFile, *, is_paused: bool) -> None:
    """Stop the clocks of all games of the event that are being played here, or let them run again."""
    for due in file.event.next_games():
        game = await ctx.games.by_code(due.code) if due.code is not None else None
        if game is None or game.record.status is not Status.RUNNING or game.game.is_paused is is_paused:
            continue
        game, _ = await ctx.games.act(game, None, Pause() if is_paused else Resume())
        if await _is_shown(ctx, game):
            await ctx.show_board(game)


async def _is_shown(ctx: Context, game: GameFile) -> bool:
    """Whether a message in any of its places shows the board."""
    for place in game.places:
        if await ctx.unit.posted.current(place, game.board_subject) is not None:
            return True
    return False


def colours(file: EventFile, white_by: str, article: str) -> Said:
    """Why White has White, as the second half of a sentence; the article of age says nothing of the lot."""
    rule = file.event.white
    if white_by == "lot" and (rule.by, rule.article) == ("younger", article):
        return said("colours.lot-no-age", rule=by_article(said("colours.younger"), article))
    return by_article(said(f"colours.{white_by}"), article)


def has_moved(game: Game, color: Color) -> bool:
    """Whether a side has made a move: without one it has not come to the game."""
    return any(played.color is color for played in game.moves)
