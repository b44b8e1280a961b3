"""Lots that anybody can check with a hash tool; no name enters the hash.

1. A secret text is chosen when sign-up opens, and its SHA-256 published: the *commitment*.
2. When sign-up has closed, entrants may add words. What enters the lots is the SHA-256 of each, so that a
   word can be erased and the lots still be checked. They are written ``NUMBER=HASH``, by ascending entrants'
   numbers, with single spaces between them; without words this text is empty.
3. With the draw the secret is published. The *key of the event* is SHA-256(``SECRET:WORDS``), the key of an
   entrant SHA-256(``KEY:lots:NUMBER``), all in lower-case hex of UTF-8 text. Entrants are taken in the order
   of their keys: the first has lot 1.

Everything else that an event draws (byes, colours, a second stage) follows from the key of the event too,
each with a purpose of its own in the place of ``lots``.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum

from rules.tournament.draw import Draw
from rules.tournament.model import EntrantNo
from rules.tournament.refusals import EventRefused, Refusal

PURPOSE = "lots"
LONGEST_WORD = 30


def commitment_of(secret: str) -> str:
    """The hash that is published before anything depends on the secret."""
    return _sha256(secret)


def normal_word(text: str) -> str:
    """A word as it enters the lots, in composed letters. Raises EventRefused for what is no single word."""
    word = unicodedata.normalize("NFC", text).strip()
    if not 0 < len(word) <= LONGEST_WORD or not word.isprintable() or any(sign.isspace() for sign in word):
        raise EventRefused(Refusal.BAD_WORD, longest=LONGEST_WORD)
    return word


def hash_of_word(text: str) -> str:
    """What a word adds to the lots. Raises EventRefused for what is no single word."""
    return _sha256(normal_word(text))


def is_hash(text: str) -> bool:
    """Whether a text can be the SHA-256 of something, in lower-case hex."""
    return len(text) == 64 and all(sign in "0123456789abcdef" for sign in text)


def format_words(words: Mapping[EntrantNo, str]) -> str:
    """The hashes of all words, as they are hashed once more."""
    return " ".join(f"{number}={words[number]}" for number in sorted(words))


def event_draw(secret: str, words: Mapping[EntrantNo, str]) -> Draw:
    """What everything drawn in an event follows from; ``words`` are hashes of words, here and below."""
    return Draw(_sha256(f"{secret}:{format_words(words)}"))


def draw_order(
    secret: str, words: Mapping[EntrantNo, str], numbers: Collection[EntrantNo]
) -> tuple[EntrantNo, ...]:
    """Entrants in the order of their lots."""
    return event_draw(secret, words).order(PURPOSE, tuple(numbers))


class Verdict(StrEnum):
    """Whether a draw was right; shown by key."""

    RIGHT = "right"
    OTHER_SECRET = "other-secret"  # noqa: S105 - a word for the reader, no secret
    """the secret is not the one whose hash was published"""
    OTHER_ORDER = "other-order"
    """the order does not follow from secret, numbers and words"""


def verify(
    secret: str,
    commitment: str,
    numbers: Collection[EntrantNo],
    words: Mapping[EntrantNo, str],
    order: Sequence[EntrantNo],
) -> Verdict:
    """Check a published draw: ``numbers`` are those who took part in it, ``order`` is what was announced."""
    if commitment_of(secret) != commitment.strip().lower():
        return Verdict.OTHER_SECRET
    right = draw_order(secret, words, numbers) == tuple(order)
    return Verdict.RIGHT if right else Verdict.OTHER_ORDER


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
