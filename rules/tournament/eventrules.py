"""What a regulation says about a tournament, as the values that this package runs on.

Every article is a text such as ``6.3``; an empty one means that the document is silent there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time, timedelta
from enum import StrEnum
from fractions import Fraction

ByLanguage = Mapping[str, str]
"""a text by language code; the regulation's own language and English are always there"""


class System(StrEnum):
    """How a section is played; the values are stored."""

    KNOCKOUT = "knockout"
    ROUND_ROBIN = "round-robin"
    SWISS = "swiss"


class TieBreak(StrEnum):
    """Ways to tell level entrants apart, in the words of regulation files."""

    DIRECT_GAME = "direct-game"
    BUCHHOLZ = "buchholz"
    BUCHHOLZ_MEDIAN = "buchholz-median"
    BUCHHOLZ_CUT_1 = "buchholz-cut-1"
    BUCHHOLZ_CUT_2 = "buchholz-cut-2"
    SONNEBORN_BERGER = "sonneborn-berger"
    WINS = "wins"
    BLACK_WINS = "black-wins"
    PROGRESSIVE = "progressive"
    PLUS_MINUS = "plus-minus"
    """draws with advantage for, less those against"""
    EXTRA_GAME = "extra-game"
    LOTS = "lots"


@dataclass(frozen=True, slots=True)
class Scoring:
    """Points for a game."""

    win: Fraction
    draw: Fraction
    loss: Fraction
    article: str = ""


@dataclass(frozen=True, slots=True)
class MatchRule:
    """How the games of one pairing decide it.

    ``games`` are played in any case (or until ``to_wins`` games are won, where that is given); while it is
    level, single extra games follow. ``return_game_decides``: a drawn game brings a return game that alone
    decides.
    ``counts_once``: in a table the match is one win, draw or loss; otherwise each of its games is.
    """

    games: int = 1
    to_wins: int | None = None
    return_game_decides: bool = False
    article: str = ""
    extra_article: str = ""
    counts_once: bool = False


class ThirdPlace(StrEnum):
    """Who is third in a knockout."""

    MATCH = "match"
    """a match of the losing semi-finalists"""
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class KnockoutRules:
    """``three_way_final``: as soon as exactly three are left, everyone meets everyone by ``final``."""

    match: MatchRule
    final: MatchRule
    third_place: ThirdPlace
    three_way_final: bool
    article: str = ""
    final_article: str = ""
    three_way_article: str = ""
    third_article: str = ""
    bye_article: str = ""


@dataclass(frozen=True, slots=True)
class RoundRobinRules:
    """``cycles``: how often everyone meets everyone; ``match`` the games of one meeting."""

    cycles: int
    match: MatchRule
    article: str = ""
    annul_below_half: bool = True
    """whose who leave before half of their games lose all of them from the table"""
    annul_article: str = ""


@dataclass(frozen=True, slots=True)
class SwissRules:
    """``rounds`` as the document says, None where the organiser chooses.

    ``bye_points`` for a bye by pairing, ``missed_points`` for each round before a late entry; ``match`` the
    games of one pairing.
    """

    rounds: int | None
    bye_points: Fraction
    requested_bye_points: Fraction
    missed_points: Fraction
    article: str = ""
    match: MatchRule = MatchRule()


@dataclass(frozen=True, slots=True)
class Category:
    """A tournament within the event: by age, by class, or named freely.

    ``youngest`` and ``oldest`` are years of age in the year of the event (event year less birth year),
    ``grades`` those of the classes that belong to it; None and an empty range stand for everybody.
    """

    id: str
    names: ByLanguage
    article: str = ""
    youngest: int | None = None
    oldest: int | None = None
    grades: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StageRules:
    """One stage. ``within``: one section for each category, or for each class of a category.

    ``quota``: how many go on from each section, by category id; None in the last stage.
    """

    id: str
    names: ByLanguage
    within: str
    """``category`` or ``class``"""
    systems: tuple[System, ...]
    quotas: Mapping[str, int] | None
    article: str = ""
    quota_article: str = ""


class Asked(StrEnum):
    """What sign-up asks."""

    BIRTH_YEAR = "birth-year"
    BIRTH_DATE = "birth-date"
    BIRTH = "birth"
    """the date of birth or, for whoever prefers, the year alone"""
    CLASS = "class"
    SEX = "sex"
    """boy or girl, for prize lists"""
    RATING = "rating"
    GUARDIAN = "guardian"
    """whether a guardian agrees, for a minor"""
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Question:
    id: str
    asked: Asked
    article: str = ""
    label: ByLanguage | None = None
    """what a free question asks"""
    required: bool = True


