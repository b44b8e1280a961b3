"""What sign-up asks, one question at a time: which is next, how it is put, how an answer is read.

Everything here is computed from what has been answered so far, so that a conversation can be taken up again
after any interruption.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum

from bot.commands.tournament.answers import SKIPPED, BadAnswer, key_of, meaning, read_answer, read_name
from bot.commands.tournament.errors import category_name
from bot.commands.tournament.eventfile import ENTERED, EventFile
from bot.commands.tournament.events import BORN
from bot.letters import one_line
from bot.replies import Said, said
from bot.words import by_article
from rules.tournament.categories import assign_category, grade_of
from rules.tournament.eventrules import Asked, Category, Consent, Question
from rules.tournament.model import ConsentBy
from storage.ids import PersonId

WHO, NAME, SAME_NAME, CATEGORY, CONSENT = "who", "name", "same-name", "category", "consent"
BIRTH_YEARS = range(5, 17)
"""ages whose years of birth are offered as buttons where children take part"""


class Who(StrEnum):
    """For whom somebody signs up; the values are stored."""

    ME = "me"
    CHILD = "child"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Talk:
    """What somebody has answered so far. ``step`` grows with every question, so old buttons are known."""

    step: int = 1
    who: Who | None = None
    name: str = ""
    is_namesake: bool = False
    """somebody else of that name takes part, and both are meant"""
    answers: Mapping[str, str] = field(default_factory=dict)
    category: str = ""
    chat: int = 0
    """the chat in which they began to sign up, by its place; 0 for none"""

    def to_payload(self) -> str:
        values = {
            "step": self.step,
            "who": self.who,
            "name": self.name,
            "namesake": self.is_namesake,
            "answers": dict(self.answers),
            "category": self.category,
            "chat": self.chat,
        }
        return json.dumps({key: value for key, value in values.items() if value}, ensure_ascii=False)


def read_talk(payload: str) -> Talk:
    """The inverse of ``Talk.to_payload``."""
    values = json.loads(payload)
    return Talk(
        values.get("step", 1),
        Who(values["who"]) if "who" in values else None,
        values.get("name", ""),
        values.get("namesake", False),
        values.get("answers", {}),
        values.get("category", ""),
        values.get("chat", 0),
    )


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question: ``choices`` are buttons (value, label); other answers are written."""

    about: str
    what: Said
    choices: tuple[tuple[str, Said | str], ...] = ()
    question: Question | None = None

    @property
    def is_written(self) -> bool:
        """Whether some answers are words of one's own, and not only those that are offered."""
        if self.question is not None:
            return self.question.asked not in (Asked.SEX, Asked.GUARDIAN)
        return self.about in (NAME, SAME_NAME)


# --- which question is next ---------------------------------------------------------------------------------


def next_prompt(file: EventFile, talk: Talk) -> Prompt | None:
    """What is to be asked now; None where everything is known."""
    if talk.who is None:
        return Prompt(
            WHO, said("join.ask-who"), tuple((who.value, said(f"join.who-{who.value}")) for who in Who)
        )
    if not talk.name:
        return Prompt(NAME, said(f"join.ask-name-{talk.who.value}"))
    if not talk.is_namesake and is_taken(file, talk.name):
        keep = (("keep", said("join.keep-name", name=talk.name)),)
        return Prompt(SAME_NAME, said("join.ask-same-name", name=talk.name), keep)
    for question in file.rules.sign_up.questions:
        if not _is_answered(file, question, talk):
            return _prompt(file, question)
    if (free := free_categories(file, talk)) and not talk.category:
        choices = tuple((category.id, category_name_of(category)) for category in free)
        return Prompt(CATEGORY, said("join.ask-category"), choices)
    if file.rules.sign_up.consent is not None:
        return _consent_prompt(file, talk, file.rules.sign_up.consent)
    return None


def category_name_of(category: Category) -> Said:
    return said("regulation.event.statement", text=category.names)


def _is_answered(file: EventFile, question: Question, talk: Talk) -> bool:
    if question.asked is Asked.GUARDIAN and file.rules.sign_up.consent is not None:
        return True  # one question with the consent
    return key_of(question) in talk.answers


def _prompt(file: EventFile, question: Question) -> Prompt:
    about = f"q.{question.id}"
    if question.asked is Asked.TEXT and question.label is not None:
        what = said("regulation.event.statement", text=question.label)
    else:
        what = said(f"join.ask-{question.asked.value}")
    choices = _choices(file, question)
    if not question.required:
        choices = (*choices, ("skip", said("button.skip")))
    return Prompt(about, by_article(what, question.article), choices, question)


def _choices(file: EventFile, question: Question) -> tuple[tuple[str, Said | str], ...]:
    match question.asked:
        case Asked.BIRTH_YEAR if _is_for_children(file):
            years = [file.event.settings.year - age for age in BIRTH_YEARS]
            return tuple((str(year), str(year)) for year in sorted(years))
        case Asked.CLASS:
            return tuple((name, name) for name in file.event.settings.classes)
        case Asked.SEX:
            return tuple((value, said(f"join.{value}")) for value in ("boy", "girl"))
        case Asked.GUARDIAN:
            return tuple((value, said(value)) for value in ("yes", "no"))
    return ()


def _is_for_children(file: EventFile) -> bool:
    return any(
        category.oldest is not None and category.oldest in BIRTH_YEARS for category in file.rules.categories
    )


# --- consent ------------------------------------------------------------------------------------------------


