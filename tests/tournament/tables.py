"""Sections written down by hand: rounds as lines of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.tournament.eventrules import MatchRule, System
from rules.tournament.model import (
    BoardNo,
    EntrantNo,
    How,
    MatchGame,
    Pairing,
    PairingKind,
    Round,
    Section,
)
from tests.tournament.swiss_events import section_of

RESULTS = {
    "1": ("1-0", How.PLAYED),
    "0": ("0-1", How.PLAYED),
    "=": ("1/2-1/2", How.PLAYED),
    "1+": ("1+", How.PLAYED),
    "1-": ("1-", How.PLAYED),
    "+": ("1-0", How.FORFEIT),
    "-": ("0-1", How.FORFEIT),
    "--": ("0-0", How.BOTH_ABSENT),
    "x": ("1-0", How.ANNULLED),
}
TURNED = {"1": "0", "0": "1", "=": "=", "1+": "1-", "1-": "1+", "+": "-", "-": "+", "--": "--"}
BYES = {"bye": PairingKind.BYE, "half": PairingKind.REQUESTED_BYE}


def section(
    count: int,
    *rounds: str,
    system: System = System.SWISS,
    match: MatchRule = MatchRule(),  # noqa: B008
) -> Section:
    """A section of ``count`` entrants. A round is a text: ``1-2 =, 3-4 1 0, 5 bye, 6-7 ?, extra 8-9 1``.

    It names White and Black of the first game and what each game brought the first of the two (colours swap);
    ``?`` is open. Whoever is left out is absent.
    """
    built = section_of(count, len(rounds), system)
    return replace(
        built, rounds=tuple(_round(number, text, match) for number, text in enumerate(rounds, start=1))
    )


def _round(number: int, text: str, match: MatchRule) -> Round:
    pairings = [
        _pairing(BoardNo(at), words.split(), match) for at, words in enumerate(text.split(","), start=1)
    ]
    return Round(number, tuple(pairings))


def _pairing(board: BoardNo, words: Sequence[str], match: MatchRule) -> Pairing:
    kind = PairingKind.GAME
    if words[0] == "extra":
        kind, words = PairingKind.EXTRA, words[1:]
    if words[1] in BYES:
        return Pairing(board, BYES[words[1]], EntrantNo(int(words[0])), None, match, is_decided=True)
    white, black = (EntrantNo(int(number)) for number in words[0].split("-"))
    games = []
    for at, word in enumerate(words[1:]):
        sides = (white, black) if at % 2 == 0 else (black, white)
        result, how = (None, How.PLAYED) if word == "?" else RESULTS[word if at % 2 == 0 else TURNED[word]]
        games.append(MatchGame(*sides, result, how))
    return Pairing(board, kind, white, black, match, tuple(games), is_decided="?" not in words)
