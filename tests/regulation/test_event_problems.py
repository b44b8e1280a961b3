"""Every way to write a tournament that cannot be run: which code it gets, on which line, at which key."""

from __future__ import annotations

import pytest

from bot.regulations import check, explain
from bot.texts import LANGUAGES, Catalogues
from rules.regulation import Code, Conflict, Never, Problem, RegulationErrors, load
from tests.regulation.samples import EVENT, SMALL, SMALL_EVENT, changed, line_of

KNOCKOUT = '[event.knockout]\ngames = 1\narticle = "30"\nextra_article = "30"\nbyes_article = "30"\n'
KNOCKOUT += 'white = "order"\nwhite_article = "30"\nthird_place = "shared"\nthird_place_article = "30"\n'
ONLY_KNOCKOUT = (
    ('systems = ["swiss", "round-robin"]', 'systems = ["knockout"]'),
    (EVENT[EVENT.index("[event.tie_breaks]") : EVENT.index("[event.sign_up]")], KNOCKOUT),
    (EVENT[EVENT.index("[[event.organiser]]") : EVENT.index("[[silent]]")], ""),
    ('"event.swiss", "event.round_robin", ', ""),
)
STAGE = '[[event.stages]]\nid = "{id}"\nname.en = "Stage"\nwithin = "{within}"\nsystems = ["knockout"]\n'
STAGE += 'article = "31"\nquota_article = "31"\n{quota}\n'
CATEGORY = '[[event.categories]]\nid = "{id}"\nname.en = "Category"\narticle = "32"\n{range}\n'
QUESTION = '[[event.sign_up.questions]]\nid = "{id}"\nask = "{ask}"\n'
CONSENT = '[event.sign_up.consent]\nversion = "1"\nguardian_for_minors = {guardian}\ntext.en = "Consent"\n'
ASKED = '[[event.organiser]]\nask = "{}"\nrequired = true\narticle = "33"\n'
TIES_TABLE = EVENT[EVENT.index("[event.tie_breaks]") : EVENT.index("[event.swiss]")]


def problems(text: str) -> tuple[Problem, ...]:
    with pytest.raises(RegulationErrors) as caught:
        load(text, source="club.toml")
    return caught.value.problems


def small_event(*changes: tuple[str, str]) -> str:
    return changed(*changes, text=SMALL_EVENT)


def knockout_with(*tables: str) -> str:
    """A knockout with further tables before its awards."""
    text = changed(*ONLY_KNOCKOUT, text=SMALL_EVENT)
    return text.replace("[[event.awards]]", "\n".join(tables) + "\n[[event.awards]]", 1)


def in_stages(*stages: str) -> str:
    return knockout_with(*stages).replace('systems = ["knockout"]\narticle = "20"\n', "", 1)


def test_the_samples_are_regulations() -> None:
    assert load(SMALL_EVENT).event is not None
    assert load(knockout_with()).event is not None
    last = STAGE.format(id="b", within="category", quota="")
    assert load(in_stages(STAGE.format(id="a", within="category", quota="quota = 8"), last)).event is not None


