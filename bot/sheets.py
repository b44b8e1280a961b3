"""Tables, cross tables, brackets and diplomas as values: what stands on a sheet, not how it is drawn.

Whatever is read by people is a ``Text``: a plain string (a name, a number, a result), or something to be said
in the reader's language, which ``in_words`` puts into words before anything is drawn. All of it has a JSON
form, so a reply can hold it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, Literal, TypeVar

from bot.said import Said, said

Text = Said | str

DIPLOMA = said("diploma.heading")

Align = Literal["left", "center", "right"]
ColumnKind = Literal["text", "name", "white", "black", "result", "rank", "points", "number"]
"""what a column holds, which decides how it looks: ``white`` and ``black`` are names beside a man of that
colour, ``rank`` shows the first three places as medals"""
RowStyle = Literal["plain", "out", "heading"]
"""``out``: an entrant who has left; ``heading``: the first cell alone, across the whole width"""
Fate = Literal["", "won", "drawn", "lost"]
ManColor = Literal["", "white", "black"]


@dataclass(frozen=True, slots=True)
class TableColumn:
    """``align`` None: as suits the kind."""

    header: Text
    kind: ColumnKind = "text"
    align: Align | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """``cells``: as many as there are columns. ``is_level``: shares its place with the row above."""

    cells: tuple[Text, ...]
    style: RowStyle = "plain"
    is_level: bool = False


@dataclass(frozen=True, slots=True)
class TableImage:
    """Pairings, standings, lists of entrants."""

    title: Text
    columns: tuple[TableColumn, ...]
    rows: tuple[TableRow, ...]
    subtitle: Text = ""
    footer: Text = ""


@dataclass(frozen=True, slots=True)
class CrossCell:
    """What an entrant did in one meeting or round: ``1``, ``1+``, ``½``, two results after each other.

    ``opponent`` (number or lot) and ``color`` are shown beneath, for a Swiss.
    """

    text: Text = ""
    fate: Fate = ""
    opponent: Text = ""
    color: ManColor = ""


@dataclass(frozen=True, slots=True)
class CrossRow:
    """``cells``: one for each column, None where an entrant would meet themselves. ``totals``: points etc."""

    number: Text
    name: Text
    cells: tuple[CrossCell | None, ...]
    totals: tuple[Text, ...] = ()
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class CrosstableImage:
    """Everyone against everyone, or everyone by rounds.

    ``columns`` are the heads above the cells (opponents' numbers, or rounds), ``totals`` those of the sums.
    """

    title: Text
    columns: tuple[Text, ...]
    rows: tuple[CrossRow, ...]
    totals: tuple[Text, ...] = ()
    subtitle: Text = ""
    footer: Text = ""
    name_header: Text = ""


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a match. ``entrant`` tells who it is from round to round; 0 while nobody knows."""

    entrant: int
    name: Text
    score: Text = ""
    is_winner: bool = False


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """Two sides; one with a bye, for which ``label`` has the word; three in a final of three.

    Otherwise ``label`` is what is written above the match, such as ``Third place``, if anything.
    """

    sides: tuple[BracketSide, ...]
    label: Text = ""


@dataclass(frozen=True, slots=True)
class BracketRound:
    label: Text
    matches: tuple[BracketMatch, ...]


@dataclass(frozen=True, slots=True)
class BracketImage:
    """A knockout, first round first. A match follows from those that its entrants have come from.

    A match whose sides are not known yet follows from the first ones that nothing else follows from.
    ``beside`` are matches that lead nowhere: for the third place.
    """

    title: Text
    rounds: tuple[BracketRound, ...]
    subtitle: Text = ""
    footer: Text = ""
    beside: tuple[BracketMatch, ...] = ()


@dataclass(frozen=True, slots=True)
class Diploma:
    """One sheet of paper. ``award`` is what it is given for; the places 1 to 3 make it look like it.

    ``signatures`` are what stands beneath the lines to sign on, at most three. ``language`` is that of the
    texts, for programs that read the document aloud.
    """

    name: str
    place: int | None
    event: Text
    award: Text
    category: Text = ""
    organiser: Text = ""
    date: Text = ""
    venue: Text = ""
    signatures: tuple[Text, ...] = ()
    language: str = "en"
    heading: Text = DIPLOMA


@dataclass(frozen=True, slots=True)
class Diplomas:
    """A file of diplomas to hand over, one sheet each."""

    name: str
    sheets: tuple[Diploma, ...]


SheetImage = TableImage | CrosstableImage | BracketImage
"""what becomes one or more pages"""
SHEETS = (
    TableColumn, TableRow, TableImage, CrossCell, CrossRow, CrosstableImage,
    BracketSide, BracketMatch, BracketRound, BracketImage, Diploma, Diplomas,
)  # fmt: skip
"""all classes of values that stand here"""

_V = TypeVar("_V")


def in_words(value: _V, say: Callable[[Said], str]) -> _V:
    """``value`` with everything in it that is to be said put into words."""
    words: Any = _in_words(value, say)
    return words  # type: ignore[no-any-return]


def _in_words(value: Any, say: Callable[[Said], str]) -> Any:
    if isinstance(value, Said):
        return say(value)
    if isinstance(value, tuple):
        return tuple(_in_words(item, say) for item in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(
            value, **{slot.name: _in_words(getattr(value, slot.name), say) for slot in fields(value)}
        )
    return value


def shown(text: Text) -> str:
    """The words of a text; what nobody has put into words shows its key."""
    return text if isinstance(text, str) else text.key
