"""Why an event refuses something, as a sentence."""

from __future__ import annotations

from typing import Any

from bot.commands.tournament.eventfile import EventFile
from bot.replies import Said, said
from bot.words import by_article
from rules.tournament.model import EntrantNo, Phase, Standing
from rules.tournament.refusals import EventRefused, Refusal
from rules.tournament.signup import BEFORE_START

_NUMBERS = ("number", "missing", "surplus")


def refused(file: EventFile, error: EventRefused) -> Said:
    """Every reason has its text ``event.refused.…``; entrants in it are named as the public knows them."""
    data: dict[str, Any] = {**error.data}
    article = data.pop("article", "")
    del data["reason"]
    values = {name: _value(file, name, value) for name, value in data.items() if value is not None}
    if error.reason is Refusal.WRONG_PHASE and file.phase in BEFORE_START:
        values["phase"] = said(f"event.next-step.{file.phase.value}", id=file.slug)
    values["title"] = file.title
    return by_article(Said(_key(error), values), article)


def _key(error: EventRefused) -> str:
    """The text for the reason; of a wrong order there is one for each thing that can be wrong with it."""
    if error.reason is Refusal.UNKNOWN_ORDER and not error.data["missing"]:
        return "event.refused.unknown-order.surplus"
    if error.reason is Refusal.UNKNOWN_ORDER and not error.data["surplus"]:
        return "event.refused.unknown-order.missing"
    return f"event.refused.{error.reason}"


def _value(file: EventFile, name: str, value: Any) -> Any:
    if isinstance(value, tuple | list | frozenset):
        return tuple(_value(file, name, item) for item in value)
    match value:
        case Phase():
            return said(f"event.phase.{value.value}")
        case Standing():
            return said(f"event.standing.{value.value}")
    if name in _NUMBERS and isinstance(value, int) and EntrantNo(value) in file.shown:
        return file.name(EntrantNo(value))
    match name:
        case "system" | "systems":
            return said(f"regulation.system.{value}")
        case "category" | "categories":
            return category_name(file, value)
        case "why":
            return str(value)
    return value


def category_name(file: EventFile, category: str) -> Any:
    """The name of a category in every language; its id where the regulation has none of that id."""
    return next((found.names for found in file.rules.categories if found.id == category), category)