# the old text, the new one, the text on whose line the fault is found, key and code
ONE_FAULT: list[tuple[str, str, str, str, Code]] = [
    # keys
    ("win = 2", "win = 2\nwon = 2", "won", "event.scoring.won", Code.UNKNOWN_KEY),
    ('order = "lots"', 'order = "lots"\nquotas = { a = 4 }', "quotas", "event.quotas", Code.UNKNOWN_KEY),
    ("diploma = true", 'diploma = true\nwhat.es = "copa"', "what.es", "event.awards[1].what.es",
     Code.UNKNOWN_KEY),
    ("[event.swiss]", "[event.league]\n[event.swiss]", "[event.league]", "event.league", Code.UNKNOWN_KEY),
    ("loss = 0\n", "", "[event.scoring]", "event.scoring.loss", Code.MISSING_KEY),
    ('zone = "Europe/Madrid"\n', "", "[event.schedule]", "event.schedule.zone", Code.MISSING_KEY),
    (TIES_TABLE, "", "[event]", "event.tie_breaks", Code.MISSING_KEY),
    ('pace = "at-once"', 'pace = "interval"', "[event.schedule]", "event.schedule.interval",
     Code.MISSING_KEY),
    ('pace = "at-once"', 'pace = "at-once"\ndeadline = "2d"', "[event.schedule]", "event.schedule.missed",
     Code.MISSING_KEY),
    ("first_place = 1", "last_place = 1", "[[event.awards]]", "event.awards[1].first_place",
     Code.MISSING_KEY),
    ("[event.schedule]", QUESTION.format(id="team", ask="text") + "[event.schedule]",
     "[[event.sign_up.questions]]", "event.sign_up.questions[1].label", Code.MISSING_KEY),
    # articles
    ('systems = ["swiss", "round-robin"]\narticle = "20"', 'systems = ["swiss", "round-robin"]', "[event]",
     "event.article", Code.MISSING_ARTICLE),
    ('order_article = "21"\n', "", "[event]", "event.order_article", Code.MISSING_ARTICLE),
    ('article = "22"\n', "", "[event.scoring]", "event.scoring.article", Code.MISSING_ARTICLE),
    ('article = "23"\n', "", "[event.tie_breaks]", "event.tie_breaks.article", Code.MISSING_ARTICLE),
    ('article = "28"\n', "", "[[event.awards]]", "event.awards[1].article", Code.MISSING_ARTICLE),
    ('required = true\narticle = "20"\n', "required = true\n", "[[event.organiser]]",
     "event.organiser[1].article", Code.MISSING_ARTICLE),
    ("[[event.organiser]]", '[[event.notices]]\ntext.en = "x"\n[[event.organiser]]', "[[event.notices]]",
     "event.notices[1].article", Code.MISSING_ARTICLE),
    ("[[event.organiser]]", '[event.exclusion]\narticle = "9"\nopen_games = "lost"\n[[event.organiser]]',
     "[event.exclusion]", "event.exclusion.open_games_article", Code.MISSING_ARTICLE),
    ('order = "lots"', 'order = "lots"\nseeding = true', "[event]", "event.seeding_article",
     Code.MISSING_ARTICLE),
    # languages
    ('what.en = "cup"', 'what.pl = "puchar"', "what.pl", "event.awards[1].what.en", Code.MISSING_LANGUAGE),
    # types and values
    ('systems = ["swiss", "round-robin"]', 'systems = "swiss"', "systems", "event.systems", Code.WRONG_TYPE),
    ("start_time = 18:00:00", 'start_time = "18:00"', "start_time", "event.schedule.start_time",
     Code.WRONG_TYPE),
    ("start_time = 18:00:00", "start_time = 18:00:00\nstart_date = 2026-12-06T18:00:00", "start_date",
     "event.schedule.start_date", Code.WRONG_TYPE),
    ("approval = false", 'approval = "no"', "approval", "event.sign_up.approval", Code.WRONG_TYPE),
    ("[event.scoring]\n", "[[event.scoring]]\n", "[[event.scoring]]", "event.scoring", Code.WRONG_TYPE),
    ('["buchholz", "wins"]', '["bucholz", "wins"]', "bucholz", "event.tie_breaks.order[1]",
     Code.NOT_A_CHOICE),
    ('"swiss", "round-robin"', '"swiss", "scheveningen"', "scheveningen", "event.systems[2]",
     Code.NOT_A_CHOICE),
    ('pairing = "dutch"', 'pairing = "burstein"', "burstein", "event.swiss.pairing", Code.NOT_A_CHOICE),
    ('order = "lots"', 'order = "alphabet"', "alphabet", "event.order", Code.NOT_A_CHOICE),
    ('ask = "system"', 'ask = "weather"', "weather", "event.organiser[1].ask", Code.NOT_A_CHOICE),
    ("rounds = 5", "rounds = 0", "rounds", "event.swiss.rounds", Code.TOO_SMALL),
    ("rounds = 5", "rounds = 101", "rounds", "event.swiss.rounds", Code.TOO_BIG),
    ("retention_days = 90", "retention_days = 90\ncapacity = 1", "capacity", "event.sign_up.capacity",
     Code.TOO_SMALL),
    ('["swiss", "round-robin"]', "[]", "systems", "event.systems", Code.TOO_FEW),
    ("draw = 1", 'draw = "half"', "draw =", "event.scoring.draw", Code.BAD_POINTS),
    ("draw = 1", "draw = true", "draw =", "event.scoring.draw", Code.BAD_POINTS),
    ("draw = 1", "draw = -1", "draw =", "event.scoring.draw", Code.BAD_POINTS),
    ("draw = 1", "draw = inf", "draw =", "event.scoring.draw", Code.BAD_POINTS),
    ("draw = 1", "draw = 0.1", "draw =", "event.scoring.draw", Code.BAD_POINTS),
    ("draw = 1", 'draw = "1/0"', "draw =", "event.scoring.draw", Code.BAD_POINTS),
    ("win = 2", f"win = {'9' * 150}", "win", "event.scoring.win", Code.BAD_POINTS),
    ('pace = "at-once"', 'pace = "interval"\ninterval = "soon"', "interval =", "event.schedule.interval",
     Code.BAD_SPAN),
    ('pace = "at-once"', 'pace = "interval"\ninterval = "0d"', "interval =", "event.schedule.interval",
     Code.BAD_SPAN),
    ('pace = "at-once"', 'pace = "interval"\ninterval = "400d"', "interval =", "event.schedule.interval",
     Code.BAD_SPAN),
    ('zone = "Europe/Madrid"', 'zone = "../etc"', "zone", "event.schedule.zone", Code.UNKNOWN_ZONE),
    ("[event.schedule]", QUESTION.format(id="Birth", ask="birth-year") + "[event.schedule]", 'id = "Birth"',
     "event.sign_up.questions[1].id", Code.BAD_ID),
    # repetitions
    ('"swiss", "round-robin"', '"swiss", "round-robin", "swiss"', "systems", "event.systems[3]",
     Code.REPEATED),
    ('"buchholz", "wins"', '"buchholz", "wins", "wins"', "wins", "event.tie_breaks.order[3]", Code.REPEATED),
    ("[event.schedule]", QUESTION.format(id="a", ask="birth") + QUESTION.format(id="b", ask="birth-date")
     + "[event.schedule]", 'ask = "birth-date"', "event.sign_up.questions[2].ask", Code.REPEATED),
    ("[event.schedule]", QUESTION.format(id="a", ask="class") + QUESTION.format(id="a", ask="sex")
     + "[event.schedule]", '"a"\nask = "sex"', "event.sign_up.questions[2].id", Code.REPEATED),
    # silent points
    ('about = ["event.swiss", ', 'about = ["event.swiss.wins", "event.swiss", ', '"event.swiss.wins"',
     "silent[2].about[1]", Code.UNKNOWN_POINT),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "on_line_of", "key", "code"), ONE_FAULT)
