"""Whatever a file holds, reading it ends in a regulation or in problems that can be said."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.regulations import Library, explain, readable
from bot.replies import Said
from bot.texts import Catalogues
from rules.regulation import Problem, RegulationErrors, load
from rules.regulation.source import Lines

LIBRARY = Library.shipped()
TEXTS = tuple(LIBRARY.get(id).text for id in LIBRARY.ids)
CATALOGUES = Catalogues.load()

VALUES = st.one_of(
    st.sampled_from(
        ["true", "0", "1", "-1", "3", "2.5", '""', '"x"', "[]", "{}", "[1]", '["K v K"]', "2026-01-01", "inf"]
    ),
    st.integers(-(10**30), 10**30).map(str),
    st.text(max_size=20).map(lambda text: '"' + text + '"'),
)
LINES = st.sampled_from(sorted({line for text in TEXTS for line in text.splitlines()}))


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A shipped file with a few lines dropped, doubled, exchanged for others, or given another value."""
    lines = draw(st.sampled_from(TEXTS)).splitlines()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        match draw(st.sampled_from(["drop", "double", "line", "value", "cut", "insert"])):
            case "drop":
                del lines[at]
            case "double":
                lines.insert(at, lines[at])
            case "line":
                lines[at] = draw(LINES)
            case "value":
                lines[at] = lines[at].partition("=")[0] + "= " + draw(VALUES)
            case "cut":
                lines[at] = lines[at][: draw(st.integers(0, len(lines[at])))]
            case _:
                lines.insert(at, draw(st.text(max_size=30)))
    return "\n".join(lines)


UNSEEN = str.maketrans("", "", "\u2068\u2069\u200c\u200d")
"""what keeps words from right to left in their place, and joins letters"""


def reads_or_says_why(content: str | bytes) -> None:
    problems: tuple[Problem, ...] = ()
    sentences: tuple[Said, ...] = ()
    try:
        regulation = load(content, source="some.toml")
    except RegulationErrors as errors:
        problems, sentences = errors.problems, explain(errors)
    else:
        assert readable(regulation)
        assert regulation.play.game_type.initial_position().legal_moves()
        return
    raw = content if isinstance(content, bytes) else content.encode()
    assert problems
    for problem, sentence in zip(problems, sentences, strict=True):
        assert 1 <= problem.line <= raw.count(b"\n") + 1
        words = CATALOGUES.say(sentence, "en")
        assert words.startswith("some.toml, line ")
        assert words.translate(UNSEEN).isprintable()


@settings(deadline=None, max_examples=300)
@given(mutated())
def test_a_mutated_regulation_reads_or_says_why(text: str) -> None:
    reads_or_says_why(text)


@settings(deadline=None, max_examples=150)
@example("\U00010800")
@example("a\u200db")
@example("\u202e")
@given(st.one_of(st.text(max_size=400), st.binary(max_size=400)))
def test_any_content_reads_or_says_why(content: str | bytes) -> None:
    reads_or_says_why(content)


@settings(deadline=None, max_examples=150)
@given(
    st.lists(
        st.sampled_from(["[", "]", "{", "}", "=", ".", ",", '"', '"""', "'''", "#", "\n", "a", "1", "\\"])
    )
)
def test_any_heap_of_signs_reads_or_says_why(signs: list[str]) -> None:
    reads_or_says_why("".join(signs))


# --- the lines of keys ---------------------------------------------------------------------------------


def paths(values: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every key and every place in a list of some TOML values."""
    if isinstance(values, dict):
        pairs = list(values.items())
    else:
        pairs = list(enumerate(values)) if isinstance(values, list) else []
    for key, value in pairs:
        yield (*path, key)
        yield from paths(value, (*path, key))


@pytest.mark.parametrize("id", LIBRARY.ids)
def test_every_key_of_a_file_is_found_on_a_line_that_holds_it(id: str) -> None:
    text = LIBRARY.get(id).text
    lines, finder = text.splitlines(), Lines(text)
    for path in paths(tomllib.loads(text)):
        *_, name = (part for part in path if isinstance(part, str))
        assert re.search(rf"\b{name}\b", lines[finder.of(path) - 1]), path


HARD = '''\
a . "b.c" = 1 # x = 2
[t]
text = """
[no.table]
no = "key"
"""
raw = \'\'\'
# no comment\'\'\'
list = [ # first
  1, [2,
  3],

  { deep = 4, "q = \\"" = [5] },
]
[[t.entries]]
one = 1
[[t.entries]]
two = 2
[t.entries.sub]
"three" = 3
[[t.entries.more]]
four = """4"""""
'''

PLACES: list[tuple[tuple[str | int, ...], int]] = [
    (("a", "b.c"), 1),
    (("t",), 2),
    (("t", "text"), 3),
    (("t", "raw"), 7),
    (("t", "list"), 9),
    (("t", "list", 0), 10),
    (("t", "list", 1, 0), 10),
    (("t", "list", 1, 1), 11),
    (("t", "list", 2, "deep"), 13),
    (("t", "list", 2, 'q = "', 0), 13),
    (("t", "entries", 0, "one"), 16),
    (("t", "entries", 1), 17),
    (("t", "entries", 1, "two"), 18),
    (("t", "entries", 1, "sub", "three"), 20),
    (("t", "entries", 1, "more", 0, "four"), 22),
    # what is not there is looked for where it would have been
    (("t", "entries", 1, "missing"), 17),
    (("missing",), 1),
]


@pytest.mark.parametrize(("path", "line"), PLACES)
def test_a_key_is_found_in_any_way_of_writing(path: tuple[str | int, ...], line: int) -> None:
    tomllib.loads(HARD)
    assert Lines(HARD).of(path) == line
