"""``damka console``: the program behind a terminal or behind lines of JSON."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

from bot.app import running
from bot.chats.console import ConsolePort, run_jsonl
from bot.chats.console_input import AttachmentFolder
from bot.chats.terminal import Terminal, TerminalPort
from bot.cli.addresses import console_address, log_beside, pictures_beside
from bot.cli.output import Output, leave_broken_pipe
from bot.cli.problems import Problem
from bot.replies import said
from bot.timekeeper import Timekeeper, VirtualClock, WallClock


def console(options: argparse.Namespace, output: Output) -> int:
    """Talk until the input ends."""
    if (options.clock == "virtual") != (options.now is not None) or (options.now and not options.jsonl):
        raise Problem(said("cli.usage.clock"))
    address = console_address(options.db)
    folder = options.pictures or pictures_beside(address)
    timekeeper = VirtualClock(options.now) if options.now is not None else WallClock()
    # between the lines of people a log would only disturb: there it goes into a file, made when it is needed
    log = logging.StreamHandler() if options.jsonl else logging.FileHandler(log_beside(address), delay=True)
    logging.basicConfig(
        handlers=[log], level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    talk = _talk_in_lines if options.jsonl else _talk
    return asyncio.run(_stoppable(talk(address, AttachmentFolder(folder.absolute()), timekeeper, output)))


async def _stoppable(work: Coroutine[Any, Any, int]) -> int:
    """Run ``work``; a request to terminate ends it as an interrupt from the keyboard does, in good order."""
    task = asyncio.ensure_future(work)
    if sys.platform != "win32":
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    try:
        return await task
    except asyncio.CancelledError:
        raise KeyboardInterrupt from None


async def _talk_in_lines(
    address: str | Path, attachments: AttachmentFolder, timekeeper: Timekeeper, output: Output
) -> int:
    port = ConsolePort(sys.stdout.buffer, attachments)
    async with running(
        address, {port.platform: port}, output.texts, timekeeper, language=output.language, in_step=True
    ) as bot:
        await run_jsonl(bot, port, _input())
    if port.is_closed:
        leave_broken_pipe()
    return 0


async def _talk(
    address: str | Path, attachments: AttachmentFolder, timekeeper: Timekeeper, output: Output
) -> int:
    port = TerminalPort(sys.stdout, attachments, output.words)
    async with running(
        address, {port.platform: port}, output.texts, timekeeper, language=output.language, in_step=True
    ) as bot:
        port.write(_greeting(address, attachments.folder, output))
        terminal = Terminal(bot, port, output.language, is_interactive=os.isatty(_input()))
        try:
            await terminal.run(_input())
        except asyncio.CancelledError:
            pass
        port.write(["", output.words(said("cli.terminal.goodbye"))])
    if port.is_closed:
        leave_broken_pipe()
    return 0


def _input() -> int:
    """The descriptor of standard input; one that nothing can be read from where it was closed."""
    return -1 if sys.stdin is None else sys.stdin.fileno()


def _greeting(address: str | Path, pictures: Path, output: Output) -> list[str]:
    lines = (
        said("cli.terminal.greeting"),
        said("cli.terminal.first"),
        said("cli.terminal.moves"),
        said("cli.terminal.more"),
        said("cli.terminal.where", database=str(address), pictures=str(pictures)),
    )
    return [*map(output.words, lines), ""]
