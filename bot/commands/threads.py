"""A thread for every game, where a chat can have them: made at its beginning, put away at its end."""

from __future__ import annotations

from bot.commands import announce
from bot.commands.context import Context, Line, Rows
from bot.commands.gamefile import GameFile
from bot.commands.place import Place
from bot.replies import said


async def move_to_threads(ctx: Context, file: GameFile) -> GameFile:
    """Let a game that begins be played in a thread of its own in each of its chats that wants that."""
    for number in file.chats:
        place = await ctx.in_place(number)
        if has_threads(ctx, place):
            file = await ctx.games.move_to_thread(file, place, await ctx.people.add_thread(place, file.code))
    return file


def has_threads(ctx: Context, place: Place) -> bool:
    """Whether games of ``place`` have threads of their own; there are none in a topic, or in private."""
    is_possible = ctx.capabilities(place).threads and not place.ref.topic and not place.is_private
    return is_possible and place.settings.threads == "yes"


async def say_start(ctx: Context, file: GameFile) -> None:
    """That a game between two people begins, in its chats; in a thread made for it stands the board."""
    for number in file.chats:
        lines = [announce.start_line(file), said("start.regulation", name=file.regulation.names)]
        if number in file.threads:
            lines.append(said("start.own-thread", code=file.code))
        ctx.say(*lines, place=await ctx.in_place(number))


async def say_end(ctx: Context, file: GameFile, *lines: Line, buttons: Rows = ()) -> None:
    """How a game ended, in all its chats and, as the last word, in its threads."""
    for number in file.chats:
        ctx.say(*lines, buttons=buttons, place=await ctx.in_place(number))
    await close_threads(ctx, file, *lines, buttons=buttons)


async def close_threads(ctx: Context, file: GameFile, *lines: Line, buttons: Rows = ()) -> None:
    """The last word about a game in its threads, which can be put away with it."""
    for number in file.threads.values():
        ctx.say(*lines, buttons=buttons, place=await ctx.in_place(number), closes=True)
