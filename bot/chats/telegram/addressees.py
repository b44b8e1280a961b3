"""Who is spoken to in a group, where everybody reads along."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from bot.chats.telegram.recent import Recent

_MOST = 4096
_MOST_QUERIES = 8


@dataclass(frozen=True, slots=True)
class Addressee:
    """``message`` is what they wrote last, where that was the last thing they did."""

    name: str
    message: int | None = None


class Addressees:
    """What each account did last in each chat, and the presses of theirs that wait for an answer."""

    def __init__(self) -> None:
        self._last: Recent[tuple[int, str], Addressee] = Recent(_MOST)
        self._queries: Recent[tuple[int, str], deque[str]] = Recent(_MOST)

    def wrote(self, chat: int, account: str, name: str, message: int) -> None:
        self._last.put((chat, account), Addressee(name, message))

    def pressed(self, chat: int, account: str, name: str, query: str) -> None:
        self._last.put((chat, account), Addressee(name))
        waiting = self._queries.get((chat, account)) or deque(maxlen=_MOST_QUERIES)
        waiting.append(query)
        self._queries.put((chat, account), waiting)

    def last(self, chat: int, account: str) -> Addressee | None:
        return self._last.get((chat, account))

    def take_query(self, chat: int, account: str, query: str | None = None) -> str | None:
        """The press that a notice answers, ``query`` or the oldest; None where none waits any more."""
        waiting = self._queries.get((chat, account))
        if not waiting or (query is not None and query not in waiting):
            return None
        if query is None:
            return waiting.popleft()
        waiting.remove(query)
        return query
