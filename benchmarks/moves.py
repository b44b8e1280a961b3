"""A move from a line of chat to the durable answer, beside a bare transaction with the same five statements.

    python benchmarks/moves.py [MOVES]

All write to files of their own in one temporary folder, in turns, with the same durability. The second figure
also draws the board of every answer. Marking messages as sent is left out of both.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from move_floor import bare, bare_engine, prepare

from bot.chats.port import Capabilities, Input, PlaceRef, Speaker
from bot.commands.dispatch import Dispatcher
from bot.regulations import Library
from bot.render import Renderer
from bot.replies import decode_reply
from bot.texts import Catalogues
from bot.timekeeper import VirtualClock
from rules.actions import Play
from rules.clock import NO_CLOCK
from rules.game import start
from rules.pieces import Color
from storage import Database, PlaceId, open_database
from storage.repositories.outbox import Delivered

NOW = datetime(2026, 12, 6, 18, 30, tzinfo=UTC)
PLACE = PlaceRef("console", "damka", "lib")
REGULATION = "pzwarc-64"
TURNS = 10
CHAT = Capabilities(True, 8, 8, True, 4096, 1024, 1 << 20, 10)


def random_game(library: Library, rng: random.Random) -> list[tuple[str, str]]:
    """Who plays which move, from the first to the last of a random game."""
    rules = library.get(REGULATION).play
    game, moves = start(rules, NO_CLOCK, NOW), []
    while not game.is_over:
        move = rng.choice(game.position.legal_moves())
        text = rules.game_type.format_move(game.position, move)
        moves.append(("anna" if game.turn is Color.WHITE else "piotr", text))
        game, _ = game.apply(game.turn, Play(text), NOW)
    return moves


class Chat:
    """Two people who play one random game after another."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.library = Library.shipped()
        self.clock = VirtualClock(NOW)
        self.dispatcher = Dispatcher(database, self.library, self.clock, random.Random(7))
        self._rng = random.Random(11)
        self._inputs = 0
        self._left: list[tuple[str, str]] = []

    async def say(self, user: str, text: str) -> None:
        self._inputs += 1
        speaker = Speaker(user, user.title(), user, "pl")
        await self.dispatcher.handle(
            Input(PLACE, False, speaker, self.clock.now(), update=f"u{self._inputs}", text=text)
        )

    async def moves(self, number: int) -> list[tuple[str, str]]:
        """The next moves of the game that runs, a new one where it has ended; so it may be fewer."""
        if not self._left:
            self._left = random_game(self.library, self._rng)
            await self.say("anna", f"/play @piotr {REGULATION} white")
            await self.say("piotr", "/accept")
        taken, self._left = self._left[:number], self._left[number:]
        return taken


async def through_commands(chat: Chat, moves: list[tuple[str, str]]) -> float:
    started = time.perf_counter()
    for user, text in moves:
        await chat.say(user, text)
    return time.perf_counter() - started


async def drawing(chat: Chat, renderer: Renderer) -> float:
    """Draw what waits to be sent, and mark it as sent outside the figure."""
    async with chat.database.reading() as reading:
        pending = await reading.outbox.pending(PlaceId(1), 1000)
    started = time.perf_counter()
    for row in pending:
        await renderer.render(decode_reply(row.body), CHAT)
    spent = time.perf_counter() - started
    async with chat.database.unit_of_work() as unit:
        await unit.outbox.mark_sent([Delivered(row, None) for row in pending])
        await unit.commit()
    return spent


async def main(moves: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        place, person = await prepare(path / "bare.db")
        engine = bare_engine(path / "bare.db")
        chat = Chat(open_database(path / "commands.db"))
        await chat.database.take_over(NOW)
        await chat.say("piotr", "/start")
        renderer = Renderer(Catalogues.load())
        spent = {"bare": 0.0, "commands": 0.0, "pictures": 0.0}
        counted, asked = 0, 0
        while counted < moves:
            batch = await chat.moves(moves // TURNS)
            await drawing(chat, renderer)
            figures = {
                "bare": await bare(engine, place, person, asked, len(batch)),
                "commands": await through_commands(chat, batch),
                "pictures": await drawing(chat, renderer),
            }
            if asked:  # the first batch warms everything up
                counted += len(batch)
                for name, seconds in figures.items():
                    spent[name] += seconds
            asked += len(batch)
        await engine.dispose()
        await chat.database.close()
        renderer.close()
    rate = counted / spent["bare"]
    commands = counted / spent["commands"]
    pictures = counted / (spent["commands"] + spent["pictures"])
    print(f"bare transaction          {rate:8.0f} moves/s")
    print(f"command layer             {commands:8.0f} moves/s   ratio {commands / rate:.2f}")
    print(f"command layer, pictures   {pictures:8.0f} moves/s   ratio {pictures / rate:.2f}")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000))
