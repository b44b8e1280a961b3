"""Who is spoken to in a group, where everybody reads along."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from bot.chats.port import PlaceRef, Speaker
from bot.chats.telegram.recent import Recent

_MOST = 4096
_MOST_QUERIES = 8


@dataclass(frozen=True, slots=True)
class Addressee:
    """``message`` is what they wrote last, where that was the last thing they did."""

    name: str
    message: int | None = None


class Addressees:
    """What each account did last in each chat or topic, and the presses of theirs that wait for an answer."""

    def __init__(self) -> None:
        self._last: Recent[tuple[PlaceRef, str], Addressee] = Recent(_MOST)
        self._queries: Recent[tuple[str, str], deque[str]] = Recent(_MOST)

    def wrote(self, place: PlaceRef, speaker: Speaker, message: int) -> None:
        self._last.put((place, speaker.account), Addressee(speaker.name, message))

    def pressed(self, place: PlaceRef, speaker: Speaker, query: str) -> None:
        self._last.put((place, speaker.account), Addressee(speaker.name))
        key = place.chat, speaker.account
        waiting = self._queries.get(key) or deque(maxlen=_MOST_QUERIES)
        waiting.append(query)
        self._queries.put(key, waiting)

    def last(self, place: PlaceRef, account: str) -> Addressee | None:
        return self._last.get((place, account))

    def take_query(self, place: PlaceRef, account: str, query: str | None = None) -> str | None:
        """The press that a notice answers, ``query`` or the oldest; None where none waits any more. Of an old
        message nobody knows in which topic it was pressed."""
        waiting = self._queries.get((place.chat, account))
        if not waiting or (query is not None and query not in waiting):
            return None
        if query is None:
            return waiting.popleft()
        waiting.remove(query)
        return query
