"""What the players of a running game do: move, huff, offer and claim draws, resign, call the game off."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.buttons import Press, encode_press
from bot.commands import announce, errors
from bot.commands.acting import do
from bot.commands.context import Context
from bot.commands.declaration import Kind, Parameter
from bot.commands.gamefile import GameFile
from bot.commands.registry import COMMANDS
from bot.replies import Button, said
from rules.actions import (
    Action,
    AnswerAbort,
    AnswerDraw,
    ClaimDraw,
    Huff,
    Impossible,
    OfferAbort,
    OfferDraw,
    Play,
    Resign,
)
from rules.errors import AmbiguousMove, IllegalMove, UnparsableMove
from rules.moves import Move
from rules.pieces import Color

OFFERS = {
    **dict.fromkeys(("accept", "przyjmij", "tak", "прийняти", "так", "aceptar", "si", "yes"), "accept"),
    **dict.fromkeys(
        ("decline", "odrzuć", "odrzuc", "nie", "відхилити", "ні", "rexeitar", "non", "no"), "decline"
    ),
}
DRAWS = {
    **OFFERS,
    **dict.fromkeys(("claim", "żądam", "reklamacja", "вимагаю", "reclamar"), "claim"),
    **dict.fromkeys(("plus", "+"), "plus"),
    **dict.fromkeys(("minus", "-"), "minus"),
}


# --- moves --------------------------------------------------------------------------------------------------


@COMMANDS.declare(
    "move",
    Parameter("game", Kind.GAME),
    Parameter("move", Kind.MOVE, required=True),
    aliases={"pl": ("ruch",), "uk": ("khid",), "gl": ("mover",)},
    spoken={"uk": ("хід",)},
)
async def move(ctx: Context, args: Mapping[str, Any]) -> None:
    """Make a move, where a bare move would be taken for conversation or several games are open."""
    file = await ctx.my_game(args.get("game"), f"move {args['move']}", on_turn=True)
    await play_text(ctx, file, args["move"])


async def bare_move(ctx: Context, text: str) -> bool:
    """Play ``text`` if it is a move of a game in which the speaker is on turn; whether it was taken as one.

    Under a board's message, or in private, it is no conversation. An algebraic move is never mistaken for one
    either; ``12-10`` is, unless it is legal or misses a capture, which has to be pointed out.
    """
    answered = await ctx.answered_game()
    if answered is not None:
        await play_text(ctx, answered, text)
        return True
    mine = await ctx.my_games()
    on_turn = [file for file in mine if ctx.turn_of(file)]
    playable = [file for file in on_turn if file.game.can_play(text)]
    missing = [] if playable else [file for file in on_turn if file.game.misses_capture(text)]
    if not (playable or missing or ctx.place.is_private or text[:1].isalpha()):
        return False
    if not mine:
        if ctx.place.is_private:
            ctx.refuse("error.no-game-of-yours")
        return False
    meant = playable or missing or on_turn or mine[:1]
    if not playable and any(file.game.rules.impossible for file in meant):
        meant = mine  # an attempt that counts against them must be at this game and no other
    await play_text(ctx, ctx.only(meant, f"move {text}"), text)
    return True


async def play_text(ctx: Context, file: GameFile, text: str) -> None:
    """Make the move that ``text`` names, or say why not."""
    by = ctx.on_turn(file)
    try:
        await do(ctx, file, by, Play(text))
    except AmbiguousMove as error:
        _ask_which(ctx, file, error.candidates)
    except IllegalMove as error:
        if file.game.rules.impossible is None:
            ctx.refuse_with(errors.illegal_move(file, error))
        await do(ctx, file, by, Impossible(text))
    except UnparsableMove:
        ctx.refuse_with(errors.unparsable_move(file, text))


def _ask_which(ctx: Context, file: GameFile, candidates: tuple[Move, ...]) -> None:
    game = file.game
    if game.huff_choice:  # the buttons number the moves of the board as it is, the piece still on it
        ctx.refuse("refused.huff-due", candidates=file.game.huff_squares)
    offered = announce.offered_moves(game)
    identities = {candidate.identity for candidate in candidates}
    ctx.tell(
        said("ask.which-move"),
        buttons=tuple(
            (
                Button(
                    game.rules.game_type.format_move(game.position, choice),
                    encode_press(Press("play", file.code, file.version, str(number))),
                ),
            )
            for number, choice in enumerate(offered)
            if choice.identity in identities
        ),
    )


@COMMANDS.declare(
    "huff",
    Parameter("game", Kind.GAME),
    Parameter("square", Kind.SQUARE),
    aliases={"pl": ("fuk", "chuch"), "uk": ("fukaty",), "gl": ("soprar",)},
    spoken={"uk": ("фук",)},
)
async def huff(ctx: Context, args: Mapping[str, Any]) -> None:
    """Choose the piece that is taken off because it did not capture."""
    square = args.get("square", "")
    file = await ctx.my_game(args.get("game"), f"huff {square}".strip(), on_turn=True)
    by = ctx.on_turn(file)
    if not square:
        if not file.game.huff_choice:
            ctx.refuse("refused.no-huff")
        await ctx.show_board(file, here=True)
        return
    try:
        await do(ctx, file, by, Huff(square))
    except UnparsableMove:
        ctx.refuse("refused.not-a-candidate", square=square, candidates=file.game.huff_squares)


# --- draws --------------------------------------------------------------------------------------------------


@COMMANDS.declare(
    "draw",
    Parameter("game", Kind.GAME),
    Parameter("answer", Kind.CHOICE, choices=DRAWS),
    aliases={"pl": ("remis",), "uk": ("nichyia",), "gl": ("taboas", "empate")},
    spoken={"uk": ("нічия",), "gl": ("táboas",)},
)
async def draw(ctx: Context, args: Mapping[str, Any]) -> None:
    """Offer a draw, answer an offer, or claim a draw that a rule gives."""
    answer = args.get("answer")
    file = await ctx.my_game(args.get("game"), f"draw {answer or ''}".strip())
    action: Action
    match answer:
        case "accept" | "decline":
            action = AnswerDraw(accept=answer == "accept")
        case "claim":
            action = ClaimDraw()
        case "plus" | "minus":
            action = OfferDraw(answer)
        case _:
            action = OfferDraw()
    await do(ctx, file, _side_to_speak(ctx, file, answering=answer in ("accept", "decline")), action)


def _side_to_speak(ctx: Context, file: GameFile, *, answering: bool) -> Color:
    """For which side the speaker speaks. Whoever holds both answers for the other side than the offer's."""
    game, mine = file.game, file.colors_of(ctx.speaker.id)
    if len(mine) == 1:
        return mine[0]
    offered = game.offer.by if game.offer is not None else game.abort_offer
    return offered.opponent if answering and offered is not None else game.turn


