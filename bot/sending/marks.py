"""What has become of messages: stored together, however many places they are in."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from storage import Database
from storage.ids import OutboxId, PlaceId
from storage.repositories.outbox import Delivered


class Marks:
    """Noted at once, stored by ``store`` in one transaction for everybody who waits for it meanwhile."""

    def __init__(self, db: Database) -> None:
        self._db = db
        self._lock = asyncio.Lock()
        self._delivered: list[Delivered] = []
        self._superseded: list[OutboxId] = []
        self._retired: list[tuple[PlaceId, str]] = []

    def deliver(self, *delivered: Delivered) -> None:
        self._delivered += delivered

    def supersede(self, messages: Iterable[OutboxId]) -> None:
        self._superseded += messages

    def retire(self, place: PlaceId, message: str) -> None:
        self._retired.append((place, message))

    async def store(self) -> None:
        """Returns when all that was noted before is stored. Raises StorageError; then nothing is lost."""
        async with self._lock:
            delivered, self._delivered = self._delivered, []
            superseded, self._superseded = self._superseded, []
            retired, self._retired = self._retired, []
            if not delivered and not superseded and not retired:
                return
            try:
                async with self._db.unit_of_work() as unit:
                    await unit.outbox.supersede(superseded)
                    await unit.outbox.mark_sent(delivered)
                    await unit.posted.retire(retired)
                    await unit.commit()
            except BaseException:
                self._delivered = delivered + self._delivered
                self._superseded = superseded + self._superseded
                self._retired = retired + self._retired
                raise
