"""How values are written in each language, and what happens where a text or a value is missing."""

import logging
from datetime import UTC, date, datetime, timedelta, timezone
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.replies import Said, said
from bot.texts import LANGUAGES, Catalogues, CataloguesMissing, match_language
from bot.texts.compile import FaultyTopic, compile_catalogues, is_current
from bot.words import by_article

EVENING = datetime(2026, 12, 6, 18, 30, tzinfo=UTC)

TOPIC = """
msgid "greeting"
msgstr "{what}"

msgid "wait"
msgstr "{what:words}"

msgid "time"
msgstr "{what:time}"

msgid "day"
msgstr "{what:date}"

msgid "either"
msgstr "{what:or}"

msgid "all"
msgstr "{what:and}"
"""


@pytest.fixture(scope="session")
def catalogues(tmp_path_factory: pytest.TempPathFactory) -> Catalogues:
    """The shipped topic ``common`` and the texts above, in every language."""
    folder = tmp_path_factory.mktemp("texts")
    shipped = Path(__file__).parents[2] / "bot" / "texts"
    for language in LANGUAGES:
        (folder / language).mkdir()
        (folder / language / "common.po").write_bytes((shipped / language / "common.po").read_bytes())
        (folder / language / "test.po").write_text(TOPIC, "utf-8")
    (folder / "en" / "only.po").write_text('msgid "only"\nmsgstr "only in English"\n', "utf-8")
    compile_catalogues(folder)
    return Catalogues(folder)


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("pl", "pl"),
        ("pl-PL", "pl"),
        ("uk_UA.UTF-8", "uk"),
        ("GL", "gl"),
        ("gl_ES@euro", "gl"),
        ("en-GB", "en"),
        ("es", "en"),
        ("pt-BR", "en"),
        ("C.UTF-8", "en"),
        ("plx", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_a_locale_chooses_the_language_or_english(locale: str | None, language: str) -> None:
    assert match_language(locale) == language


@pytest.mark.parametrize(
    ("language", "count", "text"),
    [
        ("pl", 1, "1 damka"),
        ("pl", 2, "2 damki"),
        ("pl", 5, "5 damek"),
        ("pl", 12, "12 damek"),
        ("pl", 21, "21 damek"),
        ("pl", 22, "22 damki"),
        ("pl", 112, "112 damek"),
        ("uk", 1, "1 дамка"),
        ("uk", 3, "3 дамки"),
        ("uk", 11, "11 дамок"),
        ("uk", 14, "14 дамок"),
        ("uk", 21, "21 дамка"),
        ("uk", 0, "0 дамок"),
        ("gl", 1, "1 dama"),
        ("gl", 0, "0 damas"),
        ("gl", 2, "2 damas"),
        ("en", 1, "1 king"),
        ("en", 2, "2 kings"),
    ],
)
def test_a_number_takes_the_plural_form_of_its_language(
    catalogues: Catalogues, language: str, count: int, text: str
) -> None:
    assert catalogues.say(said("count.kings", count=count), language) == text


@pytest.mark.parametrize(
    ("key", "language", "value", "text"),
    [
        ("greeting", "pl", "Anna", "Anna"),
        ("greeting", "pl", 17, "17"),
        ("greeting", "pl", True, "tak"),
        ("greeting", "gl", False, "non"),
        ("greeting", "en", None, ""),
        ("greeting", "uk", said("yes"), "так"),
        ("greeting", "gl", {"gl": "Riazor", "en": "Riazor (Corunna)"}, "Riazor"),
        ("greeting", "pl", {"gl": "Damas", "en": "Draughts"}, "Draughts"),
        ("greeting", "pl", ("a", said("yes"), 3), "a, tak, 3"),
        ("either", "pl", ("e3:g5", "e3:c5"), "e3:g5 lub e3:c5"),
        ("either", "uk", ("a", "b", "c"), "a, b або c"),
        ("either", "gl", ("a",), "a"),
        ("either", "gl", (), ""),
        ("all", "gl", ("a", "b"), "a e b"),
        ("greeting", "pl", date(2026, 12, 6), "6 grudnia 2026"),
        ("greeting", "uk", date(2026, 3, 1), "1 березня 2026"),
        ("greeting", "gl", date(2026, 1, 4), "4 de xaneiro de 2026"),
        ("greeting", "en", date(2026, 5, 31), "31 May 2026"),
        ("greeting", "pl", EVENING, "6 grudnia 2026, 19:30"),
        ("time", "en", EVENING, "19:30"),
        ("day", "en", EVENING, "6 December 2026"),
        ("greeting", "en", timedelta(minutes=9, seconds=58), "9:58"),
        ("greeting", "en", timedelta(hours=1, minutes=5), "1:05:00"),
        ("greeting", "en", timedelta(seconds=59.9), "0:59"),
        ("greeting", "en", timedelta(seconds=-3), "0:00"),
        ("greeting", "en", timedelta(hours=23, minutes=59, seconds=59), "23:59:59"),
        ("greeting", "pl", timedelta(days=2), "2 dni"),
        ("greeting", "pl", timedelta(days=1, hours=5, minutes=7), "1 dzień 5 godzin"),
        ("greeting", "pl", timedelta(days=1, minutes=7), "1 dzień"),
        ("wait", "uk", timedelta(minutes=10), "10 хвилин"),
        ("wait", "gl", timedelta(hours=2, minutes=1), "2 horas 1 minuto"),
        ("wait", "en", timedelta(), "0 seconds"),
        ("wait", "en", timedelta(seconds=-5), "0 seconds"),
    ],
)
def test_a_value_is_written_as_its_language_does(
    catalogues: Catalogues, key: str, language: str, value: object, text: str
) -> None:
    assert catalogues.say(said(key, what=value), language, ZoneInfo("Europe/Warsaw")) == text


def test_midnight_in_the_zone_of_the_reader_decides_the_day(catalogues: Catalogues) -> None:
    late = datetime(2026, 12, 6, 23, 30, tzinfo=UTC)
    assert catalogues.say(said("greeting", what=late), "en", UTC) == "6 December 2026, 23:30"
    east = timezone(timedelta(hours=1))
    assert catalogues.say(said("greeting", what=late), "en", east) == "7 December 2026, 00:30"


@given(st.text())
def test_what_a_person_wrote_is_never_read_as_a_placeholder(catalogues: Catalogues, name: str) -> None:
    for shown in (name, "{what}" + name, "{count}", "{0.__class__}", "%s"):
        told = catalogues.say(said("greeting", what=shown), "pl")
        assert told in (shown, f"\u2068{shown}\u2069")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("שרה כהן", "\u2068שרה כהן\u2069"),
        ("محمد", "\u2068محمد\u2069"),
        ("Ala שרה", "\u2068Ala שרה\u2069"),
        ("\U0001e922\U0001e923", "\u2068\U0001e922\U0001e923\u2069"),
        ("Ганна", "Ганна"),
        ("გიორგი 山田 😀", "გიორგი 山田 😀"),
    ],
)
def test_a_name_from_right_to_left_leaves_the_words_around_it_in_order(
    catalogues: Catalogues, name: str, shown: str
) -> None:
    """Unicode's UAX 9, 2.4: U+2068 and U+2069 isolate what is between them."""
    assert catalogues.say(said("greeting", what=name), "pl") == shown
    assert catalogues.say(said("greeting", what=("Ala", name)), "pl") == f"Ala, {shown}"


