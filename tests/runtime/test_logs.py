"""The log of a running bot."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from io import StringIO

import pytest
from pydantic import SecretStr

from bot.logs import HIDDEN, Style, start_logging

TOKEN = "123456:AAE-secret_token"  # noqa: S105


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level


def logged(style: Style) -> str:
    """A line with a value, and an error whose text and whose variables hold a secret."""
    stream = StringIO()
    start_logging(style, [SecretStr(TOKEN)], stream)
    log = logging.getLogger("bot.sender")
    log.info("message %d was sent", 7, extra={"place": 12})
    try:
        name = "Zażółć Gęślą"
        raise ConnectionError(f"https://example.org/bot{TOKEN}/sendMessage")
    except ConnectionError:
        log.exception("it was not")
        assert name
    logging.getLogger("httpx").info("HTTP Request: POST https://example.org/bot%s/getMe", TOKEN)
    return stream.getvalue()


def test_lines_for_programs_are_json() -> None:
    first, second = map(json.loads, logged(Style.JSON).splitlines())
    assert first["event"] == "message 7 was sent"
    assert (first["level"], first["logger"], first["place"]) == ("info", "bot.sender", 12)
    assert second["exception"].endswith(f"ConnectionError: https://example.org/bot{HIDDEN}/sendMessage")


@pytest.mark.parametrize("style", Style)
def test_neither_secrets_nor_what_people_wrote_get_into_the_log(style: Style) -> None:
    text = logged(style)
    assert TOKEN not in text
    assert "Gęślą" not in text
    assert "sendMessage" in text
    assert "getMe" not in text
