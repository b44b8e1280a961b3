"""Every way to write a file that is no regulation: which code it gets, on which line, at which key."""

from __future__ import annotations

import pytest

from rules.regulation import Code, Conflict, Never, Problem, RegulationErrors, load
from tests.regulation.samples import SMALL, changed, line_of

PRIORITY = "draughts.capture_priority"
ABOUT = 'about = ["draughts", "ends"'
HUFF = 'missed_capture = { value = "huff", article = "3" }'
DRAW = '[[draws]]\nrule = "{}"\narticle = "10"\n{}\n[[silent]]'


def problems(text: str | bytes) -> tuple[Problem, ...]:
    with pytest.raises(RegulationErrors) as caught:
        load(text, source="club.toml")
    return caught.value.problems


def test_the_sample_is_a_regulation() -> None:
    assert load(SMALL).id == "club"


# the old text, the new one, the text on whose line the fault is found, key and code
ONE_FAULT: list[tuple[str, str, str, str, Code]] = [
    # keys
    ('version = "1"', 'version = "1"\nverison = "2"', "verison", "verison", Code.UNKNOWN_KEY),
    ("size = {", "sise = {", "sise", "draughts.sise", Code.UNKNOWN_KEY),
    ("moves = 16", "moves = 16\nmove = 1", "move = 1", "draws[2].move", Code.UNKNOWN_KEY),
    ("value = 10,", "value = 10, note = 1,", "note", "draughts.size.note", Code.UNKNOWN_KEY),
    ("moves = 16", 'moves = 16\nmode = "claim"', 'mode = "claim"', "draws[2].mode", Code.UNKNOWN_KEY),
    ('version = "1"\n', "", "schema", "version", Code.MISSING_KEY),
    ("moves = 16\n", "", '[[draws]]\nrule = "material"', "draws[2].moves", Code.MISSING_KEY),
    ('rule = "material"\n', "", '[[draws]]\narticle = "9"', "draws[2].rule", Code.MISSING_KEY),
    # articles
    (', article = "2"', "", "size", "draughts.size.article", Code.MISSING_ARTICLE),
    ('article = "9"\n', "", '[[draws]]\nrule = "material"', "draws[2].article", Code.MISSING_ARTICLE),
    ('by = "lot"\narticle = "4"', 'by = "lot"', "[first_white]", "first_white.article", Code.MISSING_ARTICLE),
    ('article = "6"\n', "", "[agreement]", "agreement.article", Code.MISSING_ARTICLE),
    ('article = "7"\n', "", "[clock]", "clock.article", Code.MISSING_ARTICLE),
    # languages
    ('en = "Club rules"', 'pl = "Zasady klubu"', "[name]", "name.en", Code.MISSING_LANGUAGE),
    ('choice.en = "As', 'choice.pl = "As', "choice.pl", "silent[1].choice.en", Code.MISSING_LANGUAGE),
    ('en = "Club rules"', 'es = "Club"\nen = "Club"', "es =", "name.es", Code.UNKNOWN_KEY),
    # types and values
    ("moves = 16", 'moves = "16"', "moves", "draws[2].moves", Code.WRONG_TYPE),
    ("moves = 16", "moves = 16.0", "moves", "draws[2].moves", Code.WRONG_TYPE),
    ("moves = 16", "moves = true", "moves", "draws[2].moves", Code.WRONG_TYPE),
    ("allowed = true", 'allowed = "yes"', "allowed", "agreement.allowed", Code.WRONG_TYPE),
    ('version = "1"', "version = 1", "version", "version", Code.WRONG_TYPE),
    ('version = "1"', "version = 2017-02-06", "version", "version", Code.WRONG_TYPE),
    ('size = { value = 10, article = "2" }', "size = 10", "size", "draughts.size", Code.WRONG_TYPE),
    (
        'value = ["most-pieces"]',
        'value = "most"',
        "capture_p",
        f"{PRIORITY}.value",
        Code.WRONG_TYPE,
    ),
    ('[clock]\nsetting = "10+5"\narticle = "7"', "[[clock]]", "[[clock]]", "clock", Code.WRONG_TYPE),
    ('["3K v K", "2K+m v K"]', '"3K v K"', "patterns", "draws[2].patterns", Code.WRONG_TYPE),
    ("moves = 16", "moves = 0", "moves", "draws[2].moves", Code.TOO_SMALL),
    ("moves = 16", "moves = -3", "moves", "draws[2].moves", Code.TOO_SMALL),
    ("moves = 16", "moves = 1001", "moves", "draws[2].moves", Code.TOO_BIG),
    ("moves = 16", "moves = 99999999999999999999", "moves", "draws[2].moves", Code.TOO_BIG),
    ('["3K v K", "2K+m v K"]', "[]", "patterns", "draws[2].patterns", Code.TOO_FEW),
    ('"3K v K", "2K+m v K"', '"K v K", ' * 30, "patterns", "draws[2].patterns", Code.TOO_MANY),
    ('preset = "international"', 'preset = "chess"', "preset", "draughts.preset", Code.NOT_A_CHOICE),
    ("value = 10", "value = 9", "size", "draughts.size.value", Code.NOT_A_CHOICE),
    ('["most-pieces"]', '["most"]', "capture_p", f"{PRIORITY}.value[1]", Code.NOT_A_CHOICE),
    ('language = "en"', 'language = "de"', "language", "language", Code.NOT_A_CHOICE),
    ('rule = "material"', 'rule = "mate"', "mate", "draws[2].rule", Code.NOT_A_CHOICE),
    ('by = "lot"', 'by = "older"', "older", "first_white.by", Code.NOT_A_CHOICE),
    ('title = "Rules of the club"', 'title = "  "', "title", "source.title", Code.BAD_TEXT),
    ('en = "Club rules"', 'en = "Club\\u0007"', "en =", "name.en", Code.BAD_TEXT),
    ('article = "9"', f'article = "{"9" * 41}"', "9" * 41, "draws[2].article", Code.BAD_TEXT),
    ('id = "club"', 'id = "Our club"', "id =", "id", Code.BAD_ID),
    ('id = "club"', 'id = "../club"', "id =", "id", Code.BAD_ID),
    ('setting = "10+5"', 'setting = "soon"', "soon", "clock.setting", Code.BAD_CLOCK),
    ('setting = "10+5"', 'setting = "0+0"', "0+0", "clock.setting", Code.BAD_CLOCK),
    ('"2K+m v K"', '"two on one"', "patterns", "draws[2].patterns[2]", Code.BAD_PATTERN),
    ('"2K+m v K"', '"2K v "', "patterns", "draws[2].patterns[2]", Code.BAD_PATTERN),
    ('"2K+m v K"', '"3K v K"', "patterns", "draws[2].patterns[2]", Code.REPEATED),
    (
        '["most-pieces"]',
        '["most-pieces", "most-pieces"]',
        "capture_p",
        f"{PRIORITY}.value",
        Code.REPEATED,
    ),
    (
        'about = ["draughts", "ends"',
        'about = ["draughts", "ends", "chess"',
        "about",
        "silent[1].about[3]",
        Code.UNKNOWN_POINT,
    ),
    (
        'about = ["draughts", "ends"',
        'about = ["draughts", "ends", "No!"',
        "about",
        "silent[1].about[3]",
        Code.UNKNOWN_POINT,
    ),
    ("schema = 1", "schema = 3", "schema", "schema", Code.UNKNOWN_SCHEMA),
    ("schema = 1\n", "", "id =", "schema", Code.MISSING_KEY),
    ("schema = 1", 'schema = "1"', "schema", "schema", Code.WRONG_TYPE),
]