@pytest.mark.parametrize(
    ("language", "title", "text"),
    [
        ("uk", "Сліди", "турнір «Сліди»"),
        ("uk", "«Сліди», фестиваль", "турнір «Сліди», фестиваль"),
        ("pl", "Puchar Wójta", "turniej „Puchar Wójta”"),
        ("pl", 'Puchar "Damki"', 'turniej Puchar "Damki"'),
    ],
)
def test_a_title_with_quotes_of_its_own_gets_no_others(language: str, title: str, text: str) -> None:
    assert Catalogues.load().say(said("diploma.event", title=title), language) == text


@pytest.mark.parametrize(
    ("language", "what", "text"),
    [
        ("pl", said("signup.free"), "Udział jest bezpłatny (art. 9.2)."),
        ("pl", said("reason.agreement"), "za zgodą stron (art. 9.2)"),
        ("gl", said("reason.agreement"), "por acordo (art. 9.2)"),
    ],
)
def test_the_full_stop_of_a_sentence_comes_after_its_article(language: str, what: Said, text: str) -> None:
    assert Catalogues.load().say(by_article(what, "9.2"), language) == text


def test_a_plain_text_stands_as_it_is(catalogues: Catalogues) -> None:
    assert catalogues.say("{c3}-d4", "pl") == "{c3}-d4"