def test_a_fault_is_named_with_its_line_and_key(
    old: str, new: str, on_line_of: str, key: str, code: Code
) -> None:
    text = small_event((old, new))
    found = [(problem.line, problem.key_path, problem.code) for problem in problems(text)]
    assert found == [(line_of(text, on_line_of), key, code)]


CONFLICTS: list[tuple[str, str, str, Conflict]] = [
    ('systems = ["swiss", "round-robin"]', 'systems = ["swiss", "knockout", "round-robin"]',
     "event.systems[2]", Conflict.SYSTEM_WITHOUT_TABLE),
    ("[event.sign_up]\n", KNOCKOUT + "[event.sign_up]\n", "event.knockout", Conflict.TABLE_WITHOUT_SYSTEM),
    ('ask = "system"', 'ask = "place"', "event.systems", Conflict.NOBODY_CHOOSES),
    ("rounds = 5\n", "", "event.swiss", Conflict.NOBODY_CHOOSES),
    ("[[event.organiser]]", ASKED.format("rounds") + "[[event.organiser]]", "event.organiser[1].ask",
     Conflict.NOTHING_TO_CHOOSE),
    ("[[event.organiser]]", ASKED.format("classes") + "[[event.organiser]]", "event.organiser[1].ask",
     Conflict.NOTHING_TO_CHOOSE),
    ("loss = 0", "loss = 2", "event.scoring", Conflict.POINTS_REVERSED),
    ("draw = 1", "draw = 3", "event.scoring", Conflict.POINTS_REVERSED),
    ("\nbye = 2", "\nbye = 3", "event.swiss.bye", Conflict.BYE_ABOVE_WIN),
    ("missed_round = 0", "missed_round = 5", "event.swiss.missed_round", Conflict.BYE_ABOVE_WIN),
    ("opens = 17:30:00", "opens = 18:00:00", "event.sign_up.opens", Conflict.OPENS_TOO_LATE),
    ('pace = "at-once"', 'pace = "at-once"\ninterval = "2d"', "event.schedule.interval",
     Conflict.INTERVAL_UNUSED),
    ('pace = "at-once"', 'pace = "at-once"\nmissed = "loss"', "event.schedule.missed",
     Conflict.MISSED_WITHOUT_DEADLINE),
    ("first_place = 1", "first_place = 3\nlast_place = 2", "event.awards[1].last_place",
     Conflict.RANGE_REVERSED),
    ("[[event.awards]]", '[[event.awards]]\nfirst_place = 1\nlast_place = 3\nwhat.en = "x"\ndiploma = true\n'
     'article = "28"\n[[event.awards]]', "event.awards[2]", Conflict.OVERLAP),
    ('order = "lots"', 'order = "rating"', "event.order", Conflict.NOT_ASKED),
    ("[[event.awards]]", '[event.prize_lists]\narticle = "33"\n[[event.awards]]', "event.prize_lists",
     Conflict.NOT_ASKED),
    ("[event.schedule]", CONSENT.format(guardian="true") + "[event.schedule]",
     "event.sign_up.consent.guardian_for_minors", Conflict.NOT_ASKED),
    ("[[event.awards]]", CATEGORY.format(id="a", range="oldest = 8") + "[[event.awards]]",
     "event.categories[1].oldest", Conflict.NOT_ASKED),
    ("[[event.awards]]", CATEGORY.format(id="a", range="grades = [4]") + "[[event.awards]]",
     "event.categories[1].grades", Conflict.NOT_ASKED),
    ("[event.schedule]", QUESTION.format(id="a", ask="birth") + CATEGORY.format(id="a", range="oldest = 8")
     + CATEGORY.format(id="b", range="youngest = 8") + "[event.schedule]", "event.categories[2]",
     Conflict.OVERLAP),
    ("[event.schedule]", QUESTION.format(id="a", ask="birth")
     + CATEGORY.format(id="a", range="youngest = 9\noldest = 8") + "[event.schedule]",
     "event.categories[1].oldest", Conflict.RANGE_REVERSED),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "key", "why"), CONFLICTS)