@pytest.mark.parametrize(("old", "new", "on_line_of", "key", "code"), ONE_FAULT)
def test_a_fault_is_named_with_its_line_and_key(
    old: str, new: str, on_line_of: str, key: str, code: Code
) -> None:
    text = changed((old, new))
    found = [(problem.file, problem.line, problem.key_path, problem.code) for problem in problems(text)]
    assert found == [("club.toml", line_of(text, on_line_of), key, code)]


def test_a_fault_in_a_list_of_several_lines_is_named_on_its_own_line() -> None:
    text = changed(('["3K v K", "2K+m v K"]', '[\n  "3K v K", # fine\n  "K v 2K",\n]'))
    (problem,) = problems(text)
    assert (problem.line, problem.key_path) == (line_of(text, "K v 2K"), "draws[2].patterns[2]")


@pytest.mark.parametrize("kept", [(), ("draughts",), ("draughts", "ends"), ("ends", "adjudication")])
def test_what_neither_an_article_nor_a_silent_point_covers_is_named(kept: tuple[str, ...]) -> None:
    about = ", ".join(f'"{table}"' for table in kept)
    text = changed(('about = ["draughts", "ends", "adjudication"]', f"about = [{about}]"))
    found = {problem.key_path.split(".")[0] for problem in problems(text)}
    assert found == {"draughts", "ends", "adjudication"} - set(kept)
    assert {problem.code for problem in problems(text)} == {Code.MISSING_ARTICLE}


