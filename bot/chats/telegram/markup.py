"""From a rendered message to Telegram's HTML and keyboards. Nothing that people wrote is ever markup."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from telegram import ForceReply, InlineKeyboardButton, InlineKeyboardMarkup

from bot.buttons import decode_press
from bot.chats.port import Rendered
from bot.chats.telegram.limits import LONGEST_PLACEHOLDER, ROW_OF_LABELS
from bot.render import split_text, units

Keyboard = InlineKeyboardMarkup | ForceReply | None


def html_of(message: Rendered) -> str:
    """The text of ``message``; what keeps its columns is preformatted."""
    pieces = []
    at = 0
    for start, end in message.fixed_width:
        pieces += [_plain(message.text[at:start]), f"<pre>{_plain(message.text[start:end])}</pre>"]
        at = end
    return "".join([*pieces, _plain(message.text[at:])])


def caption_of(message: Rendered, longest: int) -> str:
    """The text under a picture and, folded away, what the picture shows, as far as there is room for it."""
    text = html_of(message)
    room = longest - units(message.text) - (1 if message.text else 0)
    if not message.alt or room <= 1:
        return text
    alt = message.alt
    if units(alt) > room:
        alt = split_text(alt, room - 1, room)[0].rstrip() + "…"
    return "\n".join([*([text] if text else []), f"<blockquote expandable>{_plain(alt)}</blockquote>"])


def mention(account: str, name: str) -> str:
    """A name that tells its bearer of the message."""
    return f'<a href="tg://user?id={account}">{_plain(name)}</a>'


def keyboard_of(message: Rendered, bot_name: str, *, is_group: bool) -> Keyboard:
    """The buttons under ``message``; without any, in a group, a written answer is made a reply, which the
    bot can read where it reads nothing else."""
    if message.buttons:
        rows = [
            [_button(label, data, bot_name) for label, data in part]
            for row in message.buttons
            for part in _readable(row)
        ]
        return InlineKeyboardMarkup(rows)
    if message.asks is not None and is_group:
        return ForceReply(
            selective=True, input_field_placeholder=message.asks[:LONGEST_PLACEHOLDER].strip() or None
        )
    return None


def start_link(message: Rendered, bot_name: str) -> str | None:
    """Where the first of its buttons leads that leads into the private chat."""
    links = (_link(data, bot_name) for row in message.buttons for _, data in row)
    return next(filter(None, links), None)


def _plain(text: str) -> str:
    return escape(text, quote=False)


def _button(label: str, data: str, bot_name: str) -> InlineKeyboardButton:
    link = _link(data, bot_name)
    return InlineKeyboardButton(label, url=link, callback_data=None if link else data)


def _link(data: str, bot_name: str) -> str | None:
    """What leads into the private chat and says ``/start what_code`` there, if ``data`` asks for that."""
    press = decode_press(data)
    if press is None or press.verb != "start":
        return None
    return f"https://t.me/{bot_name}?start={press.argument}_{press.code}"


def _readable(row: Sequence[tuple[str, str]]) -> list[Sequence[tuple[str, str]]]:
    """The row in as many as its labels need to be read: all buttons of a row are equally wide."""
    widest = max(len(label) for label, _ in row)
    fitting = max(1, ROW_OF_LABELS // max(1, widest))
    rows = -(-len(row) // fitting)
    width = -(-len(row) // rows)
    return [row[at : at + width] for at in range(0, len(row), width)]
