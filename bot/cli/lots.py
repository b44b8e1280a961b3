"""``damka lots verify``: whether a published draw is right, for anybody who was there."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bot.cli.output import Output
from bot.cli.problems import Problem
from bot.replies import said
from rules.tournament.lots import PURPOSE as LOTS
from rules.tournament.lots import (
    Verdict,
    commitment_of,
    draw_order,
    event_draw,
    hash_of_word,
    is_hash,
    verify,
)
from rules.tournament.model import EntrantNo
from rules.tournament.refusals import EventRefused

LARGEST_FILE = 1 << 24
_WORD = re.compile(r"([1-9][0-9]{0,6})=(\S+)")


@dataclass(frozen=True, slots=True)
class Published:
    """What was announced: the hash at the opening; the secret, words and order with the draw."""

    secret: str
    commitment: str | None
    order: tuple[EntrantNo, ...]
    words: Mapping[EntrantNo, str]


def lots(options: argparse.Namespace, output: Output) -> int:
    """Check a draw from a file or from the command line: 0 where it is right, 2 where it is not."""
    published = _from_file(options.file) if options.file is not None else _from_options(options)
    commitment = published.commitment or commitment_of(published.secret)
    verdict = verify(published.secret, commitment, published.order, published.words, published.order)
    if options.json:
        output.json(
            {
                "verdict": verdict.value,
                "commitment": commitment_of(published.secret),
                "order": list(draw_order(published.secret, published.words, published.order)),
                "keys": _keys(published),
            }
        )
    else:
        output.say(said(f"cli.lots.{verdict.value}"))
        if published.commitment is None:
            output.say(said("cli.lots.compare", hash=commitment))
    return 0 if verdict is Verdict.RIGHT else 2


def _keys(published: Published) -> dict[str, str]:
    draw = event_draw(published.secret, published.words)
    return {str(number): draw.key(LOTS, number) for number in published.order}


def _from_options(options: argparse.Namespace) -> Published:
    if options.secret is None or options.order is None:
        raise Problem(said("cli.lots.give"))
    return Published(
        options.secret, options.commitment, _order(re.split(r"[\s,]+", options.order)), _words(options.words)
    )


def _order(items: Sequence[Any]) -> tuple[EntrantNo, ...]:
    """Entrants' numbers, each once. Raises Problem."""
    texts = [str(item) for item in items if str(item)]
    if not texts or not all(re.fullmatch(r"[1-9][0-9]{0,6}", text) for text in texts):
        raise Problem(said("cli.lots.bad-order"))
    numbers = tuple(EntrantNo(int(text)) for text in texts)
    if len(set(numbers)) < len(numbers):
        raise Problem(said("cli.lots.bad-order"))
    return numbers


def _words(given: str | None) -> dict[EntrantNo, str]:
    """``3=oak 12=fox``, as words or as their hashes. Raises Problem."""
    words = {}
    for item in (given or "").split():
        found = _WORD.fullmatch(item)
        if found is None:
            raise Problem(said("cli.lots.bad-words", word=item[:64]))
        words[EntrantNo(int(found[1]))] = _hashed(found[2])
    return words


def _hashed(word: str) -> str:
    try:
        return word if is_hash(word) else hash_of_word(word)
    except EventRefused:
        raise Problem(said("cli.lots.bad-words", word=word[:64])) from None


def _from_file(path: Path) -> Published:
    """The export of an event, or only its part about the lots, as JSON. Raises Problem."""
    try:
        with path.open("rb") as file:
            content = json.loads(file.read(LARGEST_FILE))
        part = content.get("event", content)
        part = part.get("lots", part)
        secret, commitment = part["secret"], part.get("commitment") or None
        words, order = part.get("words") or {}, part["order"]
        if not isinstance(secret, str) or not isinstance(words, dict) or not isinstance(order, list):
            raise TypeError
        is_by_hand = bool(part.get("by_hand"))
        given = " ".join(f"{number}={word}" for number, word in words.items())
    except OSError:
        raise Problem(said("cli.lots.no-file", path=str(path))) from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Problem(said("cli.lots.bad-file", path=str(path))) from None
    if is_by_hand:
        raise Problem(said("cli.lots.by-hand"))
    return Published(secret, commitment, _order(order), _words(given))
