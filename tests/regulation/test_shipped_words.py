"""Categories, quotas, awards and words of the shipped tournaments, as read off their documents."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

import pytest

from bot.regulations import Library, check
from bot.texts import LANGUAGES
from rules.regulation import load
from rules.regulation.schema import event_course, event_signup
from rules.tournament.categories import assign_category
from rules.tournament.eventrules import Asked, Award, Category, EventRules, Stated, System, TieBreak
from tests.regulation.samples import shipped_event as event

LIBRARY = Library.shipped()
PZWARC = ("pzwarc-100", "pzwarc-100-advantage", "pzwarc-64")


def bounds(category: Category) -> tuple[str, int | None, int | None, tuple[int, ...], str]:
    return category.id, category.youngest, category.oldest, category.grades, category.article


CATEGORIES: list[tuple[str, list[tuple[str, int | None, int | None, tuple[int, ...], str]]]] = [
    (
        "mikolajki-2023",
        [("iv-vi", None, None, (4, 5, 6), "Z1"), ("vii-viii", None, None, (7, 8), "Z1")],
    ),
    # 2015: born 2007 and later is up to 8, 2005 and 2006 is 9 and 10, 2004 and earlier is 11 and over
    (
        "slidy-2015",
        [
            ("up-to-8", None, 8, (), "Групи"),
            ("up-to-10", 9, 10, (), "Групи"),
            ("over-10", 11, None, (), "Групи"),
        ],
    ),
]


@pytest.mark.parametrize(("id", "categories"), CATEGORIES)
def test_the_categories_are_those_of_the_document(id: str, categories: list[Any]) -> None:
    assert [bounds(category) for category in event(id).categories] == categories


PLACED: list[tuple[str, int, int | None, int | None, str | None]] = [
    # "до 8 років (2007 р.н.)", "до 10 років (2005 р.н і молодші)", "старше 10 років (2004 р.н. і старші)"
    ("slidy-2015", 2015, 2007, None, "up-to-8"),
    ("slidy-2015", 2015, 2010, None, "up-to-8"),
    ("slidy-2015", 2015, 2006, None, "up-to-10"),
    ("slidy-2015", 2015, 2005, None, "up-to-10"),
    ("slidy-2015", 2015, 2004, None, "over-10"),
    ("slidy-2015", 2015, 1950, None, "over-10"),
    # the same ages in another year
    ("slidy-2015", 2026, 2018, None, "up-to-8"),
    ("slidy-2015", 2026, 2017, None, "up-to-10"),
    # "klasy IV-VI oraz klasy VII-VIII"
    ("mikolajki-2023", 2023, None, 4, "iv-vi"),
    ("mikolajki-2023", 2023, None, 6, "iv-vi"),
    ("mikolajki-2023", 2023, None, 7, "vii-viii"),
    ("mikolajki-2023", 2023, None, 8, "vii-viii"),
    ("mikolajki-2023", 2023, None, 3, None),
]


@pytest.mark.parametrize(("id", "year", "birth_year", "grade", "category"), PLACED)
def test_everybody_belongs_where_the_document_puts_them(
    id: str, year: int, birth_year: int | None, grade: int | None, category: str | None
) -> None:
    found = assign_category(event(id), year, birth_year=birth_year, grade=grade)
    assert (found and found.id) == category


def test_four_go_on_from_each_younger_class_and_six_from_each_older_one() -> None:
    first, second = event("mikolajki-2023").stages
    assert (first.quotas, first.quota_article) == ({"iv-vi": 4, "vii-viii": 6}, "Z4")
    assert second.quotas is None


def told(award: Award) -> tuple[int | None, int | None, bool, str]:
    return award.first_place, award.last_place, award.diploma, award.article


AWARDS: dict[str, list[tuple[int | None, int | None, bool, str]]] = {
    "grodziec-2017": [
        (1, 1, True, "8.1"),
        (2, 2, True, "8.1"),
        (3, 3, True, "8.1"),
        (None, None, True, "8.1"),
    ],
    "mikolajki-2023": [(1, 3, True, "P8")],
    "slidy-2015": [(1, 3, True, "Групи")],
    "riazor": [(1, 1, False, "Premios"), (2, 2, False, "Premios")],
}


@pytest.mark.parametrize("id", LIBRARY.ids)
def test_the_awards_are_those_of_the_document(id: str) -> None:
    assert [told(award) for award in event(id).awards] == AWARDS.get(id, [])


WORDS: list[tuple[str, str, int, str, str, str]] = [
    ("grodziec-2017", "exclusion_grounds", 0, "6.5", "pl", "niesamodzielne rozgrywanie partii"),
    ("grodziec-2017", "exclusion_grounds", 1, "6.5", "pl", "przeszkadzanie innym"),
    ("grodziec-2017", "exclusion_grounds", 2, "6.5", "pl", "budzące zastrzeżenia"),
    ("grodziec-2017", "notices", 0, "9.2", "pl", "na własną odpowiedzialność"),
    ("grodziec-2017", "notices", 1, "9.2", "pl", "nie ubezpiecza"),
    ("grodziec-2017", "notices", 2, "9.2", "pl", "rodzice, opiekunowie prawni"),
    ("mikolajki-2023", "programme", 0, "P1", "pl", "Powitanie dzieci"),
    ("mikolajki-2023", "programme", 1, "P2", "pl", "Przedstawienie zasad"),
    ("mikolajki-2023", "programme", 2, "P3", "pl", "historii gry w warcaby"),
    ("mikolajki-2023", "programme", 3, "P4", "pl", "wyłonienie par"),
    ("mikolajki-2023", "programme", 4, "P5", "pl", "z numerem 1 gra z osobą z numerem 2"),
    ("mikolajki-2023", "programme", 5, "P6", "pl", "Zwycięzca przechodzi"),
    ("mikolajki-2023", "programme", 6, "P7", "pl", "wyłonienie zwycięzców"),
    ("mikolajki-2023", "programme", 7, "P8", "pl", "Rozdanie dyplomów i nagród"),
    ("slidy-2015", "notices", 0, "Анонс", "uk", "поспарингувати"),
]


@pytest.mark.parametrize(("id", "list_of", "place", "article", "language", "words"), WORDS)
def test_what_is_told_is_in_the_words_of_the_document(
    id: str, list_of: str, place: int, article: str, language: str, words: str
) -> None:
    stated: Stated = getattr(event(id), list_of)[place]
    assert stated.article == article
    assert words in stated.text[language]


PRIZES: list[tuple[str, int, str, str]] = [
    ("grodziec-2017", 0, "pl", "puchar i dyplom"),
    ("grodziec-2017", 2, "pl", "medal i dyplom"),
    ("grodziec-2017", 3, "pl", "dyplom uczestnictwa"),
    ("slidy-2015", 0, "uk", "грамота, медаль і цінний приз"),
    ("riazor", 0, "gl", "20 €"),
    ("riazor", 1, "gl", "10 €"),
]


@pytest.mark.parametrize(("id", "place", "language", "what"), PRIZES)
def test_the_prizes_are_those_of_the_document(id: str, place: int, language: str, what: str) -> None:
    assert event(id).awards[place].what[language] == what


def texts_of(rules: EventRules) -> list[Mapping[str, str]]:
    stated = (*rules.programme, *rules.notices, *rules.exclusion_grounds)
    named = (*rules.categories, *rules.stages)
    return [*(one.text for one in stated), *(one.names for one in named), *(one.what for one in rules.awards)]


@pytest.mark.parametrize("id", LIBRARY.ids)
def test_what_everybody_reads_is_in_all_languages(id: str) -> None:
    assert [text for text in texts_of(event(id)) if set(text) != set(LANGUAGES)] == []


SILENT: list[tuple[str, str]] = [
    *(
        ("grodziec-2017", f"event.{key}")
        for key in (
            "seeding",
            "knockout.extra",
            "knockout.three_way_final",
            "knockout.third_place",
            "tie_breaks",
            "round_robin.annul_below_half",
            "exclusion.open_games",
            "sign_up.consent",
        )
    ),
    *(
        ("mikolajki-2023", f"event.{key}")
        for key in ("stages.quotas", "organiser", "knockout.byes", "knockout.third_place", "scoring")
    ),
    *(
        ("slidy-2015", f"event.{key}")
        for key in ("categories", "prize_lists", "knockout.white", "knockout.extra", "knockout.byes")
    ),
    *(
        ("riazor", f"event.{key}")
        for key in ("scoring", "tie_breaks", "swiss.pairing", "swiss.byes", "order", "schedule")
    ),
    *((id, f"event.{key}") for id in PZWARC for key in ("systems", "scoring", "tie_breaks")),
]


@pytest.mark.parametrize(("id", "about"), SILENT)
def test_what_the_document_leaves_open_stands_as_a_silent_point(id: str, about: str) -> None:
    assert about in {about for point in LIBRARY.get(id).silent for about in point.about}


@pytest.mark.parametrize("id", LIBRARY.ids)
def test_every_shipped_file_would_be_accepted_from_anybody(id: str) -> None:
    assert check(LIBRARY.get(id).text, source=id) == LIBRARY.get(id)


# --- what was before, and what the schema knows

BEFORE = sorted((Path(__file__).parents[1] / "data" / "schema-1").glob("*.toml"))


@pytest.mark.parametrize("path", BEFORE, ids=[path.stem for path in BEFORE])
def test_a_text_from_before_tournaments_reads_as_it_did(path: Path) -> None:
    before, now = load(path.read_bytes()), LIBRARY.get(path.stem)
    assert (before.schema, before.event) == (1, None)
    assert (before.play, before.clock, before.names) == (now.play, now.clock, now.names)
    assert before.silent == now.silent[: len(before.silent)] or path.stem in ("riazor", "slidy-2015")
    assert not any(section.heading.key == "regulation.section.tournament" for section in before.sections())


@pytest.mark.parametrize(
    ("listed", "enumeration"),
    [
        (event_course.SystemName, System),
        (event_course.TieBreakName, TieBreak),
        (event_signup.AskedName, Asked),
    ],
)
def test_the_schema_knows_every_value_of_the_rules(listed: Any, enumeration: Any) -> None:
    assert set(get_args(listed)) == {member.value for member in enumeration}
