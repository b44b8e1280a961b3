"""A message as it is sent: read from a body, checked, and turned into what the channel shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tests.servers.discord import embeds, mentions
from tests.servers.discord.bodies import Asked, Upload
from tests.servers.discord.components import Components
from tests.servers.discord.errors import refusal
from tests.servers.discord.forms import ABSENT, Form, Path
from tests.servers.discord.model import (
    COMPONENTS_V2,
    EPHEMERAL,
    SUPPRESS_NOTIFICATIONS,
    Attachment,
    Message,
    Revision,
)

if TYPE_CHECKING:
    from tests.servers.discord.server import Discord

SUPPRESS_EMBEDS = 1 << 2
SETTABLE = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2
LONGEST_CONTENT = 2000
MOST_FILES = 10


@dataclass(slots=True)
class Draft:
    """What a body says about a message. A part that it does not name is ABSENT and stays as it is."""

    content: Any = ABSENT
    embeds: Any = ABSENT
    components: Any = ABSENT
    kept: Any = ABSENT
    """ids of attachments that an edit keeps, with new descriptions"""
    new: list[tuple[Upload, str | None]] = field(default_factory=list)
    flags: int = 0
    allowed: mentions.Allowed = field(default_factory=mentions.Allowed)
    nonce: str | None = None
    enforces_nonce: bool = False
    reference: int | None = None
    insists_on_reference: bool = True
    shown_files: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not any(
            part is not ABSENT and part for part in (self.content, self.embeds, self.components, self.new)
        )


def read(
    asked: Asked, body: dict[str, Any], *, settable: int = SETTABLE, was_layout: bool = False, root: Path = ()
) -> Draft:
    """Check a message's body with all its parts; refuses everything that is wrong at once. ``root`` is where
    in the request it lies."""
    form = Form(root)
    draft = Draft()
    flags = form.integer(body, "flags", least=0)
    draft.flags = flags if isinstance(flags, int) else 0
    if draft.flags & ~settable:
        form.refuse(("flags",), "MESSAGE_FLAGS_INVALID", "Only some flags can be set")
    is_layout = was_layout or bool(draft.flags & COMPONENTS_V2)
    draft.content = form.text(body, "content", most=LONGEST_CONTENT)
    if "embeds" in body:
        draft.embeds = embeds.check(form, body)
    if "components" in body:
        checked = Components(form)
        checked.message(body, is_layout=is_layout)
        draft.components = body["components"] or []
        draft.shown_files = [name for name, _ in checked.files]
    if is_layout:
        for name in ("content", "embeds", "poll", "sticker_ids"):
            if body.get(name):
                message = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                form.refuse((name,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)
    _attachments(form, draft, asked, body)
    draft.allowed = mentions.check(form, body)
    form.flag(body, "tts")
    _nonce(form, draft, body)
    reference = form.mapping(body, "message_reference")
    if isinstance(reference, dict):
        draft.reference = form.snowflake(reference.get("message_id"), ("message_reference", "message_id"))
        draft.insists_on_reference = reference.get("fail_if_not_exists", True)
    form.done()
    return draft


def _attachments(form: Form, draft: Draft, asked: Asked, body: dict[str, Any]) -> None:
    if len(asked.files) > MOST_FILES:
        form.refuse(("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_FILES} or fewer in length.")
    described: dict[int, str | None] = {}
    kept: dict[int, str | None] = {}
    for index, entry in form.objects(body, "attachments", most=MOST_FILES):
        path = ("attachments", index)
        number = form.snowflake(entry.get("id"), (*path, "id"))
        text = form.text(entry, "description", path, most=1024)
        description = text if isinstance(text, str) else None
        if number is None:
            continue
        if number in asked.files:
            described[number] = description
        elif number < 1 << 22:
            message = "Attachment data not found"
            form.refuse((*path, "id"), "ATTACHMENT_NOT_FOUND", message)
        else:
            kept[number] = description
    if body.get("attachments") is not None:
        draft.kept = kept
    draft.new = [(upload, described.get(number)) for number, upload in sorted(asked.files.items())]


def _nonce(form: Form, draft: Draft, body: dict[str, Any]) -> None:
    nonce = body.get("nonce")
    if isinstance(nonce, int) and not isinstance(nonce, bool):
        nonce = str(nonce)
    if nonce is not None and (not isinstance(nonce, str) or len(nonce) > 25):
        form.refuse(("nonce",), "NONCE_TYPE_TOO_LONG", "Must be 25 or fewer in length.")
        return
    draft.nonce = nonce
    draft.enforces_nonce = form.flag(body, "enforce_nonce") is True


def fill(discord: Discord, message: Message, draft: Draft) -> None:
    """Put a draft into a message: all of it into a new one, what it names into one that is edited."""
    if draft.content is not ABSENT:
        message.content = (draft.content or "").strip()
    if draft.embeds is not ABSENT:
        message.embeds = [dict(embed) for embed in draft.embeds]
    if draft.components is not ABSENT:
        message.components = [dict(component) for component in draft.components]
        _number(message.components)
    _keep(message, draft)
    message.attachments += [
        discord.attachment(message.channel, upload, description) for upload, description in draft.new
    ]
    message.flags |= draft.flags
    _show_files(message, draft)
    if not any((message.content, message.embeds, message.components, message.attachments)):
        raise refusal("empty")


def _keep(message: Message, draft: Draft) -> None:
    if draft.kept is ABSENT:
        return
    known = {attachment.id: attachment for attachment in message.attachments}
    unknown = [number for number in draft.kept if number not in known]
    if unknown:
        form = Form()
        form.refuse(("attachments",), "ATTACHMENT_NOT_FOUND", f"Unknown attachments: {unknown}")
        form.done()
    message.attachments = [known[number] for number in draft.kept]
    for number, description in draft.kept.items():
        if description is not None:
            known[number].description = description


def _show_files(message: Message, draft: Draft) -> None:
    """Let embeds and components that name an attachment show it."""
    by_name: dict[str, Attachment] = {attachment.name: attachment for attachment in message.attachments}
    for attachment in message.attachments:
        attachment.is_embedded = False
    for embed in message.embeds:
        for key in ("image", "thumbnail"):
            url = embed.get(key, {}).get("url", "")
            named = by_name.get(url.removeprefix("attachment://"))
            shown = named or next((one for one in message.attachments if one.url == url), None)
            if shown is not None:
                embed[key] = {"url": shown.url, "proxy_url": shown.url}
                shown.is_embedded = True
    missing = [name for name in draft.shown_files if name not in by_name]
    if missing:
        form = Form()
        form.refuse(("components",), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", f"{missing[0]}")
        form.done()


def _number(components: list[dict[str, Any]], number: int = 0) -> int:
    """Give every component the id that Discord gives it."""
    for component in components:
        number += 1
        component.setdefault("id", number)
        number = _number(component.get("components", []), number)
    return number


def edit(discord: Discord, message: Message, draft: Draft) -> None:
    """Edit a message: nobody is notified, and how it read before is remembered."""
    before = Revision(
        datetime.now(UTC),
        message.content,
        tuple(message.embeds),
        tuple(message.components),
        tuple(message.attachments),
    )
    state = (message.content, message.embeds, message.components, message.attachments)
    try:
        fill(discord, message, draft)
    except Exception:
        message.content, message.embeds, message.components, message.attachments = state
        raise
    if message.is_loading:
        message.is_loading = False
    else:
        message.revisions.append(before)
    message.edited = datetime.now(UTC)
    message.mentioned = mentions.find(message, draft.allowed, discord.users).users


def post(discord: Discord, message: Message, draft: Draft) -> Message:
    """Put a new message into its channel and notify whom it mentions."""
    fill(discord, message, draft)
    if draft.flags & EPHEMERAL:
        message.flags |= EPHEMERAL
    found = mentions.find(message, draft.allowed, discord.users)
    mentions.record(message, found)
    message.channel.every_message[message.id] = message
    if message.channel.thread is not None and not message.is_ephemeral:
        # Whoever writes in a thread or is mentioned there is in it.
        for user in (message.author, *found.users):
            message.channel.thread.members.setdefault(user.id, message.created)
    return message
