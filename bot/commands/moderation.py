"""What an arbiter decides. In a chat's own games the chat's administrators are the arbiters."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.commands.acting import do
from bot.commands.context import Context
from bot.commands.declaration import Kind, Parameter, Role
from bot.commands.gamefile import GameFile
from bot.commands.grammar import COLOURS
from bot.commands.registry import COMMANDS
from bot.commands.rights import need_arbiter
from bot.commands.tournament.finding import find_organised
from bot.commands.tournament.starting import pause_event, resume_event
from rules.actions import Action, Adjudicate, DeclareLoss, Forfeit, Pause, Resume
from rules.pieces import Color
from rules.tournament.model import Phase

SIDES = {word: colour for word, colour in COLOURS.items() if colour != "random"}


@COMMANDS.declare(
    "forfeit",
    Parameter("game", Kind.GAME, required=True),
    Parameter("loser", Kind.CHOICE, choices=SIDES),
    Parameter("reason", Kind.TEXT),
    aliases={"pl": ("walkower",), "uk": ("porazka",), "gl": ("perda",)},
    spoken={"uk": ("поразка",)},
    role=Role.ARBITER,
)
async def forfeit(ctx: Context, args: Mapping[str, Any]) -> None:
    """Declare a game lost for one side, with a reason."""
    file = await ctx.game(args["game"])
    await need_arbiter(ctx, file)
    if "loser" not in args:
        ctx.refuse("arbiter.which-side", example=f"/forfeit {file.code} white …")
    await _decide(ctx, file, args, Forfeit(Color(args["loser"])), f"/forfeit {file.code} {args['loser']} …")


@COMMANDS.declare(
    "adjudicate",
    Parameter("game", Kind.GAME, required=True),
    Parameter("result", Kind.RESULT, required=True),
    Parameter("reason", Kind.TEXT),
    aliases={"pl": ("orzeknij",), "uk": ("prysudyty",), "gl": ("decidir",)},
    spoken={"uk": ("присудити",)},
    role=Role.ARBITER,
)
async def adjudicate(ctx: Context, args: Mapping[str, Any]) -> None:
    """Decide the result of a game, with a reason."""
    file = await ctx.game(args["game"])
    await need_arbiter(ctx, file)
    example = f"/adjudicate {file.code} {args['result']} …"
    await _decide(ctx, file, args, Adjudicate(args["result"]), example)


@COMMANDS.declare(
    "pause",
    Parameter("game", Kind.GAME),
    Parameter("event", Kind.EVENT),
    Parameter("reason", Kind.TEXT),
    aliases={"pl": ("wstrzymaj",), "uk": ("pauza",), "gl": ("deter",)},
    spoken={"uk": ("пауза",)},
    role=Role.ARBITER,
)
async def pause(ctx: Context, args: Mapping[str, Any]) -> None:
    """Stop the clock of a game, with a reason; without a game a whole tournament."""
    if "game" not in args:
        event = await find_organised(ctx, args.get("event"), "pause", phases=(Phase.RUNNING,))
        await pause_event(ctx, event, args.get("reason", "").strip())
        return
    file = await ctx.game(args["game"])
    await need_arbiter(ctx, file)
    await _decide(ctx, file, args, Pause(), f"/pause {file.code} …")


@COMMANDS.declare(
    "resume",
    Parameter("game", Kind.GAME),
    Parameter("event", Kind.EVENT),
    Parameter("reason", Kind.TEXT),
    aliases={"pl": ("wznow",), "uk": ("prodovzhyty",), "gl": ("seguir",)},
    spoken={"pl": ("wznów",), "uk": ("продовжити",)},
    role=Role.ARBITER,
)
async def resume(ctx: Context, args: Mapping[str, Any]) -> None:
    """Let a paused game, or tournament, go on."""
    if "game" not in args:
        event = await find_organised(ctx, args.get("event"), "resume", phases=(Phase.RUNNING,))
        await resume_event(ctx, event, args.get("reason", "").strip())
        return
    file = await ctx.game(args["game"])
    await need_arbiter(ctx, file)
    await _decide(ctx, file, args, Resume(), f"/resume {file.code} …")


async def _decide(
    ctx: Context, file: GameFile, args: Mapping[str, Any], action: Action, example: str
) -> None:
    """Carry a decision out and announce it with its reason, which an arbiter always gives."""
    reason = args.get("reason", "").strip()
    if not reason:
        ctx.refuse("arbiter.give-reason", example=example)
    await do(ctx, file, None, action, reason=reason)


async def decide_by_button(ctx: Context, file: GameFile, argument: str) -> None:
    """The arbiter presses what the bot has put to them: the loss for impossible moves, or the draw."""
    await need_arbiter(ctx, file)
    action: Action = Adjudicate("1/2-1/2") if argument == "draw" else DeclareLoss(Color(argument))
    await do(ctx, file, None, action)
