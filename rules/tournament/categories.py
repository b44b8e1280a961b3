"""Which tournament of an event an entrant belongs to: by age, by the grade of their class, or by name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rules.tournament.eventrules import Category, EventRules

_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_NUMBER = re.compile(r"(\d{1,2}|VIII|VII|VI|IV|IX|V|XII|XI|X|III|II|I)(.*)", re.DOTALL)
_LOOKALIKES = str.maketrans("ІХіх", "IXix")
_LONGEST = 12


@dataclass(frozen=True, slots=True)
class SchoolClass:
    """``IVa`` is grade 4 and letter ``a``; ``name`` as it is shown and stored."""

    grade: int
    letter: str

    @property
    def name(self) -> str:
        return f"{_ROMAN[self.grade - 1]}{self.letter}"


def parse_class(text: str) -> SchoolClass | None:
    """A class in Roman or Arabic writing: ``IVa``, ``iv A``, ``4a``, ``4-а`` are one. None for anything else.

    Grades are 1 to 12; the letter may be of any script, or missing.
    """
    bare = "".join(text.translate(_LOOKALIKES).replace("-", "").split()).rstrip(".")
    found = _NUMBER.fullmatch(bare.upper())
    if found is None or len(bare) > _LONGEST:
        return None
    number, letter = found.groups()
    grade = int(number) if number.isdecimal() else _ROMAN.index(number) + 1
    if not 1 <= grade <= len(_ROMAN) or not (letter.isalpha() or not letter):
        return None
    return SchoolClass(grade, letter.lower())


def find_class(classes: Sequence[str], text: str) -> str | None:
    """The one of ``classes`` that is meant, however it is written; any class where none are given."""
    asked = parse_class(text)
    for name in classes:
        if name.casefold() == text.strip().casefold() or (asked is not None and parse_class(name) == asked):
            return name
    if classes:
        return None
    return asked.name if asked is not None else text.strip() or None


def grade_of(group: str) -> int | None:
    """The grade of a class, None where its name tells none."""
    parsed = parse_class(group)
    return parsed.grade if parsed is not None else None


def age_in(year: int, birth_year: int) -> int:
    """Age as regulations count it: the year of the event less that of birth."""
    return year - birth_year


def assign_category(
    rules: EventRules, year: int, *, birth_year: int | None = None, grade: int | None = None
) -> Category | None:
    """The first category that takes somebody born in ``birth_year``, of grade ``grade``, in an event of
    ``year``.

    None where no category does, or the regulation has none. What a category asks for has to be known.
    """
    age = None if birth_year is None else age_in(year, birth_year)
    return next((category for category in rules.categories if _takes(category, age, grade)), None)


def _takes(category: Category, age: int | None, grade: int | None) -> bool:
    if category.youngest is not None and (age is None or age < category.youngest):
        return False
    if category.oldest is not None and (age is None or age > category.oldest):
        return False
    return not category.grades or grade in category.grades