NEVER: list[tuple[tuple[str, str], str, Never]] = [
    (("count = 3", "count = 1"), "draws[1].count", Never.AT_ONCE),
    (('"2K+m v K"', '"K v 2K"'), "draws[2].patterns[2]", Never.WRONG_WAY_ROUND),
    (('"2K+m v K"', '"21K v K"'), "draws[2].patterns[2]", Never.TOO_MANY_PIECES),
    (("moves = 16", 'moves = 16\nby = "stronger"\n[[draws]]\nrule = "material"\narticle = "9"\n'
      'patterns = ["2K v 2K"]\nmoves = 4\nby = "stronger"'), "draws[3].patterns[1]", Never.NOBODY_STRONGER),
    (('patterns = ["3K v K", "2K+m v K"]', 'patterns = ["K v K"]\ndiagonal = "weaker-holds"'),
     "draws[2].patterns[1]", Never.NOBODY_STRONGER),
    (('patterns = ["3K v K", "2K+m v K"]', 'patterns = ["3K v 2m"]\ndiagonal = "weaker-holds"'),
     "draws[2].patterns[1]", Never.NO_KING_TO_HOLD),
    (('patterns = ["3K v K", "2K+m v K"]', 'patterns = ["4m v K"]\ndiagonal = "stronger-holds"'),
     "draws[2].patterns[1]", Never.NO_KING_TO_HOLD),
    # a position cannot come back while every ply captures pieces
    (("[[silent]]", DRAW.format("arbiter", "count = 3\nmoves = 30\n")), "draws[3]", Never.NOT_IN_THIS_GAME),
    # covered by the repetition above it
    (("[[silent]]", DRAW.format("repetition", 'count = 4\nmode = "automatic"\n')), "draws[3]", Never.COVERED),
    (("[[silent]]", DRAW.format("repetition", 'count = 3\nmode = "claim"\n')), "draws[3]", Never.COVERED),
    # covered by the material rule above it
    (("[[silent]]", DRAW.format("material", 'patterns = ["3K v K"]\nmoves = 17\n')),
     "draws[3]", Never.COVERED),
    (("[[silent]]", DRAW.format("material", 'patterns = ["3K v K"]\nmoves = 16\ndiagonal = "weaker-holds"')),
     "draws[3]", Never.COVERED),
    # two kings against two: nothing but king moves until a capture ends it, so 10 always comes before 11
    (("[[silent]]", '[[draws]]\nrule = "no-progress"\narticle = "10"\nmoves = 10\n'
      + DRAW.format("material", 'patterns = ["2K v 2K"]\nmoves = 11\n')), "draws[4]", Never.COVERED),
]  # fmt: skip


@pytest.mark.parametrize(("change", "key", "why"), NEVER)
def test_a_draw_rule_that_can_never_apply_is_refused(change: tuple[str, str], key: str, why: Never) -> None:
    (problem,) = problems(changed(change))
    assert (problem.key_path, problem.code, problem.data["why"]) == (key, Code.NEVER_APPLIES, why)


POSSIBLE: list[str] = [
    # a smaller number for some of the endings comes first
    DRAW.format("material", 'patterns = ["3K v K"]\nmoves = 15\n'),
    # another side counts
    DRAW.format("material", 'patterns = ["3K v K"]\nmoves = 20\nby = "stronger"\n'),
    # once begun it goes on where the other stops
    DRAW.format("material", 'patterns = ["3K v K"]\nmoves = 20\nlatched = true\n'),
    # from three kings to two the count of this rule goes on, that of no progress does not
    '[[draws]]\nrule = "no-progress"\narticle = "10"\nmoves = 10\n'
    + DRAW.format("material", 'patterns = ["3K v 2K", "2K v 2K"]\nmoves = 12\n'),
    # a man may move
    '[[draws]]\nrule = "no-progress"\narticle = "10"\nmoves = 10\n'
    + DRAW.format("material", 'patterns = ["2K+m v 2K"]\nmoves = 12\n'),
    # the stronger side may be on move first: its tenth comes a ply before the other's
    '[[draws]]\nrule = "no-progress"\narticle = "10"\nmoves = 10\n'
    + DRAW.format("material", 'patterns = ["3K v 2K"]\nmoves = 10\nby = "stronger"\n'),
    # the same number, but standing first
    DRAW.format("material", 'patterns = ["2K v 2K"]\nmoves = 10\n').removesuffix("[[silent]]")
    + DRAW.format("no-progress", "moves = 10\n"),
]


@pytest.mark.parametrize("rules", POSSIBLE)
def test_a_draw_rule_that_may_apply_is_accepted(rules: str) -> None:
    assert load(changed(("[[silent]]", rules))).play.draws


