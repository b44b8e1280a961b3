"""Looking at games: boards, moves, clocks, lists, and the game as a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.buttons import Press, encode_press
from bot.commands import announce
from bot.commands.context import Context, Line
from bot.commands.declaration import Kind, Parameter
from bot.commands.gamefile import GameFile
from bot.commands.record import Status
from bot.commands.registry import COMMANDS
from bot.commands.transcript import animation_of, pdn_of
from bot.replies import Button, Document, Verbatim, said
from bot.words import by_article, clock_name
from rules.pieces import Color

VIEWS = {
    **dict.fromkeys(("flip", "obróć", "obroc", "поверни", "xirar"), "flip"),
    **dict.fromkeys(("text", "tekst", "текст", "texto"), "text"),
}
MOST_LISTED = 20


@COMMANDS.declare(
    "moves",
    Parameter("game", Kind.GAME),
    aliases={"pl": ("ruchy",), "uk": ("khody",), "gl": ("xogadas",)},
    spoken={"uk": ("ходи",)},
    looks=True,
)
async def moves(ctx: Context, args: Mapping[str, Any]) -> None:
    """List the legal moves, where that gives nothing away."""
    file = await ctx.seen_game(args.get("game"), "moves")
    game = file.record.game
    if game is None or game.is_over:
        ctx.refuse("refused.not-running", code=file.code)
    if not game.rules.hints:
        ctx.refuse_with(by_article(said("refused.no-hints"), game.rules.huff_article))
    format_move, position = game.rules.game_type.format_move, game.position
    listed = tuple(format_move(position, move) for move in position.legal_moves())
    ctx.tell(said("game.moves", player=file.name(game.turn), moves=listed))


@COMMANDS.declare(
    "board",
    Parameter("game", Kind.GAME),
    Parameter("view", Kind.CHOICE, choices=VIEWS),
    aliases={"pl": ("plansza", "warcabnica"), "uk": ("doshka",), "gl": ("taboleiro",)},
    spoken={"uk": ("дошка",)},
    looks=True,
)
async def board(ctx: Context, args: Mapping[str, Any]) -> None:
    """Show the board anew, from the other side, or in characters."""
    view = args.get("view")
    file = await ctx.seen_game(args.get("game"), " ".join(["board", view] if view else ["board"]))
    picture = announce.board_picture(file, ctx.place.settings)
    lines: tuple[Line, ...] = announce.board_lines(file, ctx.at(file))
    if view == "text":
        from bot.pictures.scene import text_picture

        ctx.tell(*lines, Verbatim(text_picture(picture), fixed_width=True))
        return
    if view == "flip":
        other = Color(picture.viewed_by).opponent.value
        picture = announce.board_picture(file, ctx.place.settings, viewed_by=other)
        ctx.say(*lines, picture=picture)
        return
    if ctx.place.id in file.places:
        ctx.say(
            *lines,
            picture=picture,
            buttons=announce.board_buttons(file),
            subject=file.board_subject,
            afresh=True,
        )
    else:
        ctx.say(*lines, picture=picture)


@COMMANDS.declare(
    "clock",
    Parameter("game", Kind.GAME),
    aliases={"pl": ("zegar",), "uk": ("hodynnyk",), "gl": ("reloxo",)},
    spoken={"uk": ("годинник",)},
    looks=True,
)
async def clock(ctx: Context, args: Mapping[str, Any]) -> None:
    """Say how much time is left."""
    file = await ctx.seen_game(args.get("game"), "clock")
    game = file.record.game
    if game is None:
        ctx.refuse("refused.not-begun", code=file.code)
    settings = game.clock.settings
    lines: list[Line] = [said("clock.settings", code=file.code, clock=clock_name(settings))]
    at = ctx.at(file)
    if not settings.is_none:
        for color in Color:
            lines.append(said("clock.left", player=file.name(color), left=game.clock.remaining(color, at)))
    ctx.say(*lines)


@COMMANDS.declare(
    "games",
    aliases={"pl": ("partie",), "uk": ("partii",), "gl": ("partidas",)},
    spoken={"uk": ("партії",)},
    looks=True,
)
async def games(ctx: Context, args: Mapping[str, Any]) -> None:
    """List what is played and offered here; to somebody alone all that they play."""
    if ctx.place.is_private:
        files = await ctx.games.everywhere(ctx.speaker.id)
        none, title = said("games.none-of-yours"), said("games.yours")
    else:
        files = await ctx.games.here(ctx.place.id, Status.RUNNING, Status.OFFERED)
        none, title = said("games.none"), said("games.title", count=len(files))
    if not files:
        ctx.say(none)
        return
    lines: list[Line] = [title]
    lines += [_game_line(file) for file in files[:MOST_LISTED]]
    if len(files) > MOST_LISTED:
        lines.append(said("games.more", count=len(files) - MOST_LISTED))
    shown = [file for file in files[:MOST_LISTED] if file.record.status is Status.RUNNING]
    buttons = [
        Button(file.code, encode_press(Press("do", file.code, argument=f"game {file.code}")))
        for file in shown
    ]
    ctx.say(*lines, buttons=tuple(announce.rows(buttons)))


def _game_line(file: GameFile) -> Line:
    game = file.record.game
    if game is None:
        return said(
            "games.offered" if file.challenged.name else "games.open",
            code=file.code,
            player=file.challenger.name,
            opponent=file.challenged.name,
            name=file.regulation.names,
        )
    return said(
        "games.running",
        code=file.code,
        white=file.name(Color.WHITE),
        black=file.name(Color.BLACK),
        number=game.ply // 2 + 1,
        player=file.name(game.turn),
    )


@COMMANDS.declare(
    "game",
    Parameter("game", Kind.GAME, required=True),
    aliases={"pl": ("partia",), "uk": ("partiia",), "gl": ("partida",)},
    spoken={"uk": ("партія",)},
    looks=True,
)
async def game(ctx: Context, args: Mapping[str, Any]) -> None:
    """Show one game: its board, its regulation, how it stands or ended."""
    file = await ctx.game(args["game"])
    if file.record.game is None:
        ctx.say(*announce.challenge_lines(file), said(f"game.status-{file.record.status.value}"))
        return
    ctx.say(
        *announce.board_lines(file, ctx.at(file)),
        said("start.regulation", name=file.regulation.names),
        picture=announce.board_picture(file, ctx.place.settings),
        buttons=announce.board_buttons(file) if ctx.place.id in file.places else (),
        subject=file.board_subject if ctx.place.id in file.places else None,
        afresh=True,
    )


@COMMANDS.declare(
    "pdn",
    Parameter("game", Kind.GAME),
    aliases={"pl": ("zapis",), "uk": ("zapys",), "gl": ("rexistro",)},
    spoken={"uk": ("запис",)},
    looks=True,
)
async def pdn(ctx: Context, args: Mapping[str, Any]) -> None:
    """Hand the game over as a PDN file."""
    file = await ctx.seen_game(args.get("game"), "pdn")
    ctx.say(
        said("game.pdn", code=file.code, white=file.name(Color.WHITE), black=file.name(Color.BLACK)),
        document=Document(f"{file.code}.pdn", pdn_of(file)),
    )


@COMMANDS.declare(
    "gif",
    Parameter("game", Kind.GAME),
    aliases={"pl": ("film",), "uk": ("hif",)},
    spoken={"uk": ("гіф",)},
    looks=True,
)
async def gif(ctx: Context, args: Mapping[str, Any]) -> None:
    """Show the game as a moving picture."""
    file = await ctx.seen_game(args.get("game"), "gif")
    game = file.record.game
    if game is None or not game.moves:
        ctx.refuse("refused.no-moves", code=file.code)
    ctx.say(
        said("game.gif", code=file.code, white=file.name(Color.WHITE), black=file.name(Color.BLACK)),
        picture=animation_of(file, ctx.place.settings),
    )
