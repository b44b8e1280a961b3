"""Files: what may be sent as what, and where it is kept."""

from __future__ import annotations

import io
import mimetypes
import secrets
import warnings
from dataclasses import dataclass, replace
from pathlib import PurePath

from PIL import Image, UnidentifiedImageError

from tests.servers.telegram.errors import Refused, bad_request
from tests.servers.telegram.model import StoredFile

LARGEST = 50 * 2**20
LARGEST_PHOTO = 10 * 2**20
LARGEST_DOWNLOAD = 20 * 2**20
LONGEST_SIDES = 10_000
STEEPEST = 20


@dataclass(frozen=True, slots=True)
class Uploaded:
    """A part of a form that has a file name: that alone makes it a file."""

    name: str
    content: bytes


class Files:
    """All that was ever uploaded, by its id and by its path."""

    def __init__(self) -> None:
        self.by_id: dict[str, StoredFile] = {}
        self.by_path: dict[str, StoredFile] = {}

    def known(self, file_id: str, kind: str) -> StoredFile:
        """The file that an id names. Raises Refused where there is none, or where it is of another kind."""
        if file_id.startswith(("http://", "https://")):
            raise bad_request("failed to get HTTP URL content")
        file = self.by_id.get(file_id)
        if file is None:
            raise bad_request("wrong file identifier/HTTP URL specified")
        if file.kind != kind:
            raise bad_request(f"can't use file of type {file.kind.title()} as {kind.title()}")
        return file

    def keep(self, kind: str, upload: Uploaded) -> StoredFile:
        """Take in an upload as a photo, an animation or a document. Raises Refused where it is none."""
        if not upload.content:
            raise bad_request("file must be non-empty")
        if len(upload.content) > LARGEST:
            raise Refused(413, "Request Entity Too Large")
        if not upload.name.strip():
            raise bad_request("file must have a name")
        width, height = 0, 0
        if kind == "photo":
            width, height = measured_photo(upload.content)
        elif kind == "animation":
            if not is_animation(upload.content):
                kind = "document"
            elif upload.content.startswith(b"GIF8"):
                width, height = measured(upload.content)
        number = len(self.by_path)
        suffix = ".jpg" if kind == "photo" else PurePath(upload.name).suffix
        file = StoredFile(
            id=f"{kind[:2].upper()}{number}_{secrets.token_urlsafe(12)}",
            unique_id=f"AQ{number}",
            kind=kind,
            content=upload.content,
            name=upload.name,
            mime=mimetypes.guess_type(upload.name)[0] or "application/octet-stream",
            path=f"{kind}s/file_{number}{suffix}",
            width=width,
            height=height,
        )
        self.by_id[file.id] = self.by_path[file.path] = file
        if kind == "photo":
            file.small = self._preview(file)
        return file

    def _preview(self, file: StoredFile) -> StoredFile:
        """The small size of a photo, for its id alone: nobody looks at it."""
        small = replace(
            file, id=f"{file.id}s", unique_id=f"{file.unique_id}s", width=90, height=90, content=b"s"
        )
        self.by_id[small.id] = small
        return small


def measured_photo(content: bytes) -> tuple[int, int]:
    if len(content) > LARGEST_PHOTO:
        raise bad_request("file is too big")
    width, height = measured(content)
    if width + height > LONGEST_SIDES or max(width, height) > STEEPEST * min(width, height):
        raise bad_request("PHOTO_INVALID_DIMENSIONS")
    return width, height


def measured(content: bytes) -> tuple[int, int]:
    """Width and height of a picture that can be read to its end."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with Image.open(io.BytesIO(content)) as picture:
                picture.load()
                return picture.size
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, Image.DecompressionBombWarning):
        raise bad_request("IMAGE_PROCESS_FAILED") from None


def is_animation(content: bytes) -> bool:
    return content.startswith(b"GIF8") or content[4:8] == b"ftyp"
