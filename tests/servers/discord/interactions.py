"""An interaction: what a person did, how it was answered, and how long it may be."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.servers.discord.model import Attachment, Channel, Guild, Message, User, walk

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5

MESSAGE, DEFERRED_MESSAGE, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9

TO_ANSWER = timedelta(seconds=3)
TO_FOLLOW_UP = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Modal:
    """A form that a person has open."""

    custom_id: str
    title: str
    components: list[dict[str, Any]]
    interaction: Interaction

    @property
    def fields(self) -> dict[str, dict[str, Any]]:
        """What is to be filled in, by the label shown."""
        found: dict[str, dict[str, Any]] = {}
        for component in walk(self.components):
            if component["type"] == 18:
                found[component["label"]] = component["component"]
            elif component["type"] == 4 and component.get("label") is not None:
                found[component["label"]] = component
        return found


@dataclass(eq=False)
class Interaction:
    id: int
    type: int
    token: str
    application_id: int
    user: User
    channel: Channel
    guild: Guild | None
    data: dict[str, Any]
    created: datetime
    message: Message | None = None
    """the message whose component was used"""
    uploads: list[Attachment] = field(default_factory=list)
    answer: int | None = None
    """the type of the first answer"""
    answered_after: timedelta | None = None
    original: Message | None = None
    """the message that the answer made, or that it belongs to"""
    followups: list[Message] = field(default_factory=list)
    modal: Modal | None = None
    choices: list[dict[str, Any]] | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def age(self) -> timedelta:
        return datetime.now(UTC) - self.created

    def grow_older(self, by: timedelta) -> None:
        """As if it had begun earlier, for the server alone."""
        self.created -= by

    @property
    def is_late(self) -> bool:
        """Nobody has answered in time; its token is worth nothing."""
        return self.answer is None and self.age > TO_ANSWER

    @property
    def is_over(self) -> bool:
        return self.age > TO_FOLLOW_UP

    @property
    def is_thinking(self) -> bool:
        return self.original is not None and self.original.is_loading and not self.original.is_deleted

    @property
    def messages(self) -> list[Message]:
        """What it has brought, in order."""
        brought = [] if self.original is None or self.original is self.message else [self.original]
        return [one for one in (*brought, *self.followups) if not one.is_deleted and not one.is_loading]

    @property
    def text(self) -> str:
        return "\n".join(message.text for message in self.messages)