def is_minor(file: EventFile, talk: Talk, consent: Consent) -> bool | None:
    """Whether a guardian has to agree when the event begins; None where the answers leave that open."""
    born = talk.answers.get(BORN, "")
    if not born:
        return True if talk.who is Who.CHILD else None
    if len(born) == 4:
        age = file.event.settings.year - int(born)
        return None if age == consent.adult_at else age < consent.adult_at
    day = date.fromisoformat(born)
    begins = (file.event.settings.starts or file.event.at).astimezone(file.zone).date()
    grown = (begins.year - day.year, begins.month, begins.day)
    return grown < (consent.adult_at, day.month, day.day)


def _consent_prompt(file: EventFile, talk: Talk, consent: Consent) -> Prompt:
    minor = is_minor(file, talk, consent) if consent.guardian_for_minors else False
    whose = "mine" if talk.who is Who.ME else "theirs"
    choices: list[tuple[str, Said | str]] = []
    if minor is not True:
        label = said(f"consent.adult-{whose}") if minor is None else said(f"consent.self-{whose}")
        choices.append((ConsentBy.SELF.value, label))
    if minor is not False:
        choices.append((ConsentBy.GUARDIAN.value, said(f"consent.guardian-{whose}")))
    choices.append(("no", said("consent.refuse")))
    what = by_article(said("consent.ask", text=consent.text), consent.article)
    return Prompt(CONSENT, what, tuple(choices))


# --- reading answers ----------------------------------------------------------------------------------------


def take_answer(file: EventFile, talk: Talk, prompt: Prompt, text: str, own_name: str) -> Talk:
    """The talk with one more answer. Raises BadAnswer. The consent is no answer but the end."""
    text = one_line(text)
    talk = replace(talk, step=talk.step + 1)
    match prompt.about:
        case "who":
            who = _who(text)
            return replace(talk, who=who, name=own_name if who is Who.ME else "")
        case "name":
            return replace(talk, name=read_name(text))
        case "same-name":
            if meaning(text) == "keep":
                return replace(talk, is_namesake=True)
            return replace(talk, name=read_name(text))
        case "category":
            return replace(talk, category=_chosen_category(file, text))
    if prompt.question is None:
        raise BadAnswer(said("join.use-buttons"))
    key, is_skipped = key_of(prompt.question), meaning(text) == "skip"
    if is_skipped and not prompt.question.required:
        value = SKIPPED
    else:
        value = read_answer(file, prompt.question, text)
    talk = replace(talk, answers={**talk.answers, key: value})
    if key in (BORN, "class"):
        _check_category(file, talk)
    return talk


def _chosen_category(file: EventFile, text: str) -> str:
    """The category of that id, or of that name in any language. Raises BadAnswer."""
    for category in file.rules.categories:
        if text.casefold() in (category.id, *(name.casefold() for name in category.names.values())):
            return category.id
    raise BadAnswer(said("join.use-buttons"))


def _check_category(file: EventFile, talk: Talk) -> None:
    """Somebody whom no category takes is told so at once. Raises BadAnswer."""
    categories = file.rules.categories
    by_age = any(one.youngest is not None or one.oldest is not None for one in categories)
    by_class = any(one.grades for one in categories)
    needed = {key for key, is_needed in ((BORN, by_age), ("class", by_class)) if is_needed}
    if needed <= talk.answers.keys() and not free_categories(file, talk):
        category_of(file, talk)


def _who(text: str) -> Who:
    if meaning(text) not in list(Who):
        raise BadAnswer(said("join.use-buttons"))
    return Who(meaning(text))


# --- what follows from the answers --------------------------------------------------------------------------


def is_taken(file: EventFile, name: str) -> bool:
    """Whether somebody who takes part is called so already."""
    return any(
        card.name.casefold() == name.casefold() and file.event.entrants[number].standing in ENTERED
        for number, card in file.cards.items()
    )


def is_mine_already(file: EventFile, name: str, person: PersonId) -> bool:
    """Whether ``person`` has signed up somebody of that name."""
    return any(
        card.name.casefold() == name.casefold()
        and person in card.controllers
        and file.event.entrants[number].standing in ENTERED
        for number, card in file.cards.items()
    )


def free_categories(file: EventFile, talk: Talk) -> tuple[Category, ...]:
    """Categories that are chosen by name, where there are several and no other takes the entrant."""
    free = tuple(
        category
        for category in file.rules.categories
        if category.youngest is None and category.oldest is None and not category.grades
    )
    assigned = derived_category(file, talk.answers)
    return free if len(free) > 1 and (assigned is None or assigned in free) else ()


def derived_category(file: EventFile, answers: Mapping[str, str]) -> Category | None:
    """The category that the regulation's own arithmetic gives."""
    born, group = answers.get(BORN, ""), answers.get("class", "")
    return assign_category(
        file.rules,
        file.event.settings.year,
        birth_year=int(born[:4]) if born else None,
        grade=grade_of(group) if group else None,
    )


def category_of(file: EventFile, talk: Talk) -> str:
    """The id of the entrant's category, empty where there are none. Raises BadAnswer where none fits."""
    if not file.rules.categories:
        return ""
    if talk.category:
        return talk.category
    found = derived_category(file, talk.answers)
    if found is None:
        names = tuple(category_name(file, category.id) for category in file.rules.categories)
        raise BadAnswer(
            by_article(said("join.no-category", categories=names), file.rules.categories[0].article)
        )
    return found.id