def test_what_a_language_lacks_is_said_in_english_and_logged_once(
    catalogues: Catalogues, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert catalogues.say(said("only"), "pl") == "only in English"
        assert catalogues.say(said("only"), "pl") == "only in English"
    assert [record.getMessage() for record in caplog.records] == ["text only: pl: no text"]


def test_a_key_without_any_text_is_shown_itself(catalogues: Catalogues) -> None:
    assert catalogues.say(said("nothing.of-this", count=2, who="Anna"), "uk") == "nothing.of-this"


def test_a_missing_value_leaves_its_placeholder_and_is_logged(
    catalogues: Catalogues, caplog: pytest.LogCaptureFixture
) -> None:
    fresh = Catalogues(catalogues._folder)
    assert fresh.say(said("greeting"), "pl") == "{what}"
    assert "no value for {what}" in caplog.text


def test_a_plural_text_without_a_count_and_a_single_one_with_a_count_are_both_said(
    catalogues: Catalogues,
) -> None:
    assert catalogues.say(said("count.kings"), "en") == " king"
    assert catalogues.say(said("yes", count=3), "en") == "yes"


def test_an_unknown_language_is_english(catalogues: Catalogues) -> None:
    assert catalogues.say(said("yes"), "xx") == "yes"


def test_a_checkout_that_was_never_built_says_what_to_run(tmp_path: Path) -> None:
    missing = CataloguesMissing(tmp_path / "damka.mo")
    assert "make texts" in str(missing)
    assert str(tmp_path) not in str(missing)


@pytest.mark.parametrize(
    ("topics", "told"),
    [
        ({"a.po": 'msgid "k"\nmsgstr "x"\n\nmsgid "k"\nmsgstr "y"\n'}, '"k" stands twice'),
        ({"a.po": 'msgid "k"\nmsgstr "x"\n', "b.po": 'msgid "k"\nmsgstr "y"\n'}, "another topic"),
        ({"a.po": 'msgid "k\nmsgstr "x"\n'}, "a.po:1"),
    ],
)
def test_a_faulty_topic_is_named_and_changes_nothing(
    tmp_path: Path, topics: dict[str, str], told: str
) -> None:
    (tmp_path / "pl").mkdir()
    for name, text in topics.items():
        (tmp_path / "pl" / name).write_text(text, "utf-8")
    with pytest.raises(FaultyTopic, match=told):
        compile_catalogues(tmp_path)
    assert not (tmp_path / "pl" / "LC_MESSAGES").exists()


def test_an_edited_topic_is_compiled_again(tmp_path: Path) -> None:
    for language in LANGUAGES:
        (tmp_path / language).mkdir()
        (tmp_path / language / "a.po").write_text('msgid "k"\nmsgstr "old"\n', "utf-8")
    compile_catalogues(tmp_path)
    assert is_current("pl", tmp_path)
    topic = tmp_path / "pl" / "a.po"
    topic.write_text('msgid "k"\nmsgstr "new"\n', "utf-8")
    assert not is_current("pl", tmp_path)
    compile_catalogues(tmp_path)
    assert Catalogues(tmp_path).say(said("k"), "pl") == "new"
