"""A process for which the server has gone silent without a word stops speaking before another one begins."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

import pytest
from sqlalchemy.engine import make_url

from bot.chats.port import AdapterError
from bot.ears import Ears
from bot.timekeeper import WallClock
from bot.voices import Voices
from storage import Database, open_database
from storage.errors import Unreachable
from tests.storage.samples import NOW

UNSEEN = 9.0
"""seconds after which the server gives the locks of a silent machine to others, by its settings"""


class Line:
    """A way to the server that can be cut: nothing comes through any more, and nobody is told."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._works = asyncio.Event()
        self._works.set()
        self._writers: list[asyncio.StreamWriter] = []

    def cut(self) -> None:
        self._works.clear()

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection(self._host, self._port)
        self._writers += [writer, far_writer]
        await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                await self._works.wait()
                writer.write(data)
        except ConnectionError:
            pass
        finally:
            writer.close()

    def hang_up(self) -> None:
        """Whatever is connected is told that it no longer is."""
        self._works.set()
        for writer in self._writers:
            writer.close()


@asynccontextmanager
async def line_to(url: str) -> AsyncIterator[tuple[Line, str]]:
    """A line to the server, and the URL by which it is taken."""
    far = make_url(url)
    assert far.host is not None
    assert far.port is not None
    line = Line(far.host, far.port)
    listening = await asyncio.start_server(line.meet, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    try:
        yield line, far.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)
    finally:
        listening.close()
        line.hang_up()
        await asyncio.sleep(0.1)


async def test_a_claim_is_known_to_be_lost_though_another_one_is_still_waited_for(shared: str) -> None:
    async with line_to(shared) as (line, url):
        database = open_database(url)
        await database.take_over(NOW, beside_others=True)
        assert await database.claim("to speak")
        assert await database.holds("to speak")
        line.cut()
        asking = asyncio.create_task(database.claim("to pair"))
        await asyncio.sleep(0.1)
        began = time.monotonic()
        async with asyncio.timeout(30):
            assert not await database.holds("to speak")
        assert time.monotonic() - began < UNSEEN
        await asyncio.gather(asking, return_exceptions=True)
        line.hang_up()
        await database.close()


def voices(database: Database) -> Voices:
    async def give_back(but: Collection[str] = ()) -> None:
        pass

    return Voices(database, clock := WallClock(), Ears(database, clock, give_back), {"telegram"})


async def test_whoever_has_lost_the_claim_is_silent_while_it_stops_listening(shared: str) -> None:
    async with line_to(shared) as (line, url):
        database = open_database(url)
        await database.take_over(NOW, beside_others=True)
        made, speaking, said_at_the_end = voices(database), asyncio.Event(), []

        async def talk() -> None:
            speaking.set()
            try:
                await asyncio.Event().wait()
            finally:
                said_at_the_end.append(made.is_ours("telegram"))

        async def nothing() -> None:
            pass

        talking = asyncio.create_task(made.speak("telegram", talk, nothing))
        await speaking.wait()
        assert made.is_ours("telegram")
        line.hang_up()
        with pytest.raises(AdapterError):
            await asyncio.wait_for(talking, 20)
        assert said_at_the_end == [False]
        await database.close()


async def test_a_database_that_fails_while_a_platform_is_taken_over_delays_that_and_no_more(
    shared: str,
) -> None:
    first, second = open_database(shared), open_database(shared)
    for database in (first, second):
        await database.take_over(NOW, beside_others=True)
    assert await first.claim("platform telegram")
    failures, speaking = [Unreachable(path="server", detail="just started again")], asyncio.Event()

    async def talk() -> None:
        speaking.set()
        await asyncio.Event().wait()

    async def take_over() -> None:
        if failures:
            raise failures.pop()

    talking = asyncio.create_task(voices(second).speak("telegram", talk, take_over))
    await asyncio.sleep(0.5)
    await first.close()
    await asyncio.wait(
        [talking, asyncio.create_task(speaking.wait())], timeout=20, return_when="FIRST_COMPLETED"
    )
    assert speaking.is_set()
    talking.cancel()
    await asyncio.gather(talking, return_exceptions=True)
    await second.close()
