"""The words of the bot: gettext catalogues, and how values are written in each language.

A text is found by the key of a ``Said``. Its placeholders name values: ``{player}``, or with a way of
writing the value, ``{moves:or}``, ``{wait:words}``, ``{what:open}``. Nothing a value holds is read as a
placeholder again. A key that a language lacks is said in English, one that English lacks is shown itself;
both are logged, and neither stops the bot.
"""

from __future__ import annotations

import gettext
import logging
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

from bot.letters import isolated
from bot.replies import Said, said

LANGUAGES = ("pl", "uk", "gl", "en")
"""The languages of the bot, as stored and as the folders beside this file are named."""

FALLBACK = "en"
DOMAIN = "damka"
FOLDER = Path(__file__).parent

_log = logging.getLogger(__name__)
_QUOTES = frozenset('«»„“”"')
_PLACEHOLDER = re.compile(r"\{([a-z_]+)(?::([a-z]+))?\}")


class CataloguesMissing(Exception):
    """The catalogues were not compiled, which only happens to a checkout that was never installed."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"{path.name} is missing: run `make texts` or `python -m bot.texts.compile`")


def match_language(locale: str | None) -> str:
    """The language for a ``locale`` such as ``pl``, ``uk-UA`` or ``gl_ES.UTF-8``; English if unknown."""
    language = re.split(r"[-_.@]", (locale or "").strip().lower(), maxsplit=1)[0]
    return language if language in LANGUAGES else FALLBACK


def compiled_file(folder: Path, language: str) -> Path:
    """Where the compiled catalogue of ``language`` lies under ``folder``."""
    return folder / language / "LC_MESSAGES" / f"{DOMAIN}.mo"


class Catalogues:
    """The texts of all languages; each is read when it is first spoken."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._spoken: dict[str, gettext.GNUTranslations] = {}
        self._reported: set[tuple[str, str]] = set()

    @classmethod
    def load(cls) -> Catalogues:
        """The catalogues installed with the bot. Raises CataloguesMissing."""
        for language in LANGUAGES:
            if not compiled_file(FOLDER, language).exists():
                raise CataloguesMissing(compiled_file(FOLDER, language))
        return cls(FOLDER)

    def say(self, what: Said | str, language: str, zone: tzinfo = UTC) -> str:
        """``what`` in words; points in time are written in ``zone``. A plain str stands as it is."""
        if isinstance(what, str):
            return what
        values = {"count": what.count, **what.args}

        def fill(placeholder: re.Match[str]) -> str:
            name, style = placeholder.groups()
            if name not in values:
                self._report(what.key, f"{language}: no value for {placeholder.group()}")
                return placeholder.group()
            return self._write(values[name], style, language, zone)

        return _PLACEHOLDER.sub(fill, self._text(what, language))

    def _translations(self, language: str) -> gettext.GNUTranslations:
        if language not in self._spoken:
            with compiled_file(self._folder, language).open("rb") as file:
                self._spoken[language] = gettext.GNUTranslations(file)
        return self._spoken[language]

    def _text(self, what: Said, language: str) -> str:
        for spoken in dict.fromkeys((language if language in LANGUAGES else FALLBACK, FALLBACK)):
            translations = self._translations(spoken)
            if what.count is not None:
                text = translations.ngettext(what.key, what.key, what.count)
                if text != what.key:
                    return text
            text = translations.gettext(what.key)
            if text != what.key:
                return text
            self._report(what.key, f"{spoken}: no text")
        return what.key

    def _report(self, key: str, problem: str) -> None:
        if (key, problem) not in self._reported:
            self._reported.add((key, problem))
            _log.warning("text %s: %s", key, problem)

    def _write(self, value: Any, style: str | None, language: str, zone: tzinfo) -> str:
        match value:
            case Said():
                return _part(self.say(value, language, zone), style)
            case bool():
                return self.say(said("yes" if value else "no"), language, zone)
            case datetime():
                return self._write_moment(value.astimezone(zone), style, language)
            case date():
                return self._write_date(value, language)
            case timedelta():
                if style == "words" or value >= timedelta(days=1):
                    return self._write_words(value, language)
                return _write_clock(value)
            case tuple() | list():
                return self._write_list(
                    [self._write(item, None, language, zone) for item in value], style, language
                )
            case Mapping():
                return str(value.get(language) or value.get(FALLBACK) or next(iter(value.values()), ""))
            case None:
                return ""
            case _ if style == "quoted" and not _QUOTES & set(str(value)):  # what has quotes keeps its own
                return self.say(said("quoted", what=value), language, zone)
            case _:
                return isolated(str(value))

    def _write_moment(self, moment: datetime, style: str | None, language: str) -> str:
        time = f"{moment:%H:%M}"
        if style == "time":
            return time
        day = self._write_date(moment.date(), language)
        return day if style == "date" else self.say(said("moment", date=day, time=time), language)

    def _write_date(self, day: date, language: str) -> str:
        month = said(f"month.{day.month}")
        return self.say(said("date", day=day.day, month=month, year=day.year), language)

    def _write_words(self, duration: timedelta, language: str) -> str:
        """The two largest units, such as ``2 days, 3 hours``; less than a second is no time at all."""
        seconds = max(0, int(duration.total_seconds()))
        minutes, hours, days = seconds // 60 % 60, seconds // 3600 % 24, seconds // 86400
        units = (("days", days), ("hours", hours), ("minutes", minutes), ("seconds", seconds % 60))
        first = next((index for index, (_, number) in enumerate(units) if number), len(units) - 1)
        shown = [units[first], *(unit for unit in units[first + 1 : first + 2] if unit[1])]
        return " ".join(self.say(said(f"duration.{unit}", count=number), language) for unit, number in shown)

    def _write_list(self, items: list[str], style: str | None, language: str) -> str:
        if style in ("or", "and") and len(items) > 1:
            return self.say(said(f"list.{style}", first=", ".join(items[:-1]), last=items[-1]), language)
        return ", ".join(items)


def _part(text: str, style: str | None) -> str:
    """``open`` is a sentence without its full stop, ``end`` the full stop if it has one."""
    match style:
        case "open":
            return text.removesuffix(".")
        case "end":
            return "." if text.endswith(".") else ""
    return text


def _write_clock(duration: timedelta) -> str:
    """``9:58``, from an hour on ``1:05:00``; what is below zero shows as ``0:00``."""
    minutes, seconds = divmod(max(0, int(duration.total_seconds())), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
