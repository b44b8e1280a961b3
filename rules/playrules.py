"""What a regulation says about the play of one game, as the values that ``rules.game`` runs on.

Every article is a text such as ``7.9``; an empty one means that the document is silent there. Where an
article may be None, None means that the regulation does not know the thing at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from rules.draws import ArbiterDraw, DrawRule
from rules.errors import WhyIllegal
from rules.gametype import GameType


@dataclass(frozen=True, slots=True)
class Articles:
    """The articles of the ends that need no rule of their own.

    ``adjudged_win`` and ``adjudged_draw`` are None where the arbiter may not decide so.
    """

    no_pieces: str = ""
    blocked: str = ""
    resignation: str = ""
    flag: str = ""
    deadline: str = ""
    forfeit: str = ""
    adjudged_win: str | None = ""
    adjudged_draw: str | None = ""


@dataclass(frozen=True, slots=True)
class Agreement:
    """Whether players may agree on a draw (or to stop play), from move ``from_move`` (1-based) on."""

    allowed: bool
    article: str
    from_move: int = 1


@dataclass(frozen=True, slots=True)
class CountKings:
    """When play stops without a win, the kings on the board decide; men never count.

    ``return_game``: an equal number brings a return game with colours swapped.
    """

    equal_article: str
    more_article: str
    return_game: bool


@dataclass(frozen=True, slots=True)
class Advantage:
    """Draws with advantage: ``margin`` men ahead on the final position, a king counting ``king_value``.

    ``agreement_article`` lets an agreement name the better side below the margin.
    """

    margin: int
    king_value: int
    article: str
    agreement_article: str


@dataclass(frozen=True, slots=True)
class ImpossibleMoves:
    """Impossible moves are returned and counted per player: at ``limit`` the game may be declared lost."""

    limit: int
    article: str


@dataclass(frozen=True, slots=True)
class FirstWhite:
    """Who has White in a first game: drawn by lot, or the younger player."""

    by: Literal["lot", "younger"]
    article: str


@dataclass(frozen=True, slots=True)
class PlayRules:
    """One regulation's rules of play.

    ``draws`` in the order in which they are judged. ``watch`` is the repetition that the arbiter is told of.
    ``hints``: whether legal moves are shown. ``huff_article``: where a missed capture is punished.
    ``forbidden_by``: which article forbids what, for the answer to a move that is not allowed.
    """

    game_type: GameType[Any]
    draws: tuple[DrawRule, ...]
    articles: Articles
    agreement: Agreement
    first_white: FirstWhite
    hints: bool
    count_kings: CountKings | None = None
    advantage: Advantage | None = None
    impossible: ImpossibleMoves | None = None
    watch: ArbiterDraw | None = None
    huff_article: str = ""
    forbidden_by: tuple[tuple[WhyIllegal, str], ...] = ()

    def article_against(self, why: WhyIllegal) -> str:
        """The article that forbids a move because of ``why``; empty where none is stated."""
        return dict(self.forbidden_by).get(why, "")


def bare_rules(game_type: GameType[Any]) -> PlayRules:
    """A game type without any regulation: no draw rules, draws by agreement, White by lot."""
    return PlayRules(
        game_type=game_type,
        draws=(),
        articles=Articles(),
        agreement=Agreement(allowed=True, article=""),
        first_white=FirstWhite("lot", ""),
        hints=True,
    )
