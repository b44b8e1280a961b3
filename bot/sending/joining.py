"""What is sent for several messages at once: the last of those on one subject, announcements in a row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.chats.port import Rendered
from bot.replies import Reply, decode_reply
from storage.repositories.outbox import Pending

BETWEEN = "\n\n"


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to send: a row of the outbox and what it says, with those ``joined`` to it.

    ``reply`` is None where no version of ours can read the row.
    """

    row: Pending
    reply: Reply | None
    joined: tuple[tuple[Pending, Reply], ...] = ()

    @property
    def rows(self) -> tuple[Pending, ...]:
        return (self.row, *(row for row, _ in self.joined))


def read(row: Pending) -> Item:
    """The row by itself."""
    try:
        return Item(row, decode_reply(row.body))
    except Exception:  # whatever stands there: it is told apart by having no reply
        return Item(row, None)


def superseded(rows: Sequence[Pending]) -> list[Pending]:
    """Those on whose subject a later one says something newer."""
    latest = {row.subject: row.id for row in rows}
    return [row for row in rows if row.subject is not None and row.id != latest[row.subject]]


def join(items: Sequence[Item]) -> list[Item]:
    """The items with plain announcements that follow each other as one; whether they fit is not seen here."""
    made: list[Item] = []
    for item in items:
        if made and item.reply is not None and _belong_together(made[-1], item):
            made[-1] = replace(made[-1], joined=(*made[-1].joined, (item.row, item.reply)))
        else:
            made.append(item)
    return made


def _belong_together(one: Item, other: Item) -> bool:
    return (
        _is_plain(one)
        and _is_plain(other)
        and one.row.to_account == other.row.to_account
        and one.reply is not None
        and other.reply is not None
        and one.reply.language == other.reply.language
    )


def _is_plain(item: Item) -> bool:
    """Nothing but words for everybody there, or for one person."""
    return (
        item.reply is not None
        and not item.row.toast
        and item.row.subject is None
        and item.reply == Reply(item.reply.lines, language=item.reply.language, zone=item.reply.zone)
    )


def as_one(texts: Sequence[Rendered], longest: int) -> tuple[Rendered, int]:
    """As many of the messages as fit into one text, at least the first, and how many that are."""
    whole, count = texts[0], 1
    for text in texts[1:]:
        start = len(whole.text) + len(BETWEEN)
        if start + len(text.text) > longest:
            break
        fixed = tuple((begin + start, end + start) for begin, end in text.fixed_width)
        whole = replace(
            whole, text=whole.text + BETWEEN + text.text, fixed_width=(*whole.fixed_width, *fixed)
        )
        count += 1
    return whole, count
