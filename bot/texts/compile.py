"""Makes one compiled catalogue a language of its topic files: ``python -m bot.texts.compile``.

The only place that needs Babel; it runs in the build and in ``make``, never in the bot.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

from bot.texts import DOMAIN, FOLDER, LANGUAGES, compiled_file

_LINE = re.compile(r'|#.*|(?:(?:msgid(?:_plural)?|msgstr(?:\[[0-9]\])?) +)?"(?:[^"\\]|\\.)*"')


class FaultyTopic(Exception):
    """A topic file that cannot be compiled; says the file, the key or line, and what is wrong."""


def topic_files(language: str, folder: Path = FOLDER) -> list[Path]:
    return sorted((folder / language).glob("*.po"))


def read_topic(path: Path, language: str) -> Iterator[Message]:
    """The messages of one topic file without its header. Raises FaultyTopic."""
    try:
        lines = path.read_text("utf-8").splitlines()
        # Babel forgives an open quotation mark.
        for number, line in enumerate(lines, 1):
            if not _LINE.fullmatch(line.strip()):
                raise FaultyTopic(f"{path}:{number}: this is no line of a catalogue: {line}")
        catalogue = read_po([line + "\n" for line in lines], locale=language, abort_invalid=True)
    except (PoFileError, ValueError) as error:
        raise FaultyTopic(f"{path}: {error}") from error
    keys = Counter(line for line in lines if line.startswith("msgid ") and line != 'msgid ""')
    for line, times in keys.items():
        if times > 1:
            raise FaultyTopic(f"{path}: {line} stands twice")
    yield from (message for message in catalogue if message.id)


def merge_topics(language: str, folder: Path = FOLDER) -> Catalog:
    """All topics of a language in one catalogue. Raises FaultyTopic where two of them hold the same key."""
    merged = Catalog(locale=language, domain=DOMAIN, charset="utf-8")
    for path in topic_files(language, folder):
        for message in read_topic(path, language):
            key = key_of(message)
            if merged.get(key) is not None:
                raise FaultyTopic(f"{path}: {key} stands in another topic too")
            merged.add(message.id, message.string)
    return merged


def key_of(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def is_current(language: str, folder: Path = FOLDER) -> bool:
    """Whether the compiled catalogue is as new as every topic file of the language."""
    compiled = compiled_file(folder, language)
    sources = [folder / language, *topic_files(language, folder)]
    return compiled.exists() and all(
        compiled.stat().st_mtime_ns >= path.stat().st_mtime_ns for path in sources
    )


def compile_catalogues(folder: Path = FOLDER) -> None:
    """Compile what is not current. Raises FaultyTopic, then nothing of that language has changed."""
    for language in LANGUAGES:
        if is_current(language, folder):
            continue
        merged = merge_topics(language, folder)
        compiled = compiled_file(folder, language)
        compiled.parent.mkdir(parents=True, exist_ok=True)
        # Under a name of its own first: a bot that starts meanwhile reads the old or the new one, whole.
        draft = compiled.with_suffix(f".{os.getpid()}")
        with draft.open("wb") as file:
            write_mo(file, merged)
        draft.replace(compiled)


if __name__ == "__main__":
    try:
        compile_catalogues()
    except FaultyTopic as fault:
        sys.exit(str(fault))
