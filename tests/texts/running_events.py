"""The keys that code puts together when a tournament runs."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules.tournament.eventrules import TieBreak
from rules.tournament.history import Was
from rules.tournament.tie_breaks import Cut, Treated
from rules.tournament.trf import Unsaid

WHITE_BY = ("order", "lot", "younger", "swap", "pairing")
IDLE = ("bye", "requested-bye", "rest", "sits-out")
PART_OF_THE_TABLE = (Treated.OPPONENT, Treated.ROUND)
WITHOUT_A_NUMBER = (TieBreak.LOTS, TieBreak.EXTRA_GAME)


def running_events() -> Mapping[str, Iterable[str]]:
    return {
        "cannot-pair.": [
            *("rounds-unknown", "round-not-over", "too-few", "all-have-met", "byes-used"),
            *("forbidden-pairs", "colours", "engine", "too-long", "system-unknown"),
        ],
        "cannot-pair.can.": ["set-rounds", "finish-round", "fewer-rounds", "allow-pairs", "round-robin"],
        "colours.": WHITE_BY,
        "cut.": _values(Cut),
        "export.lost.": _values(Unsaid),
        "pairing.idle.": IDLE,
        "pairing.label.": ["final", "third-place", "three-way"],
        "pairing.short.": IDLE,
        "prize-list.": ["boy", "girl"],
        "round.": ["final", "third-place", "three-way"],
        "tie-break.short.": [one.value for one in TieBreak if one not in WITHOUT_A_NUMBER],
        "treated.": [one.value for one in Treated if one not in PART_OF_THE_TABLE],
        "was.": _values(Was),
    }


def _values(enumeration: Any) -> list[str]:
    return [str(member.value) for member in enumeration]
