"""How an answer at sign-up is read, in whatever way it is written, and in which form it is kept."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.commands.grammar import read_date
from bot.commands.people import LONGEST_NAME
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.events import BORN
from bot.letters import one_line
from bot.replies import Said, said
from rules.tournament.categories import find_class
from rules.tournament.eventrules import Asked, Question

SKIPPED = ""
"""stored for an optional question that was passed over"""
OLDEST = 120
LONGEST_ANSWER = 200
HIGHEST_RATING = 4000
KEYS: Mapping[Asked, str] = {
    Asked.BIRTH_YEAR: BORN,
    Asked.BIRTH_DATE: BORN,
    Asked.BIRTH: BORN,
    Asked.CLASS: "class",
    Asked.SEX: "sex",
    Asked.RATING: "rating",
    Asked.GUARDIAN: "guardian",
}
"""under which key an answer is kept; free questions have keys of their own"""

_YEAR = re.compile(r"[0-9]{4}")


_WORDS: Mapping[str, tuple[str, ...]] = {
    "me": ("ja", "siebie", "mnie", "я", "себе", "eu", "a min", "myself"),
    "child": ("dziecko", "moje dziecko", "дитину", "дитина", "свою дитину", "unha crianza", "my child"),
    "other": (
        "kogoś innego",
        "inny",
        "ktoś inny",
        "когось іншого",
        "іншого",
        "outra persoa",
        "somebody else",
    ),
    "keep": ("zostaw", "залишити", "deixar"),
    "skip": ("-", "pomiń", "pomin", "пропустити", "saltar"),
    "stop": ("przerwij", "припинити", "deixalo"),
    "yes": ("tak", "zgoda", "zgadzam się", "так", "згода", "даю згоду", "si", "sí", "de acordo", "i agree"),
    "no": ("nie", "ні", "non"),
    "boy": ("chłopiec", "chlopiec", "chłopak", "хлопець", "хлопчик", "neno", "rapaz"),
    "girl": ("dziewczyna", "dziewczynka", "дівчина", "дівчинка", "nena", "rapaza"),
}
_MEANING = {word: value for value, words in _WORDS.items() for word in (value, *words)}


class BadAnswer(Exception):
    """Words that answer nothing; ``what`` says what is wanted."""

    def __init__(self, what: Said) -> None:
        self.what = what
        super().__init__(what.key)


def meaning(text: str) -> str:
    """What words say that stand on a button, in any language; other words say themselves."""
    return _MEANING.get(text.casefold(), text)


def key_of(question: Question) -> str:
    """Under which key its answer is kept."""
    return KEYS.get(question.asked) or f"q.{question.id}"[:32]


def read_name(text: str) -> str:
    """A name as it is kept. Raises BadAnswer for what is none."""
    name = one_line(text)
    if (
        not any(sign.isalpha() for sign in name)
        or len(name) > LONGEST_NAME
        or name.startswith(("/", "#", "@"))
    ):
        raise BadAnswer(said("join.bad-name", limit=LONGEST_NAME))
    if set(name) & set(",;"):  # a comma parts two people wherever several are named
        raise BadAnswer(said("join.one-name"))
    return name


def read_answer(file: EventFile, question: Question, text: str) -> str:
    """An answer in the form in which it is kept. Raises BadAnswer."""
    match question.asked:
        case Asked.BIRTH_YEAR | Asked.BIRTH_DATE | Asked.BIRTH:
            return _born(file, question.asked, text)
        case Asked.CLASS:
            found = find_class(file.event.settings.classes, text)
            if found is None or len(found) > 12:
                raise BadAnswer(said("join.bad-class", classes=file.event.settings.classes))
            return found
        case Asked.SEX:
            if meaning(text) not in ("boy", "girl"):
                raise BadAnswer(said("join.bad-sex"))
            return meaning(text)
        case Asked.RATING:
            if not (text.isascii() and text.isdecimal() and int(text[:9]) <= HIGHEST_RATING):
                raise BadAnswer(said("join.bad-rating", most=HIGHEST_RATING))
            return str(int(text))
        case Asked.GUARDIAN:
            return _yes(text)
    if not 0 < len(text) <= LONGEST_ANSWER:
        raise BadAnswer(said("join.bad-text", limit=LONGEST_ANSWER))
    return text


def _yes(text: str) -> str:
    if meaning(text) == "no":
        raise BadAnswer(said("join.no-guardian"))
    if meaning(text) != "yes":
        raise BadAnswer(said("join.use-buttons"))
    return "yes"


def _born(file: EventFile, asked: Asked, text: str) -> str:
    year = file.event.settings.year
    if _YEAR.fullmatch(text):
        if asked is Asked.BIRTH_DATE:
            raise BadAnswer(said("join.bad-birth-date"))
        if not year - OLDEST <= int(text) < year:
            raise BadAnswer(said("join.bad-year", first=str(year - OLDEST), last=str(year - 1)))
        return text
    day = read_date(text)
    if day is None:
        raise BadAnswer(said(f"join.bad-{asked.value}"))
    if not year - OLDEST <= day.year < year:
        raise BadAnswer(said("join.bad-year", first=str(year - OLDEST), last=str(year - 1)))
    return str(day.year) if asked is Asked.BIRTH_YEAR else day.isoformat()
