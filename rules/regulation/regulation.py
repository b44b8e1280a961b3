"""A regulation as the rest of the program sees it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from rules.clock import ClockSettings
from rules.playrules import PlayRules
from rules.regulation.clauses import Clause, Section, sections
from rules.regulation.event_clauses import event_sections
from rules.regulation.schema.base import by_language
from rules.regulation.schema.document import Document
from rules.tournament.eventrules import ByLanguage, EventRules


@dataclass(frozen=True, slots=True)
class Source:
    """The document that a regulation follows; ``author`` and ``date`` are empty where it names none."""

    title: str
    author: str = ""
    date: str = ""


@dataclass(frozen=True, slots=True)
class Silent:
    """Something that the source does not say: the point, what was chosen, and why."""

    about: tuple[str, ...]
    point: ByLanguage
    choice: ByLanguage
    why: ByLanguage


@dataclass(frozen=True, slots=True)
class Regulation:
    """A loaded regulation. Two are equal when their texts are.

    ``text`` is the file with plain line ends, ``hash`` its SHA-256; ``clock`` is played with unless the
    players agree on another; ``event`` is how a tournament is run, None if the file is only about games.
    """

    document: Document = field(repr=False, compare=False)
    text: str = field(repr=False)
    hash: str
    play: PlayRules = field(repr=False, compare=False)
    clock: ClockSettings = field(compare=False)
    event: EventRules | None = field(default=None, repr=False, compare=False)

    @property
    def id(self) -> str:
        return self.document.id

    @property
    def version(self) -> str:
        """The version of this file, as its author counts."""
        return self.document.version

    @property
    def schema(self) -> int:
        return self.document.schema_

    @property
    def language(self) -> str:
        """The language of the source."""
        return self.document.language

    @property
    def names(self) -> ByLanguage:
        return by_language(self.document.name)

    def renamed(self, names: ByLanguage) -> Regulation:
        """The same regulation under other names; its text and hash stay."""
        name = self.document.name.model_copy(update=dict(names))
        return replace(self, document=self.document.model_copy(update={"name": name}))

    @property
    def source(self) -> Source:
        source = self.document.source
        return Source(source.title, source.author or "", source.date or "")

    @property
    def notation(self) -> str:
        """How squares are shown: ``numeric`` or ``algebraic``."""
        draughts = self.document.draughts
        return "algebraic" if draughts is None else draughts.values()["notation"]

    @property
    def silent(self) -> tuple[Silent, ...]:
        return tuple(
            Silent(point.about, *(by_language(text) for text in (point.point, point.choice, point.why)))
            for point in self.document.silent
        )

    def sections(self) -> tuple[Section, ...]:
        """Everything the regulation says, the game first, in the order in which it is read."""
        return sections(self.document, self.play, self.clock) + event_sections(self.document)

    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of all sections."""
        return tuple(clause for section in self.sections() for clause in section.clauses)