@dataclass(frozen=True, slots=True)
class Consent:
    """What joining implies; ``version`` is stored with who gave it and when.

    ``guardian_for_minors``: for whoever is not yet ``adult_at`` years old, a guardian gives it.
    """

    version: str
    text: ByLanguage
    article: str
    guardian_for_minors: bool
    adult_at: int = 18


@dataclass(frozen=True, slots=True)
class SignUp:
    """``open_to``: for whom the event is, as approval has to see. ``opens``: local time on the first day."""

    questions: tuple[Question, ...]
    approval: bool
    approval_article: str = ""
    capacity: int | None = None
    opens: time | None = None
    fee: str = ""
    """as it is shown: ``2 €``; empty: free"""
    fee_article: str = ""
    check_in: bool = False
    consent: Consent | None = None
    retention_days: int = 90
    """how long after the end personal answers are kept"""
    open_to: Stated | None = None
    opens_article: str = ""
    capacity_article: str = ""


class Missed(StrEnum):
    """What a missed deadline of a round means."""

    ARBITER = "arbiter"
    """the organiser is told and decides"""
    LOSS = "loss"
    """whoever was to move, or did not appear, loses"""


class Pace(StrEnum):
    """When the next round is paired."""

    BY_HAND = "by-hand"
    """when the organiser says so"""
    AT_ONCE = "at-once"
    """as soon as the last game has ended"""
    INTERVAL = "interval"
    """``Schedule.interval`` after the last one, at the same local time"""


@dataclass(frozen=True, slots=True)
class Schedule:
    """When and where it is played.

    ``start_date`` and ``start_time`` (local, in ``zone``) if the document says them; ``day`` is what it says
    where that is no full date. ``interval`` from round to round; ``deadline`` from the start of a round.
    """

    start_date: date | None = None
    start_time: time | None = None
    interval: timedelta | None = None
    zone: str = "UTC"
    deadline: timedelta | None = None
    missed: Missed = Missed.ARBITER
    article: str = ""
    pace: Pace = Pace.BY_HAND
    pace_article: str = ""
    deadline_article: str = ""
    day: ByLanguage | None = None
    day_article: str = ""
    place: ByLanguage | None = None
    place_article: str = ""


@dataclass(frozen=True, slots=True)
class Award:
    """For places ``first_place`` to ``last_place`` of each category (and prize list); None: all others."""

    first_place: int | None
    last_place: int | None
    what: ByLanguage
    diploma: bool
    article: str = ""


@dataclass(frozen=True, slots=True)
class Stated:
    """A point of the programme, a notice at sign-up, a ground of exclusion: an article and its words."""

    article: str
    text: ByLanguage


class Choice(StrEnum):
    """What an organiser is asked when an event is made; the values are stored."""

    SYSTEM = "system"
    """of the systems that the first stage allows, at the latest when it starts"""
    CLASSES = "classes"
    """which classes take part"""
    START = "start"
    """date and time"""
    PLACE = "place"
    ROUNDS = "rounds"
    """of a Swiss"""


@dataclass(frozen=True, slots=True)
class OrganiserQuestion:
    """``required``: the event cannot start before it is answered."""

    choice: Choice
    required: bool
    article: str = ""


@dataclass(frozen=True, slots=True)
class EventRules:
    """A tournament as its regulation has it.

    ``stages`` are played in order; ``systems`` of a stage with several entries let the organiser choose.
    ``prize_lists``: places are told for boys and girls apart. ``initial_order``: ``lots``, ``rating`` or
    ``sign-up``. ``white_by``: who has White in the first game of a knockout pairing, ``order`` (the lower
    number), ``lot`` or ``younger`` (of equal or unknown age: by lot); tables and the Swiss give colours
    themselves.
    """

    stages: tuple[StageRules, ...]
    scoring: Scoring
    tie_breaks: tuple[TieBreak, ...]
    sign_up: SignUp
    schedule: Schedule
    awards: tuple[Award, ...]
    categories: tuple[Category, ...] = ()
    knockout: KnockoutRules | None = None
    round_robin: RoundRobinRules | None = None
    swiss: SwissRules | None = None
    system_article: str = ""
    tie_break_article: str = ""
    initial_order: str = "lots"
    lots_article: str = ""
    seeding_article: str | None = None
    """None: entrants may not be seeded"""
    exclusion_article: str | None = None
    exclusion_grounds: tuple[Stated, ...] = ()
    prize_lists: bool = False
    prize_lists_article: str = ""
    programme: tuple[Stated, ...] = ()
    notices: tuple[Stated, ...] = ()
    shows_lesson: bool = False
    """before the start the game is shown"""
    lesson_article: str = ""
    organiser_asked: tuple[OrganiserQuestion, ...] = ()
    """in the order in which it is asked"""
    white_by: str = "order"
    white_article: str = ""
