"""The building blocks of every table: strict models, articles, texts by language."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from rules.regulation.problems import Code

LANGUAGES = ("pl", "uk", "gl", "en")
Language = Literal["pl", "uk", "gl", "en"]

T = TypeVar("T")


class Table(BaseModel):
    """A table of the file: nothing unknown, nothing converted, nothing changed afterwards."""

    # built once, with the document around it: a start does not wait for a validator of each table
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


def fault(code: Code, **data: Any) -> PydanticCustomError:
    """An error of ours in a validator; its code and data arrive in the Problem."""
    # the template is never shown: the catalogues speak
    return PydanticCustomError(code.value, "{code}", {"code": code.value, **data})


def _plain(most: int) -> AfterValidator:
    def check(text: str) -> str:
        has_control = any(unicodedata.category(sign) in ("Cc", "Cs", "Co") for sign in text)
        if not text.strip() or len(text) > most or has_control:
            raise fault(Code.BAD_TEXT, most=most)
        return text.strip()

    return AfterValidator(check)


def _check_id(text: str) -> str:
    if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", text) or len(text) > 40:
        raise fault(Code.BAD_ID)
    return text


Id = Annotated[str, AfterValidator(_check_id)]
"""A short name: small letters, digits and hyphens, a letter first."""

Article = Annotated[str, _plain(40)]
"""Where in the source a rule stands, as the source itself counts: ``7.9``, ``Z17``, ``Perdido b``."""

Name = Annotated[str, _plain(80)]
Sentence = Annotated[str, _plain(600)]


class Names(Table):
    """A name in each language; the file's own language and English must be there."""

    pl: Name | None = None
    uk: Name | None = None
    gl: Name | None = None
    en: Name | None = None


class Texts(Table):
    """A sentence in each language; the file's own language and English must be there."""

    pl: Sentence | None = None
    uk: Sentence | None = None
    gl: Sentence | None = None
    en: Sentence | None = None


def by_language(texts: Names | Texts) -> dict[str, str]:
    """The texts that are there, by the code of their language."""
    return {language: text for language in LANGUAGES if (text := getattr(texts, language)) is not None}


class Statement(Table):
    """Words of the source, shown as they are."""

    article: Article
    text: Texts


class Stated(Table, Generic[T]):
    """A value that the source states, with its article."""

    value: T
    article: Article


def entries(most: int, least: int = 0) -> Any:
    """A list of the file becomes a tuple of ``least`` to ``most`` entries."""
    return Field(strict=False, min_length=least, max_length=most)
