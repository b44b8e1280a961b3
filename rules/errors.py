"""What can go wrong in the rules: codes and data, never sentences.

The catalogues of ``bot.texts`` turn a code and its data into words; nothing here is meant for a reader.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.moves import Move


class RulesError(Exception):
    """Base of every error of this package.

    ``code`` is stable and names the case; ``data`` holds what a sentence about it needs.
    """

    code = "rules"

    def __init__(self, **data: Any) -> None:
        self.data: Mapping[str, Any] = data
        super().__init__(f"{self.code}: {data}" if data else self.code)


class WhyIllegal(StrEnum):
    """Why a readable move is not allowed; the values are stored and shown by key."""

    NO_PIECE = "no-piece"
    NOT_YOURS = "not-yours"
    MUST_CAPTURE = "must-capture"
    MUST_CAPTURE_MORE = "must-capture-more"
    MUST_CAPTURE_BETTER = "must-capture-better"
    MUST_CONTINUE = "must-continue"
    NOT_REACHABLE = "not-reachable"
    KING_MUST_REST = "king-must-rest"
    # the trail game
    NOT_THE_ROOK = "not-the-rook"
    ATTACKED = "attacked"
    TAKES_ROOK = "takes-rook"
    TAKES_PROTECTED = "takes-protected"
    BLOCKED_LINE = "blocked-line"
    NOT_A_LINE = "not-a-line"
    OWN_TRACE = "own-trace"

    @property
    def is_missed_capture(self) -> bool:
        """Whether the piece could go there, were it not for a capture that is due."""
        return self in _MISSED_CAPTURES


_MISSED_CAPTURES = frozenset(
    (
        WhyIllegal.MUST_CAPTURE,
        WhyIllegal.MUST_CAPTURE_MORE,
        WhyIllegal.MUST_CAPTURE_BETTER,
        WhyIllegal.MUST_CONTINUE,
    )
)


class MoveError(RulesError):
    """Base of what can be wrong with a move; ``text`` is what was read."""

    code = "move"

    def __init__(self, text: str, **data: Any) -> None:
        self.text = text
        super().__init__(text=text, **data)


class UnparsableMove(MoveError):
    """The text is no move in any notation of the game."""

    code = "move-unparsable"


class IllegalMove(MoveError):
    """A readable move that the position does not allow; ``instead`` are moves that it does allow."""

    code = "move-illegal"

    def __init__(self, text: str, why: WhyIllegal, instead: tuple[Move, ...] = ()) -> None:
        self.why = why
        self.instead = instead
        super().__init__(text, why=why, instead=instead)


class AmbiguousMove(MoveError):
    """The short form fits several moves; ``candidates`` are all of them."""

    code = "move-ambiguous"

    def __init__(self, text: str, candidates: tuple[Move, ...]) -> None:
        self.candidates = candidates
        super().__init__(text, candidates=candidates)


class FenError(RulesError):
    """A position text that cannot be read: ``reason`` is a code, ``part`` the piece of text at fault."""

    code = "fen"

    def __init__(self, reason: str, part: str = "") -> None:
        self.reason = reason
        self.part = part
        super().__init__(reason=reason, part=part)


class PdnError(RulesError):
    """A PDN text that cannot be read, with the 1-based line of the fault."""

    code = "pdn"

    def __init__(self, reason: str, line: int, part: str = "") -> None:
        self.reason = reason
        self.line = line
        self.part = part
        super().__init__(reason=reason, line=line, part=part)


class ActionRefused(RulesError):
    """An action that the state of a game does not allow; ``reason`` is a code, data explains it."""

    code = "refused"

    def __init__(self, reason: str, **data: Any) -> None:
        self.reason = reason
        super().__init__(reason=reason, **data)
