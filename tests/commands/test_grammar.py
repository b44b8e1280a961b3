"""From words to arguments, and that the table of commands is one that people can use."""

from __future__ import annotations

import re
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bot.commands.dispatch  # noqa: F401  (it gathers all commands)
from bot.commands.declaration import Command, Kind, Parameter, Registry
from bot.commands.grammar import COLOURS, RESULTS, GrammarError, read_arguments, takes_shape
from bot.commands.helping import SUBJECTS
from bot.commands.registry import COMMANDS
from bot.letters import one_line
from bot.texts import LANGUAGES
from rules.clock import parse_clock
from rules.notation import looks_like_move
from tests.commands.room import TEXTS

ALL = list(COMMANDS)
EXAMPLES = {
    Kind.PERSON: "@piotr",
    Kind.REGULATION: "riazor",
    Kind.CLOCK: "10+5",
    Kind.GAME: "G7R2",
    Kind.EVENT: "#mikolajki",
    Kind.DATE: "2026-12-06",
    Kind.TIME: "19:30",
    Kind.MOVE: "c3-d4",
    Kind.SQUARE: "c3",
    Kind.RESULT: "1-0",
    Kind.LANGUAGE: "pl",
    Kind.COMMAND: "play",
    Kind.TEXT: "because of it",
}


def command(line: str) -> tuple[Command, dict[str, Any]]:
    found = COMMANDS.with_slash(line.removeprefix("/").split())
    assert found is not None, line
    return found[0], read_arguments(*found)


@pytest.mark.parametrize("arguments", list(permutations(["@piotr", "riazor", "10+5", "white"])))
def test_the_arguments_of_a_challenge_come_in_any_order(arguments: tuple[str, ...]) -> None:
    _, read = command("/play " + " ".join(arguments))
    assert read == {
        "opponent": "piotr",
        "regulation": "riazor",
        "clock": parse_clock("10+5"),
        "colour": "white",
    }


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("/draw accept G7R2", {"game": "G7R2", "answer": "accept"}),
        ("/draw g7r2 так", {"game": "G7R2", "answer": "accept"}),
        ("/draw +", {"answer": "plus"}),
        ("/huff c3 G7R2", {"game": "G7R2", "square": "c3"}),
        ("/board text G7R2", {"game": "G7R2", "view": "text"}),
        (
            "/adjudicate 1/2 G7R2 they both left",
            {"game": "G7R2", "result": "1/2-1/2", "reason": "they both left"},
        ),
        ("/adjudicate G7R2 +/- x", {"game": "G7R2", "result": "1+", "reason": "x"}),
        ("/forfeit czarne G7R2 late", {"game": "G7R2", "loser": "black", "reason": "late"}),
        ("/move G7R2 22 x 31 x 24", {"game": "G7R2", "move": "22 x 31 x 24"}),
        ("/play 2d", {"clock": parse_clock("2d")}),
        ("/play bez", {"clock": parse_clock("none")}),
        ("/settings zone Europe/Warsaw", {"setting": "zone", "value": "Europe/Warsaw"}),
    ],
)
def test_words_find_their_places(line: str, expected: dict[str, Any]) -> None:
    assert command(line)[1] == expected


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("/play riazor grodziec-2017", "grodziec-2017"),
        ("/play 10+5 2d riazor", "riazor"),
        ("/accept quickly", "quickly"),
        ("/board sideways", "sideways"),
        ("/language de", "de"),
        ("/huff nonsense", "nonsense"),
        ("/move", ""),
        ("/game", ""),
        ("/adjudicate G7R2", ""),
        ("/adjudicate G7R2 5-5 they left", "5-5"),
        ("/forfeit A-1 late", "A-1"),
        ("/forfeit late", ""),
    ],
)
def test_a_word_without_a_place_is_named(line: str, word: str) -> None:
    with pytest.raises(GrammarError) as caught:
        command(line)
    assert caught.value.word == word


@pytest.mark.parametrize("declared", ALL, ids=lambda declared: declared.name)
def test_the_usage_of_a_command_reads_as_that_command(declared: Command) -> None:
    usage = TEXTS.say(declared.usage, "en").removeprefix(f"/{declared.name}")
    shown = usage.split(maxsplit=len(declared.parameters) - 1)  # the last may be of several words
    assert len(shown) == len(declared.parameters)
    words = []
    for text, parameter in zip(shown, declared.parameters, strict=True):
        assert text.startswith("[") is not parameter.required
        bare = text.strip("[]")
        choices = bare.split("|") if parameter.kind is Kind.CHOICE else [bare]
        assert all(parameter.kind is not Kind.CHOICE or choice in parameter.choices for choice in choices)
        words.append(EXAMPLES.get(parameter.kind, choices[0]))
    read = command(f"/{declared.name} {' '.join(words)}")
    assert read[0] is declared
    assert set(read[1]) == {parameter.name for parameter in declared.parameters}
    required = [word for word, p in zip(words, declared.parameters, strict=True) if p.required]
    assert set(command(f"/{declared.name} {' '.join(required)}")[1]) >= {
        parameter.name for parameter in declared.parameters if parameter.required
    }


def words_of(declared: Command) -> list[str]:
    return [
        declared.name,
        *(word for words in declared.aliases.values() for word in words),
        *(word for words in declared.spoken.values() for word in words),
    ]


def test_no_word_means_two_commands() -> None:
    owners: dict[str, str] = {}
    for declared in ALL:
        for word in words_of(declared):
            assert owners.setdefault(word.casefold(), declared.name) == declared.name, word