def test_a_tournament_that_contradicts_itself_is_refused(old: str, new: str, key: str, why: Conflict) -> None:
    found = problems(small_event((old, new)))
    assert [(problem.key_path, problem.code, problem.data["why"]) for problem in found] == [
        (key, Code.CONTRADICTION, why)
    ]


def test_a_tournament_needs_the_second_schema() -> None:
    (problem,) = problems(SMALL + "\n" + EVENT)
    assert (problem.key_path, problem.data["why"]) == ("event", Conflict.OLD_SCHEMA)


KNOCKOUTS: list[tuple[str, str, str, Conflict | Code]] = [
    ("games = 1", "games = 2\nto_wins = 2", "event.knockout.to_wins", Conflict.TWO_LENGTHS),
    ("games = 1", "games = 2\nreturn_game_decides = true", "event.knockout.return_game_decides",
     Conflict.RETURN_NEEDS_ONE_GAME),
    ("games = 1\n", "", "event.knockout.games", Code.MISSING_KEY),
    ('white = "order"', 'white = "younger"', "event.knockout.white", Conflict.NOT_ASKED),
    ('third_place = "shared"\n', "", "event.knockout.third_place", Code.MISSING_KEY),
    ('white_article = "30"\n', "", "event.knockout.white_article", Code.MISSING_ARTICLE),
    ('extra_article = "30"\n', "", "event.knockout.extra_article", Code.MISSING_ARTICLE),
    ('byes_article = "30"\n', "", "event.knockout.byes_article", Code.MISSING_ARTICLE),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "key", "why"), KNOCKOUTS)
