"""Regulations: a written document as data, read from TOML.

``load`` reads one from its text; whoever reads files is elsewhere. The files that come with the program are
in ``catalogue``.
"""

from rules.regulation.clauses import Clause, Phrase, Section
from rules.regulation.problems import Code, Conflict, Never, Problem, RegulationErrors
from rules.regulation.reading import content_hash, load
from rules.regulation.regulation import Regulation, Silent, Source

__all__ = [
    "Clause",
    "Code",
    "Conflict",
    "Never",
    "Phrase",
    "Problem",
    "Regulation",
    "RegulationErrors",
    "Section",
    "Silent",
    "Source",
    "content_hash",
    "load",
]