CONFLICTS: list[tuple[tuple[tuple[str, str], ...], str, Conflict]] = [
    ((("[ends]", f"{HUFF}\n[ends]"),), "draughts.missed_capture", Conflict.HUFF_WITHOUT_HUFFING),
    ((("[ends]", '[huffing]\narticle = "3"\n[ends]'),), "huffing", Conflict.HUFFING_WITHOUT_HUFF),
    ((("[ends]", 'rows_of_men = { value = 5, article = "2" }\n[ends]'),
      ), "draughts.rows_of_men", Conflict.TOO_MANY_ROWS),
    ((("value = 10", "value = 8"),), "draughts.size", Conflict.TOO_MANY_ROWS),
    ((('"most-pieces"', '"frisian-value"'),), PRIORITY, Conflict.VALUE_NEEDS_EIGHT_WAYS),
    ((('"most-pieces"', '"with-king"'), ("[ends]", 'no_precedence = "3"\n[ends]')),
     "draughts.no_precedence", Conflict.ALLOWED_AND_FORBIDDEN),
    ((("allowed = true", "allowed = false\nfrom_move = 9"),),
     "agreement.from_move", Conflict.OFFER_FORBIDDEN),
    ((("[clock]", '[advantage]\narticle = "6"\nmargin = 3\nking_value = 2\nagreement_article = "6"\n'
       '[count_kings]\nmore_article = "6"\nequal_article = "6"\nreturn_game = false\n[clock]'),
      ), "count_kings", Conflict.TWO_JUDGEMENTS),
    ((("[clock]", '[adjudication]\nwin = "6"\nforbidden = ["win"]\n[clock]'),
      ), "adjudication.forbidden[1]", Conflict.ALLOWED_AND_FORBIDDEN),
    ((("[ends]", '[trail]\nsetup = "1"\n[ends]'), ('"ends", ', '"ends", "trail", '),
      ), "trail", Conflict.TWO_GAMES),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "key", "why"), CONFLICTS)
def test_contradictory_keys_are_refused(
    changes: tuple[tuple[str, str], ...], key: str, why: Conflict
) -> None:
    (problem,) = problems(changed(*changes))
    assert (problem.key_path, problem.code, problem.data["why"]) == (key, Code.CONTRADICTION, why)


def test_a_file_without_a_game_is_refused() -> None:
    text = changed(
        ('[draughts]\npreset = "international"\nsize = { value = 10, article = "2" }\n', ""),
        ('capture_priority = { value = ["most-pieces"], article = "3" }\n', ""),
    )
    (problem,) = problems(text)
    assert (problem.key_path, problem.code) == ("draughts", Code.MISSING_KEY)


def test_all_problems_come_at_once_and_in_the_order_of_the_lines() -> None:
    text = changed(("moves = 16", "moves = 0"), ('id = "club"', 'id = "!"'), ("count = 3", 'count = "3"'))
    assert [problem.key_path for problem in problems(text)] == ["id", "draws[1].count", "draws[2].moves"]


def test_a_close_key_is_suggested() -> None:
    (problem,) = problems(changed(("size = {", "sise = {")))
    assert problem.data["close"] == "size"
    (problem,) = problems(changed(("moves = 16", "moves = 16\nlatch = true")))
    assert problem.data["close"] == "latched"


NOT_TOML: list[tuple[str | bytes, int, Code]] = [
    ("schema = \n", 1, Code.NOT_TOML),
    ('a = 1\nb = "open\n', 2, Code.NOT_TOML),
    ("a = 1\na = 2\n", 2, Code.NOT_TOML),
    ("a = 1\n\n\x00", 3, Code.NOT_TOML),
    ("[a\n", 1, Code.NOT_TOML),
    ("a = 1\nb = " + "9" * 5000, 2, Code.NOT_TOML),
    ("a = 1\nb = 2026-02-30", 2, Code.NOT_TOML),
    (b"a = 1\nb = '\xff'", 2, Code.NOT_TEXT),
    ("a = '\ud800'", 1, Code.NOT_TEXT),
    ("#" * 200_000, 1, Code.TOO_LARGE),
    ("x" * 200_000, 1, Code.TOO_LARGE),
    ("a = 1\nb = " + "[" * 50_000, 2, Code.TOO_DEEP),
    ("a = 1\nb = " + "{a=" * 30_000, 2, Code.TOO_DEEP),
    ("a = 1\n" + "a." * 50_000 + "b = 1", 2, Code.TOO_DEEP),
    ("a = 1\n[" + "a." * 50_000 + "b]", 2, Code.TOO_DEEP),
    ("a = 1\n[" + "'a' . " * 15_000 + "b]", 2, Code.TOO_DEEP),
]


@pytest.mark.parametrize(("text", "line", "code"), NOT_TOML, ids=range(len(NOT_TOML)))
def test_what_is_no_toml_or_no_reasonable_one_is_refused_at_once(
    text: str | bytes, line: int, code: Code
) -> None:
    (problem,) = problems(text)
    assert (problem.line, problem.code) == (line, code)


def test_a_byte_order_mark_and_windows_line_ends_change_nothing() -> None:
    from_windows = load(b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode())
    assert from_windows == load(SMALL)
    assert from_windows.hash == load(SMALL).hash