def test_a_knockout_that_cannot_be_run_is_refused(old: str, new: str, key: str, why: Conflict | Code) -> None:
    (problem,) = problems(changed((old, new), text=knockout_with()))
    assert (problem.key_path, problem.data.get("why", problem.code)) == (key, why)


ID = "iv-vi"
STAGES: list[tuple[list[str], list[tuple[str, Conflict | Code]]]] = [
    # a quota after which nobody plays on, and none where somebody does
    ([STAGE.format(id="a", within="category", quota="quota = 4")],
     [("event.stages[1].quota", Conflict.QUOTA_LEADS_NOWHERE)]),
    ([STAGE.format(id="a", within="category", quota=""), STAGE.format(id="b", within="category", quota="")],
     [("event.stages[1].quota", Code.MISSING_KEY)]),
    ([STAGE.format(id="a", within="category", quota="quota = 4\nquotas = { iv-vi = 4 }"),
      STAGE.format(id="b", within="category", quota=""), CATEGORY.format(id=ID, range="")],
     [("event.stages[1].quotas", Conflict.TWO_QUOTAS)]),
    ([STAGE.format(id="a", within="category", quota="quotas = { vii = 4 }"),
      STAGE.format(id="b", within="category", quota=""), CATEGORY.format(id=ID, range="")],
     [("event.stages[1].quotas.vii", Code.NOT_A_CHOICE), ("event.stages[1].quotas.iv-vi", Code.MISSING_KEY)]),
    ([STAGE.format(id="a", within="category", quota="quota = 0"),
      STAGE.format(id="b", within="category", quota="")], [("event.stages[1].quota", Code.TOO_SMALL)]),
    # a class that nobody is asked about, and classes after they were mixed
    ([STAGE.format(id="a", within="class", quota="quota = 4"),
      STAGE.format(id="b", within="category", quota="")], [("event.stages[1].within", Conflict.NOT_ASKED)]),
    ([STAGE.format(id="a", within="category", quota="quota = 4"),
      STAGE.format(id="b", within="class", quota=""), QUESTION.format(id="class", ask="class")],
     [("event.stages[2].within", Conflict.STAGES_NARROW)]),
    ([STAGE.format(id="a", within="category", quota="quota = 4"),
      STAGE.format(id="a", within="category", quota="")], [("event.stages[2].id", Code.REPEATED)]),
]  # fmt: skip


@pytest.mark.parametrize(("tables", "expected"), STAGES, ids=range(len(STAGES)))
def test_stages_that_do_not_lead_into_each_other_are_refused(
    tables: list[str], expected: list[tuple[str, Conflict | Code]]
) -> None:
    found = problems(in_stages(*tables))
    assert [(problem.key_path, problem.data.get("why", problem.code)) for problem in found] == expected