# --- the end ------------------------------------------------------------------------------------------------


@COMMANDS.declare(
    "resign",
    Parameter("game", Kind.GAME),
    aliases={"pl": ("poddaj", "poddaje"), "uk": ("zdatysia",), "gl": ("abandonar",)},
    spoken={"pl": ("poddaję",), "uk": ("здаюся",)},
)
async def resign(ctx: Context, args: Mapping[str, Any]) -> None:
    """Give the game up, after one question back."""
    file = await ctx.my_game(args.get("game"), "resign")
    ask_to_resign(ctx, file)


def ask_to_resign(ctx: Context, file: GameFile) -> None:
    """Ask once. The answer counts whatever is played in the meantime, and only from the one who was asked."""
    side = _side_to_speak(ctx, file, answering=False)
    buttons = tuple(
        Button(
            said(f"button.resign-{answer}"),
            encode_press(Press("resign", file.code, argument=f"{answer} {side.value}")),
        )
        for answer in ("yes", "no")
    )
    ctx.tell(said("ask.resign", code=file.code), buttons=(buttons,), subject=f"resign:{file.code}")


async def answer_resign(ctx: Context, file: GameFile, answer: str, side: Color) -> None:
    """The answer to the question whether to resign for ``side``."""
    if side not in file.colors_of(ctx.speaker.id):
        ctx.refuse("error.not-your-button")
    if answer != "yes":
        ctx.tell(said("game.not-resigned"), subject=f"resign:{file.code}")
        return
    ctx.tell(said("game.resigning", code=file.code), subject=f"resign:{file.code}")
    await do(ctx, file, side, Resign())


@COMMANDS.declare(
    "abort",
    Parameter("game", Kind.GAME),
    Parameter("answer", Kind.CHOICE, choices=OFFERS),
    aliases={"pl": ("przerwij",), "uk": ("perervaty",), "gl": ("anular",)},
    spoken={"uk": ("перервати",)},
)
async def abort(ctx: Context, args: Mapping[str, Any]) -> None:
    """Propose to call a game off that has hardly begun, or answer the proposal."""
    answer = args.get("answer")
    file = await ctx.my_game(args.get("game"), f"abort {answer or ''}".strip())
    by = _side_to_speak(ctx, file, answering=answer is not None)
    await do(ctx, file, by, AnswerAbort(accept=answer == "accept") if answer else OfferAbort())
