"""The regulations at hand: those that come with the program, and how any of them reads in words.

What reads and checks a file costs more at a start than everything else here, so it is imported when a
regulation is first opened; which ones there are is known without.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from functools import cached_property, lru_cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from bot.replies import Said, Verbatim, said
from bot.words import article_name, clock_name, pattern_name
from rules.clock import ClockSettings
from rules.material import Pattern

if TYPE_CHECKING:
    from rules.regulation import Clause, Phrase, Problem, Regulation, RegulationErrors


class RegulationNotFound(Exception):
    """No regulation, or more than one, answers to ``name``.

    ``candidates`` are the ids that begin with it, or all there are if none does.
    """

    def __init__(self, name: str, candidates: tuple[str, ...], is_ambiguous: bool) -> None:
        self.name = name
        self.candidates = candidates
        self.is_ambiguous = is_ambiguous
        super().__init__(name)

    def beside(self, fitting: tuple[str, ...], others: tuple[str, ...]) -> RegulationNotFound:
        """The same where there are also ``others``, of which ``fitting`` begin with the name."""
        begun = (self.candidates if self.is_ambiguous else ()) + fitting
        return RegulationNotFound(self.name, begun or self.candidates + others, is_ambiguous=bool(begun))

    @property
    def explanation(self) -> Said:
        """What to answer."""
        if self.is_ambiguous:
            return said("regulation.ambiguous", name=self.name, candidates=self.candidates)
        return said("regulation.not-found", name=self.name, candidates=self.candidates)


class Library:
    """Regulations by id. ``files`` holds the content of each, by id."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = {id: files[id] for id in sorted(files)}
        self._read: dict[str, Regulation] = {}

    @classmethod
    def shipped(cls) -> Library:
        """The regulations that come with the program."""
        # by way of the outer package, whose import costs nothing
        folder = resources.files("rules").joinpath("regulation", "catalogue")
        files = {
            file.name.removesuffix(".toml"): file.read_text("utf-8")
            for file in folder.iterdir()
            if file.name.endswith(".toml")
        }
        return cls(files)

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids, in alphabetical order."""
        return tuple(self._files)

    def find(self, name: str) -> str:
        """The id that is ``name`` or alone begins with it, in any case. Raises RegulationNotFound."""
        wanted = name.strip().lower()
        if wanted in self._files:
            return wanted
        begun = tuple(id for id in self._files if wanted and id.startswith(wanted))
        if len(begun) == 1:
            return begun[0]
        raise RegulationNotFound(name, begun or self.ids, is_ambiguous=bool(begun))

    def get(self, name: str) -> Regulation:
        """The regulation that ``find`` finds. Raises RegulationNotFound."""
        id = self.find(name)
        if id not in self._read:
            self._read[id] = read(self._files[id], source=f"{id}.toml")
        return self._read[id]

    def by_hash(self, hash: str) -> Regulation | None:
        """The regulation whose text has this SHA-256, or None."""
        id = self._by_hash.get(hash)
        return None if id is None else self.get(id)

    def told_apart(self, regulation: Regulation) -> Regulation:
        """``regulation``, which a chat has loaded, with its id after any name that one of these has as well.

        A copy of a shipped file in which an organiser has changed a rule is not to be taken for the original.
        """
        if regulation.id in self._files:
            return regulation
        names = regulation.names
        if self._names.isdisjoint(names.values()):
            return regulation
        return regulation.renamed({code: f"{name} ({regulation.id})" for code, name in names.items()})

    @cached_property
    def _names(self) -> frozenset[str]:
        """All names in all languages, read without checking the files."""
        return frozenset(
            name for text in self._files.values() for name in tomllib.loads(text)["name"].values()
        )

    @cached_property
    def _by_hash(self) -> dict[str, str]:
        return {
            hashlib.sha256(text.replace("\r\n", "\n").encode()).hexdigest(): id
            for id, text in self._files.items()
        }


@lru_cache(maxsize=128)
def read(text: str, *, source: str = "") -> Regulation:
    """A regulation from its text, as a database or a chat holds it; the same text is read once.

    Raises RegulationErrors.
    """
    from rules.regulation import load

    return load(text, source=source)


def check(content: str | bytes, *, source: str) -> Regulation:
    """A regulation from a file that somebody brings, its time zone looked up as well.

    A text that was accepted once is read without that: games hold on to it whatever becomes of a zone's
    name. Raises RegulationErrors.
    """
    from rules.regulation import load

    return load(content, source=source, is_zone=_is_zone)


def _is_zone(name: str) -> bool:
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown, no name, the name of a folder
        return False
    return True


def listing(library: Library, show: str) -> tuple[Said, ...]:
    """The regulations of a library, one a line. ``show``: the command that shows one, where this is read."""
    lines = [said("regulation.listed", id=id, name=library.get(id).names) for id in library.ids]
    return (said("regulation.list", count=len(lines), show=show), *lines)


def readable(regulation: Regulation) -> tuple[Said | Verbatim, ...]:
    """The regulation as a text: every rule with its article, then every point on which the source is silent.

    A rule names the silent points that say how its article is read, or that stand for one.
    """
    lines: list[Said | Verbatim] = [
        said("regulation.title", name=regulation.names, id=regulation.id),
        _source(regulation),
    ]
    for section in regulation.sections():
        lines.append(_said(section.heading))
        for clause in section.clauses:
            lines.append(_clause(clause))
    if regulation.silent:
        lines.append(said("regulation.section.silent"))
    for number, silent in enumerate(regulation.silent, 1):
        lines.append(
            said("regulation.silent", number=number, point=silent.point, choice=silent.choice, why=silent.why)
        )
    return tuple(lines)


def _clause(clause: Clause) -> Said:
    values: dict[str, Any] = {"text": _said(clause.phrase)}
    if clause.article:
        values["article"] = article_name(clause.article)
    if not clause.silent:
        return Said("regulation.clause" if clause.article else "regulation.clause.plain", values)
    key = "regulation.clause.read" if clause.article else "regulation.clause.silent"
    return Said(key, {**values, "numbers": clause.silent}, len(clause.silent))


def _source(regulation: Regulation) -> Said:
    source = regulation.source
    parts = tuple(part for part in (source.title, source.author, source.date) if part)
    return said("regulation.source", parts=parts)


def explain(errors: RegulationErrors) -> tuple[Said, ...]:
    """What is wrong with a file and what to do about it, one problem a line."""
    return tuple(_explain(problem) for problem in errors.problems)


def _explain(problem: Problem) -> Said:
    what = _what(problem)
    if not problem.path:
        return said("regulation.problem", file=problem.file, line=problem.line, what=what)
    key = problem.key_path
    return said("regulation.problem.at", file=problem.file, line=problem.line, key=key, what=what)


def _what(problem: Problem) -> Said:
    from rules.regulation import Code

    data: dict[str, Any] = dict(problem.data)
    match problem.code:
        case Code.UNKNOWN_KEY if data["close"]:
            return said("regulation.problem.unknown-key-close", close=data["close"])
        case Code.MISSING_ARTICLE if "about" in data:
            return said("regulation.problem.unsaid", about=data["about"])
        case Code.WRONG_TYPE:
            data["expected"] = said(f"regulation.type.{data['expected']}")
        case Code.NEVER_APPLIES:
            data["why"] = Said(f"regulation.never.{data['why']}", problem.data)
        case Code.CONTRADICTION:
            data["why"] = Said(f"regulation.conflict.{data['why']}", {"other": data["other"]})
    return Said(f"regulation.problem.{problem.code}", data)


def _said(phrase: Phrase) -> Said:
    return Said(phrase.key, {name: _value(value) for name, value in phrase.args.items()}, phrase.count)


def _value(value: Any) -> Any:
    from rules.regulation import Phrase

    match value:
        case tuple():
            return tuple(_value(item) for item in value)
        case Phrase():
            return _said(value)
        case Pattern():
            return pattern_name(value)
        case ClockSettings():
            return clock_name(value)
    return value