def test_systems_are_named_once_by_the_event_or_by_its_stages() -> None:
    (problem,) = problems(knockout_with(STAGE.format(id="a", within="category", quota="")))
    assert (problem.key_path, problem.data["why"]) == ("event.systems", Conflict.TWO_COURSES)
    (problem,) = problems(in_stages())
    assert (problem.key_path, problem.code) == ("event.systems", Code.MISSING_KEY)


TIES: list[tuple[str, str, Never]] = [
    ('["plus-minus", "buchholz"]', "event.tie_breaks.order[1]", Never.NO_ADVANTAGE),
    ('["lots", "buchholz"]', "event.tie_breaks.order[2]", Never.ALREADY_DECIDED),
    ('["extra-game", "wins"]', "event.tie_breaks.order[2]", Never.ALREADY_DECIDED),
]


@pytest.mark.parametrize(("order", "key", "why"), TIES)
def test_a_tie_break_that_can_decide_nothing_is_refused(order: str, key: str, why: Never) -> None:
    (problem,) = problems(small_event(('["buchholz", "wins"]', order)))
    assert (problem.key_path, problem.code, problem.data["why"]) == (key, Code.NEVER_APPLIES, why)


def test_a_knockout_has_no_use_for_tie_breaks() -> None:
    (problem,) = problems(knockout_with(TIES_TABLE))
    assert (problem.key_path, problem.data["why"]) == ("event.tie_breaks", Never.NO_TABLE)


POSSIBLE: list[tuple[str, str]] = [
    ('["buchholz", "wins"]', '["extra-game", "lots"]'),
    ('["buchholz", "wins"]', "[]"),
    ("draw = 1", 'draw = "½"'),
    ("draw = 1", "draw = 0.5"),
    ("draw = 1", 'draw = "1/2"'),
    # three points for a win, none for a draw
    ("draw = 1", "draw = 0"),
    ("[[event.awards]]", CATEGORY.format(id="beginners", range="") + "[[event.awards]]"),
    ("[event.schedule]", QUESTION.format(id="guardian", ask="guardian") + CONSENT.format(guardian="true")
     + "[event.schedule]"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), POSSIBLE)
def test_what_can_be_run_is_accepted(old: str, new: str) -> None:
    assert load(small_event((old, new))).event is not None


@pytest.mark.parametrize(
    ("zone", "is_known"),
    [("Europe/Madrid", True), ("Europe/Kyiv", True), ("Europe/Riazor", False), ("Europe", False)],
)
def test_a_time_zone_of_a_new_file_is_looked_up(zone: str, is_known: bool) -> None:
    text = small_event(("Europe/Madrid", zone))
    assert load(text).event is not None
    if is_known:
        assert check(text, source="club.toml").event is not None
        return
    with pytest.raises(RegulationErrors) as caught:
        check(text, source="club.toml")
    (problem,) = caught.value.problems
    assert (problem.key_path, problem.code) == ("event.schedule.zone", Code.UNKNOWN_ZONE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_of_a_tournament_is_said_with_a_remedy(language: str) -> None:
    texts = [small_event((old, new)) for old, new, *_ in (*ONE_FAULT, *CONFLICTS)]
    texts += [changed((old, new), text=knockout_with()) for old, new, *_ in KNOCKOUTS]
    texts += [in_stages(*tables) for tables, _ in STAGES]
    catalogues = Catalogues.load()
    for text in texts:
        with pytest.raises(RegulationErrors) as caught:
            load(text, source="club.toml")
        for sentence in explain(caught.value):
            words = catalogues.say(sentence, language)
            assert "{" not in words.replace("{ a = 4 }", "")
            assert "regulation." not in words
            assert words.startswith("club.toml, ")
            assert words.endswith((".", "?"))
