"""Texts as Telegram reads them: HTML markup taken apart, plain words looked through for commands and names.

Offsets and lengths of entities count UTF-16 code units, as everywhere in the Bot API; the places that
refusals name count bytes of UTF-8.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.servers.telegram.errors import Refused, bad_request

Entity = dict[str, Any]

TYPES = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "tg-emoji": "custom_emoji",
    "a": "text_link",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
}
RANK = {
    "blockquote": 0,
    "expandable_blockquote": 0,
    "pre": 11,
    "code": 20,
    "text_link": 49,
    "text_mention": 49,
}
RANK |= {"bold": 90, "italic": 91, "underline": 92, "strikethrough": 93, "spoiler": 94, "custom_emoji": 99}
NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot)(?![a-zA-Z]));?")
NAME = re.compile(r"""[^\s=>"'/]+""")
VALUE = re.compile(r"""\s*=\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9.-]*))""")
USER_LINK = re.compile(r"tg://user\?id=(\d+)")
LINK = re.compile(r"(?:(?:https?|tg|ton)://)?[^\s/]+\.?[^\s]*", re.IGNORECASE)
FOUND = (
    ("bot_command", re.compile(r"(?<![\w/<>@])/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/])")),
    ("url", re.compile(r"(?<![\w@])https?://[^\s<>\"]+")),
    ("mention", re.compile(r"(?<![\w@/])@[A-Za-z0-9_]{4,32}(?!\w)")),
    ("hashtag", re.compile(r"(?<!\w)#\w*[^\W\d]\w*")),
)


def units(text: str) -> int:
    """The length of a text in UTF-16 code units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


@dataclass(slots=True)
class _Open:
    tag: str
    argument: str
    start: int


class _Reader:
    """One pass over a marked-up text."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.at = 0
        self.text: list[str] = []
        self.length = 0
        self.entities: list[Entity] = []
        self.open: list[_Open] = []

    def read(self) -> tuple[str, list[Entity]]:
        while self.at < len(self.source):
            if self.source[self.at] != "<":
                self.plain()
            elif self.source.startswith("</", self.at):
                self.end_tag()
            else:
                self.start_tag()
        if self.open:
            raise cannot(f'Can\'t find end tag corresponding to start tag "{self.open[-1].tag}"')
        text = "".join(self.text)
        if any("\ud800" <= character <= "\udfff" for character in text):
            raise cannot("Text contains invalid Unicode characters after decoding HTML entities")
        return text, in_order(self.entities)

    def plain(self) -> None:
        character, self.at = decoded(self.source, self.at)
        self.text.append(character)
        self.length += units(character)

    def start_tag(self) -> None:
        begin = self.at
        match = re.compile(r"<([^\s>]*)").match(self.source, begin)
        assert match
        if match.end() == len(self.source):
            raise self.cannot("Unclosed start tag", begin)
        tag = match[1].lower()
        if tag not in TYPES:
            raise self.cannot(f'Unsupported start tag "{tag}"', begin)
        self.at = match.end()
        attributes = self.attributes(tag, begin)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise self.cannot('Tag "span" must have class "tg-spoiler"', begin)
        argument = {
            "a": attributes.get("href", ""),
            "tg-emoji": attributes.get("emoji-id", ""),
            "code": attributes.get("class", "").removeprefix("language-"),
            "blockquote": "expandable" if "expandable" in attributes else "",
        }.get(tag, "")
        self.open.append(_Open(tag, argument, self.length))

    def attributes(self, tag: str, begin: int) -> dict[str, str]:
        found: dict[str, str] = {}
        while self.at < len(self.source):
            self.at += len(self.source[self.at :]) - len(self.source[self.at :].lstrip())
            if self.source.startswith(">", self.at):
                self.at += 1
                return found
            name = NAME.match(self.source, self.at)
            if not name:
                break
            self.at = name.end()
            found[name[0].lower()] = self.value(tag, begin)
        if self.at >= len(self.source):
            raise self.cannot(f'Unclosed start tag "{tag}"', begin)
        raise self.cannot(f'Empty attribute name in the tag "{tag}"', begin)

    def value(self, tag: str, begin: int) -> str:
        value = VALUE.match(self.source, self.at)
        if not value:
            return ""
        self.at = value.end()
        follows = self.source[self.at : self.at + 1]
        if value[3] is None:
            return decode(value[1] or value[2] or "")
        if follows == "" or (follows in "\"'" and not value[3]):
            raise self.cannot(f'Unclosed start tag "{tag}"', begin)
        if not follows.isspace() and follows != ">":
            raise self.cannot("Unexpected end of name token", value.start(3))
        return value[3].lower()

    def end_tag(self) -> None:
        begin = self.at
        if not self.open:
            raise self.cannot("Unexpected end tag", begin)
        match = re.compile(r"</([^\s>]*)\s*>").match(self.source, begin)
        if not match:
            raise self.cannot("Unclosed end tag", begin)
        opened = self.open.pop()
        closed = match[1].lower()
        if closed and closed != opened.tag:
            what = f'Unmatched end tag at byte offset {self.bytes(begin)}, expected "</{opened.tag}>", found'
            raise cannot(f'{what} "</{closed}>"')
        self.at = match.end()
        if self.length > opened.start:
            self.close(opened)

    def close(self, opened: _Open) -> None:
        entity: Entity = {
            "type": TYPES[opened.tag],
            "offset": opened.start,
            "length": self.length - opened.start,
        }
        if opened.tag == "a":
            if not self.link(opened, entity):
                return
        elif opened.tag == "tg-emoji":
            if not opened.argument.isdigit():
                raise cannot("Invalid custom emoji identifier specified")
            entity["custom_emoji_id"] = opened.argument
        elif opened.tag == "blockquote" and opened.argument:
            entity["type"] = "expandable_blockquote"
        elif opened.tag == "pre" and self.entities and same_span(self.entities[-1], entity):
            inner = self.entities.pop()
            if inner.get("language"):
                entity["language"] = inner["language"]
        elif opened.tag == "code" and opened.argument and any(above.tag == "pre" for above in self.open):
            entity["language"] = opened.argument
        self.entities.append(entity)

    def link(self, opened: _Open, entity: Entity) -> bool:
        """Whether the address makes a link; one that does not is left out without a word."""
        url = opened.argument or "".join(self.text)[-entity["length"] :]
        if user := USER_LINK.fullmatch(url):
            entity |= {"type": "text_mention", "user": int(user[1])}
            return True
        entity["url"] = url
        return bool(LINK.fullmatch(url))

    def bytes(self, at: int) -> int:
        return len(self.source[:at].encode("utf-8", "surrogatepass"))

    def cannot(self, what: str, at: int) -> Refused:
        return cannot(f"{what} at byte offset {self.bytes(at)}")


