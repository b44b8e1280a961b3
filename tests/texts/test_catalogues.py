"""Every text that the code asks for stands in all four languages, complete and in that language."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from bot.texts import LANGUAGES
from bot.texts.compile import key_of, read_topic, topic_files
from tests.texts.put_together import put_together

ROOT = Path(__file__).parents[2]
PLURAL_FORMS = {"pl": 3, "uk": 3, "gl": 2, "en": 2}
PLACEHOLDER = re.compile(r"\{([a-z_]+)(?::([a-z]+))?\}")
FILES = {".png", ".gif", ".toml", ".db", ".pdn", ".txt", ".csv", ".json", ".trf", ".pdf"}
STYLES = {None, "words", "time", "date", "or", "and", "open", "end", "quoted"}


# --- what the code asks for ------------------------------------------------------------------------------


@cache
def trees() -> dict[str, ast.Module]:
    return {
        str(path.relative_to(ROOT)): ast.parse(path.read_text("utf-8"))
        for package in ("rules", "storage", "bot")
        for path in sorted((ROOT / package).rglob("*.py"))
    }


def calls_of_said() -> Iterator[tuple[str, ast.Call]]:
    """Every ``said(...)``, and what else takes a key, with the place where it stands."""
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
                continue
            if node.func.id in ("said", "Said", "phrase", "Phrase"):
                yield f"{name}:{node.lineno}", node


@cache
def literal_keys() -> dict[str, str]:
    """The keys that stand in the code as they are, in a call that says them or on the way to one, and where.

    A text is on the way to one if it looks like a key, begins as keys of the catalogues do and is no file.
    """
    begins = {key.split(".")[0] for key in texts("en") if "." in key}
    keys = {}
    for name, tree in trees().items():
        if not name.startswith(("bot", "rules/regulation")):
            continue
        parts = parts_of_texts(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
                found = re.fullmatch(r"([a-z][a-z-]*)(\.[a-z0-9-]+)+", node.value)
                if not found or found[1] not in begins:
                    continue
                if name.startswith("rules") and found[1] == "event":  # a table of a regulation's file
                    continue
                if node.value in texts("en") or found[2] not in FILES:
                    keys[node.value] = f"{name}:{node.lineno}"
    for place, call in calls_of_said():
        key = call.args[0]
        for node in (key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,):
            if isinstance(node, ast.Constant):
                keys[node.value] = place
    return keys


def parts_of_texts(tree: ast.Module) -> set[int]:
    """Docstrings, and the pieces of texts that are put together."""
    found = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            found |= {id(part) for part in node.values}
    return found


def beginnings() -> dict[str, str]:
    """What the keys begin with that ``said(f"...")`` puts together, and where."""
    found = {}
    for place, call in calls_of_said():
        if isinstance(call.args[0], ast.JoinedStr):
            first = call.args[0].values[0]
            found[first.value if isinstance(first, ast.Constant) else ""] = place
    return found


@cache
def asked_for() -> set[str]:
    return {*literal_keys(), *(begin + rest for begin, rests in put_together().items() for rest in rests)}


# --- what the catalogues hold ----------------------------------------------------------------------------


@cache
def texts(language: str) -> dict[str, Message]:
    return {
        key_of(message): message for path in topic_files(language) for message in read_topic(path, language)
    }


def forms(message: Message) -> tuple[str, ...]:
    return message.string if isinstance(message.string, tuple) else (message.string,)


def placeholders(text: str) -> set[str]:
    return {found[1] for found in PLACEHOLDER.finditer(text)}


def prose(text: str) -> str:
    """``text`` without placeholders, commands, moves and other things that are not words of a language."""
    return re.sub(
        r"\{[^}]*\}|[A-Z]\w+/[A-Z]\w+|/[a-z0-9_|]+( [a-z]+)?|--[a-z-]+|`[^`]*`|\S*[0-9]\S*|@\w+", " ", text
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_of_the_code_has_a_text(language: str) -> None:
    literal = literal_keys()
    missing = {key: literal.get(key, "put together") for key in asked_for() - texts(language).keys()}
    assert missing == {}


def test_every_key_that_is_put_together_is_enumerated() -> None:
    unknown = {begin: place for begin, place in beginnings().items() if begin not in put_together()}
    assert unknown == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_unused(language: str) -> None:
    assert texts(language).keys() - asked_for() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_is_complete_and_nothing_is_empty(language: str) -> None:
    faulty = []
    for key, message in texts(language).items():
        wanted = PLURAL_FORMS[language] if isinstance(message.id, tuple) else 1
        if len(forms(message)) != wanted or not all(forms(message)) or message.fuzzy:
            faulty.append(key)
    assert faulty == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_key_has_the_same_values_in_every_language_and_form(language: str) -> None:
    faulty = []
    for key, message in texts(language).items():
        english = texts("en").get(key)
        wanted = set().union(*map(placeholders, forms(english))) if english else set()
        # "one move" may leave its number out, nothing else.
        if any(placeholders(form) | {"count"} != wanted | {"count"} for form in forms(message)):
            faulty.append(key)
    assert faulty == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_braces_of_a_text_are_placeholders_with_a_known_style(language: str) -> None:
    faulty = []
    for key, message in texts(language).items():
        for form in forms(message):
            left = PLACEHOLDER.sub("", form)
            styles = {found[2] for found in PLACEHOLDER.finditer(form)}
            if "{" in left or "}" in left or not styles <= STYLES:
                faulty.append(key)
    assert faulty == []


def calls_with_a_key() -> Iterator[tuple[str, str, ast.Call]]:
    """Every ``said("...")``, and every method called with a key first; keyword arguments are its values."""
    for name, tree in trees().items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not node.args or not isinstance(node.args[0], ast.Constant):
                continue
            key, called = str(node.args[0].value), node.func
            # A key of one word, such as "date", is too common to be one everywhere.
            is_method = isinstance(called, ast.Attribute) and "." in key
            is_said = isinstance(called, ast.Name) and called.id in ("said", "phrase")
            if key in texts("en") and (is_method or is_said):
                yield f"{name}:{node.lineno}", key, node


def test_the_code_gives_every_value_that_a_text_names() -> None:
    faulty = []
    for place, key, call in calls_with_a_key():
        given = {keyword.arg for keyword in call.keywords} | ({"count"} if len(call.args) > 1 else set())
        message = texts("en")[key]
        named = set().union(*map(placeholders, forms(message)))
        if isinstance(message.id, tuple):
            named.add("count")
        if None not in given and not named <= given:
            faulty.append((place, key, named - given))
    assert faulty == []


# --- in the language it says -----------------------------------------------------------------------------

# What is the same word in two languages, or a name that stays.
# fmt: off
SAME_AS_ENGLISH = {
    "PDN", "GIF", "FEN", "TOML", "JSON", "ISO", "UTC", "PostgreSQL", "SQLite", "Damka", "damka",
    "Telegram", "Discord", "Ctrl", "GameType", "chmod", "com", "discord", "advance", "anna",
    "brazilian", "console", "file", "international", "migrate", "piotr", "press", "restore", "text",
    "toml", "virtual", "name", "TRF", "CSV", "FIDE", "trf", "csv", "json", "pdn", "why",
    "mode", "webhook", "true", "false", "https", "telegram", "address", "port",
}
# fmt: on
ENGLISH = re.compile(
    r"\b(the|and|is|are|was|has|have|with|this|that|from|not|your|you|move|moves|game|games|king|kings|piece|board|"
    r"capture|player|white|black|draw|clock|round|huff|huffed|turn|opponent|offer|time|file|error|unknown)\b",
    re.IGNORECASE,
)
# A language is listed under its own name everywhere.
LANGUAGE_NAMES = {f"language.{language}" for language in LANGUAGES}
ALSO_NATIVE = {"gl": {"move", "has"}, "pl": {"was"}}
GENDERED = {
    "pl": re.compile(r"\w(łeś|łaś|łem|łam)\b|\w(ł|ała|ęła|iła)/|\((a|ła|eś|aś)\)", re.IGNORECASE),
    "uk": re.compile(r"\((а|ла|в)\)|\w(в|ла)/\w", re.IGNORECASE),
    "gl": re.compile(r"\w\((a|o|as|os)\)|\wo/a\b", re.IGNORECASE),
    "en": re.compile(r"\b(he|she|his|her|him)\b", re.IGNORECASE),
}


def every_form(language: str) -> Iterator[tuple[str, str]]:
    for key, message in texts(language).items():
        for form in forms(message):
            yield key, form


@pytest.mark.parametrize("language", ["pl", "uk", "gl"])
def test_no_english_is_left(language: str) -> None:
    left = {}
    for key, text in every_form(language):
        if key in LANGUAGE_NAMES:
            continue
        words = set(re.findall(r"[^\W\d_]+", prose(text)))
        english = {found[0].lower() for found in ENGLISH.finditer(prose(text))}
        if english - SAME_AS_ENGLISH - ALSO_NATIVE.get(language, set()):
            left[key] = text
        latin = {word for word in words if word.isascii() and len(word) > 2} - SAME_AS_ENGLISH
        if language == "uk" and latin:
            left[key] = text
    assert left == {}


@pytest.mark.parametrize("language", ["pl", "gl", "en"])
def test_no_cyrillic_is_left_in_a_latin_language(language: str) -> None:
    found = {key: text for key, text in every_form(language) if re.search(r"[\u0400-\u04ff]", text)}
    assert found.keys() - LANGUAGE_NAMES == set()


def test_no_ukrainian_word_mixes_two_alphabets() -> None:
    mixed = re.compile(r"[a-z][\u0400-\u04ff]|[\u0400-\u04ff][a-z]|[ыъэё]", re.IGNORECASE)
    assert {key: text for key, text in every_form("uk") if mixed.search(text)} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_addressed_by_gender(language: str) -> None:
    assert {key: text for key, text in every_form(language) if GENDERED[language].search(text)} == {}


def test_every_regulation_has_a_name_in_every_language() -> None:
    files = sorted((ROOT / "rules" / "regulation" / "catalogue").glob("*.toml"))
    names = {path.name: tomllib.loads(path.read_text("utf-8")).get("name", {}) for path in files}
    assert {name: set(LANGUAGES) - set(found) for name, found in names.items()} == {n: set() for n in names}
