"""As what Telegram takes a picture or a file."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum

from telegram import InputFile, InputMediaAnimation, InputMediaDocument, InputMediaPhoto, Message
from telegram.constants import ParseMode

from bot.chats.port import Attachment, Rendered
from bot.chats.telegram.limits import LARGEST_PHOTO, LONGEST_SIDES, STEEPEST

_PNG = b"\x89PNG\r\n\x1a\n"


class Kind(StrEnum):
    PHOTO = "photo"
    ANIMATION = "animation"
    DOCUMENT = "document"


@dataclass(frozen=True, slots=True)
class Media:
    """``digest`` is the same for what looks the same."""

    kind: Kind
    file: Attachment
    digest: str

    def upload(self) -> InputFile:
        return InputFile(self.file.content, filename=self.file.name)

    def for_edit(
        self, file: str | InputFile, caption: str
    ) -> InputMediaPhoto | InputMediaAnimation | InputMediaDocument:
        """What a message is to show instead; ``caption`` is HTML."""
        if isinstance(file, InputFile):
            file = InputFile(self.file.content, filename=self.file.name, attach=True)
        match self.kind:
            case Kind.PHOTO:
                return InputMediaPhoto(file, caption or None, ParseMode.HTML)
            case Kind.ANIMATION:
                return InputMediaAnimation(file, caption=caption or None, parse_mode=ParseMode.HTML)
            case Kind.DOCUMENT:
                return InputMediaDocument(file, caption or None, ParseMode.HTML)


def media_of(message: Rendered) -> Media | None:
    """What ``message`` shows, a picture before a file."""
    if message.image is not None:
        return _media(_kind_of(message.image), message.image)
    return None if message.file is None else document(message.file)


def document(file: Attachment) -> Media:
    return _media(Kind.DOCUMENT, file)


def file_id_in(message: Message, kind: Kind) -> str | None:
    """Telegram's id of what ``message`` shows, by which it can be shown again."""
    if kind is Kind.PHOTO:
        return message.photo[-1].file_id if message.photo else None
    shown = message.animation if kind is Kind.ANIMATION else message.document
    return None if shown is None else shown.file_id


def _media(kind: Kind, file: Attachment) -> Media:
    return Media(kind, file, f"{kind}:{hashlib.sha256(file.content).hexdigest()}:{file.name}")


def _kind_of(image: Attachment) -> Kind:
    if image.mime == "image/gif":
        return Kind.ANIMATION
    return Kind.PHOTO if _is_photo(image.content) else Kind.DOCUMENT


def _is_photo(content: bytes) -> bool:
    """Whether a picture is small and square enough to be shown as one; otherwise it is a file to open."""
    if len(content) > LARGEST_PHOTO:
        return False
    if not content.startswith(_PNG) or len(content) < 24:
        return True
    width, height = (int.from_bytes(content[at : at + 4]) for at in (16, 20))
    return width + height <= LONGEST_SIDES and max(width, height) <= STEEPEST * min(width, height)