def cannot(what: str) -> Refused:
    return bad_request(f"can't parse entities: {what}")


def decoded(source: str, at: int) -> tuple[str, int]:
    """The character at a place, a reference to one resolved, and where the next begins."""
    if source[at] == "&" and (match := REFERENCE.match(source, at)):
        if match[3]:
            return NAMED[match[3]], match.end()
        code = int(match[1], 16) if match[1] else int(match[2])
        if 0 < code < 0x10FFFF:
            return chr(code), match.end()
    return source[at], at + 1


def decode(source: str) -> str:
    text, at = "", 0
    while at < len(source):
        character, at = decoded(source, at)
        text += character
    return text


def same_span(one: Entity, other: Entity) -> bool:
    return one["type"] == "code" and (one["offset"], one["length"]) == (other["offset"], other["length"])


def in_order(entities: Sequence[Entity]) -> list[Entity]:
    """From left to right, what is around something before it."""
    return sorted(
        entities, key=lambda entity: (entity["offset"], -entity["length"], RANK.get(entity["type"], 50))
    )


def parse_html(source: str) -> tuple[str, list[Entity]]:
    """The words of a marked-up text and its entities.

    Raises Refused, with Telegram's own sentence, where the markup is not its HTML.
    """
    return _Reader(source).read()


def found_in(text: str, known: Sequence[Entity] = ()) -> list[Entity]:
    """Commands, addresses, names and tags in plain words, outside what is ``known`` already."""
    taken = [
        (entity["offset"], entity["offset"] + entity["length"])
        for entity in known
        if entity["type"] in ("code", "pre", "text_link", "text_mention")
    ]
    found: list[Entity] = []
    for kind, pattern in FOUND:
        for match in pattern.finditer(text):
            start, length = units(text[: match.start()]), units(match[0])
            if all(start + length <= begin or end <= start for begin, end in taken):
                taken.append((start, start + length))
                found.append({"type": kind, "offset": start, "length": length})
    return found


def read_text(source: str, parse_mode: str | None) -> tuple[str, list[Entity]]:
    """What a bot wrote: its words without the space around them, and all entities in them."""
    entities: list[Entity] = []
    if parse_mode is None:
        text = source
    elif parse_mode.lower() == "html":
        text, entities = parse_html(source)
    else:
        raise bad_request("unsupported parse_mode")
    text = text.replace("\r", "")
    stripped = text.lstrip()
    cut = units(text) - units(stripped)
    stripped = stripped.rstrip()
    kept = []
    for entity in entities:
        start = max(0, entity["offset"] - cut)
        end = min(units(stripped), entity["offset"] + entity["length"] - cut)
        if start < end:
            kept.append(entity | {"offset": start, "length": end - start})
    return stripped, in_order([*kept, *found_in(stripped, kept)])
