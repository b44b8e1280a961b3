"""Categories by age and class, as the regulations count them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.tournament.categories import assign_category, find_class, grade_of, parse_class
from rules.tournament.eventrules import Category, EventRules, System
from tests.tournament.directing import rules_for

BY_AGE = (
    Category("to-8", {"en": "up to 8"}, oldest=8),
    Category("9-10", {"en": "9 and 10"}, youngest=9, oldest=10),
    Category("11", {"en": "11 and over"}, youngest=11),
)
BY_CLASS = (
    Category("younger", {"en": "IV-VI"}, grades=(4, 5, 6)),
    Category("older", {"en": "VII-VIII"}, grades=(7, 8)),
)


@pytest.mark.parametrize(
    ("text", "grade", "name"),
    [
        ("IVa", 4, "IVa"),
        ("iv A", 4, "IVa"),
        ("4a", 4, "IVa"),
        ("4-А", 4, "IVа"),  # a Cyrillic letter stays one
        ("VIII", 8, "VIII"),
        ("VIIIb", 8, "VIIIb"),
        ("ІV б", 4, "IVб"),  # a Cyrillic І is taken for the numeral
        ("11", 11, "XI"),
        ("IX c", 9, "IXc"),
        ("VI.", 6, "VI"),
    ],
)
def test_a_class_is_read_in_roman_and_arabic_writing(text: str, grade: int, name: str) -> None:
    parsed = parse_class(text)
    assert parsed is not None
    assert (parsed.grade, parsed.name) == (grade, name)
    assert grade_of(text) == grade


@pytest.mark.parametrize("text", ["", "a", "0a", "13b", "IVa2", "4 ! a", "preschool", "99999999999999"])
def test_what_names_no_grade_is_no_class(text: str) -> None:
    assert parse_class(text) is None


@pytest.mark.parametrize(
    ("classes", "text", "found"),
    [
        (("IVa", "IVb"), "4A", "IVa"),
        (("4a", "4b"), "IV b", "4b"),
        (("IVa",), "Va", None),
        (("Sparrows",), "sparrows ", "Sparrows"),
        ((), "4a", "IVa"),
        ((), "Sparrows", "Sparrows"),
        ((), " ", None),
    ],
)
def test_a_class_is_found_however_it_is_written(
    classes: tuple[str, ...], text: str, found: str | None
) -> None:
    assert find_class(classes, text) == found


@pytest.mark.parametrize(
    ("birth_year", "category"),
    [
        # Групи, for an event of 2015: born 2007 and later, 2005-2006, 2004 and earlier
        (2009, "to-8"),
        (2007, "to-8"),
        (2006, "9-10"),
        (2005, "9-10"),
        (2004, "11"),
        (1950, "11"),
        (None, None),
    ],
)
def test_age_is_the_year_of_the_event_less_that_of_birth(
    birth_year: int | None, category: str | None
) -> None:
    found = assign_category(_with(BY_AGE), 2015, birth_year=birth_year)
    assert (found.id if found is not None else None) == category


@pytest.mark.parametrize(
    ("grade", "category"),
    [(4, "younger"), (6, "younger"), (7, "older"), (8, "older"), (3, None), (None, None)],
)
def test_classes_belong_to_categories_by_their_grade(grade: int | None, category: str | None) -> None:
    found = assign_category(_with(BY_CLASS), 2023, grade=grade)
    assert (found.id if found is not None else None) == category


def test_a_regulation_without_categories_assigns_none() -> None:
    assert assign_category(rules_for(System.SWISS), 2026, birth_year=2010) is None


def _with(categories: tuple[Category, ...]) -> EventRules:
    return replace(rules_for(System.KNOCKOUT), categories=categories)
