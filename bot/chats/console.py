"""The scripted console: one JSON object a line in both directions, and nothing else on standard output."""

from __future__ import annotations

import json
import logging
from datetime import timedelta
from typing import IO, Any, Protocol

from bot.chats.console_input import AttachmentFolder, Lines
from bot.chats.console_lines import BOT, LONGEST_LINE, PLATFORM, BadLine, parse_line
from bot.chats.port import Attachment, Capabilities, Input, Outcome, PlaceRef, Rendered, RetryAfter, Sent
from bot.replies import Said, said
from bot.timekeeper import Timekeeper

_log = logging.getLogger(__name__)

SETTLING = 0.2
"""seconds without a line after a start, from when on nothing counts as having waited for the program"""

_LONG = 1 << 20
_AFTER_CLOSING = timedelta(hours=1)

CAPABILITIES = Capabilities(
    edits=True,
    buttons_in_a_row=64,
    rows_of_buttons=64,
    private_notices=True,
    longest_text=_LONG,
    longest_caption=_LONG,
    largest_file=1 << 26,
    scrolls_away_after=20,
)


class ConsolePort:
    """Writes messages as lines of JSON. After ``is_closed`` nobody reads them any more."""

    platform = PLATFORM
    capabilities = CAPABILITIES

    def __init__(self, out: IO[bytes], attachments: AttachmentFolder) -> None:
        self._out = out
        self._attachments = attachments
        self.is_closed = False

    async def send(
        self, place: PlaceRef, message: Rendered, *, key: int, part: int = 0, edit: str | None, resent: bool
    ) -> Outcome:
        event: dict[str, Any]
        if message.toast:
            event = {"event": "toast", "user": message.to, "text": message.text}
        else:
            event = {
                "event": "edit" if edit else "message",
                "id": int(edit) if edit else key,
                "chat": place.chat,
                "to": message.to,
                "text": message.text,
                "image": self._file(message.image, key),
                "alt": message.alt,
                "file": self._file(message.file, key),
                "buttons": [
                    [{"label": label, "data": data} for label, data in row] for row in message.buttons
                ],
            }
        if resent:
            event["resent"] = True
        self.write(event)
        # what nobody read is not sent: the next start brings it first
        return RetryAfter(_AFTER_CLOSING) if self.is_closed else Sent(edit or str(key))

    def write(self, event: dict[str, Any]) -> None:
        """One line of the protocol, out at once."""
        if self.is_closed:
            return
        try:
            self._out.write(json.dumps(event, ensure_ascii=False).encode() + b"\n")
            self._out.flush()
        except BrokenPipeError:
            self.is_closed = True

    def _file(self, attachment: Attachment | None, key: int) -> str | None:
        if attachment is None:
            return None
        try:
            return str(self._attachments.write(attachment, key))
        except OSError as problem:
            _log.error("cannot write %s: %s", attachment.name, problem)
            return None


class Bot(Protocol):
    """What a console needs of the program behind it."""

    @property
    def timekeeper(self) -> Timekeeper: ...

    async def hear(self, heard: Input) -> object:
        """Do what an input asks, and send all it caused."""

    async def advance(self, by: timedelta, update: tuple[str, str, str] | None) -> None:
        """Move a virtual clock, doing in order all that falls due, and send all of it.

        ``update`` is platform, bot and id of the line. Raises OverflowError where time ends.
        """

    def start_clockwork(self) -> None:
        """What waited for the program has been heard: deadlines may act from now on."""

    def say(self, what: Said, locale: str | None = None) -> str: ...


async def run_jsonl(bot: Bot, port: ConsolePort, descriptor: int) -> None:
    """Talk over ``descriptor`` and ``port`` until the input ends or nobody reads any more."""
    lines = Lines(descriptor, LONGEST_LINE)
    if not await lines.arrived(SETTLING):
        bot.start_clockwork()
    number = 0
    while not port.is_closed and (line := await lines.next()) is not None:
        number += 1
        update: str | None = None
        try:
            update = await _take(bot, line)
        except BadLine as bad:
            update = bad.update
            port.write({"event": "error", "line": number, "text": bot.say(bad.said, bad.locale)})
        except Exception:
            _log.exception("line %d failed", number)
            port.write({"event": "error", "line": number, "text": bot.say(said("cli.line.failed"))})
        done: dict[str, Any] = {"event": "done", "line": number}
        if update is not None:
            done["update"] = update
        port.write(done)
        if lines.is_idle:
            bot.start_clockwork()


async def _take(bot: Bot, line: bytes) -> str | None:
    """Do what the line says; its update id. Raises BadLine."""
    if len(line) > LONGEST_LINE:
        raise BadLine(said("cli.line.too-long"))
    what = parse_line(line, bot.timekeeper.now())
    if isinstance(what, Input):
        await bot.hear(what)
    elif not bot.timekeeper.is_virtual:
        raise BadLine(said("cli.line.no-virtual-clock"), what.update)
    else:
        update = None if what.update is None else (PLATFORM, BOT, what.update)
        try:
            await bot.advance(what.by, update)
        except OverflowError:
            raise BadLine(said("cli.line.time-too-late"), what.update) from None
    return what.update