def test_no_command_is_both_bare_and_a_group() -> None:
    groups = {declared.name.split()[0] for declared in ALL if " " in declared.name}
    assert groups.isdisjoint(word for declared in ALL for word in words_of(declared))


@pytest.mark.parametrize("declared", ALL, ids=lambda declared: declared.name)
def test_aliases_are_such_as_every_platform_takes(declared: Command) -> None:
    assert all(part and re.fullmatch(r"[a-z][a-z_]{0,31}", part) for part in declared.name.split())
    assert set(declared.aliases) | set(declared.spoken) <= set(LANGUAGES) - {"en"}
    for word in (word for words in declared.aliases.values() for word in words):
        # of a command in two words, platforms that know commands see the first and take the other as text
        first, *others = word.split()
        assert re.fullmatch(r"[a-z0-9_]{1,32}", first), word
        assert len(others) < 2, word
    for word in (word for words in declared.spoken.values() for word in words):
        assert len(word.split()) < 3, word
        assert word == word.casefold()


@pytest.mark.parametrize("declared", ALL, ids=lambda declared: declared.name)
def test_every_word_of_a_command_leads_to_it(declared: Command) -> None:
    for word in words_of(declared):
        for spelling in (word, word.upper()):
            found = COMMANDS.with_slash([*spelling.split(), "x"])
            assert found is not None
            assert found == (declared, ["x"])
    for words in declared.spoken.values():
        assert all(COMMANDS.without_slash(word.split()) == (declared, []) for word in words)


def test_no_word_of_a_command_is_read_as_a_move_or_as_an_argument() -> None:
    for declared in ALL:
        for word in words_of(declared):
            assert not looks_like_move(word)
            assert word.casefold() not in RESULTS


def test_every_language_has_words_for_every_colour() -> None:
    assert {COLOURS[word] for word in ("białe", "czarne", "losowo")} == {"white", "black", "random"}
    assert {COLOURS[word] for word in ("білі", "чорні", "жереб")} == {"white", "black", "random"}
    assert {COLOURS[word] for word in ("brancas", "negras", "azar")} == {"white", "black", "random"}


def test_a_word_is_declared_for_one_command_only() -> None:
    registry = Registry()

    async def handler(*_: Any) -> None: ...

    registry.declare("one", aliases={"pl": ("jeden",)})(handler)
    with pytest.raises(ValueError, match="Jeden"):
        registry.declare("two", spoken={"pl": ("Jeden",)})(handler)


@pytest.mark.parametrize(
    ("line", "shaped"),
    [
        ("remis", True),
        ("remis tak", True),
        ("fuk c3", True),
        ("ruch c3-d4", False),
        ("zagraj jutro", False),
        ("zagraj", True),
    ],
)
def test_ordinary_words_are_told_from_those_with_a_shape(line: str, shaped: bool) -> None:
    found = COMMANDS.without_slash(line.split())
    assert found is not None
    assert takes_shape(*found) is shaped


# --- properties ---------------------------------------------------------------------------------------------


def refused_word(declared: Command, words: list[str]) -> str | None:
    """The word at which reading stops; None where all is read, and nothing required is missing."""
    try:
        read = read_arguments(declared, words)
    except GrammarError as error:
        return error.word
    names = {parameter.name for parameter in declared.parameters}
    required = {parameter.name for parameter in declared.parameters if parameter.required}
    return None if required <= set(read) <= names else "what was read is not what is taken"


@given(st.sampled_from(ALL), st.lists(st.text(min_size=1, max_size=20), max_size=8))
def test_any_words_are_read_or_refused(declared: Command, words: list[str]) -> None:
    words = " ".join(words).split()
    assert refused_word(declared, words) in (None, "", *words)


@given(st.text() | st.text("ae\u0301\u0323\u200c\u200d\ufe0f \n\u0639\u0644\u0651\u1100\u1161\U0001f469"))
def test_one_line_is_one_line_of_visible_signs(text: str) -> None:
    line = one_line(text)
    assert line.translate({0x200C: None, 0x200D: None}).isprintable()
    assert line == one_line(line)
    assert line == " ".join(line.split())
    line.encode()


@given(st.sampled_from(list(Kind)), st.text(min_size=1, max_size=40))
def test_a_parameter_alone_takes_a_word_or_leaves_it(kind: Kind, word: str) -> None:
    async def handler(*_: Any) -> None: ...

    alone = Command("alone", handler, (Parameter("it", kind, choices={"x": "y"}),))
    words = word.split()[:1]
    assert refused_word(alone, words) in (None, *words)


def test_every_command_stands_in_the_help_once() -> None:
    named = [name for names in SUBJECTS.values() for name in names]
    assert sorted(named) == sorted(command.name for command in ALL)
    assert not set(SUBJECTS) & {command.name for command in ALL}


@pytest.mark.parametrize(
    ("word", "name"),
    [("@piotr", "piotr"), ("@piotr:", "piotr"), ("@piotr,", "piotr"), ("@jan.kot", "jan.kot")],
)
def test_what_follows_a_name_in_a_sentence_is_not_part_of_it(word: str, name: str) -> None:
    assert command(f"/play {word} riazor")[1] == {"opponent": name, "regulation": "riazor"}


@pytest.mark.parametrize("word", ["@", "@:", "@!?"])
def test_nobody_is_called_nothing(word: str) -> None:
    with pytest.raises(GrammarError):
        command(f"/play {word} riazor")
