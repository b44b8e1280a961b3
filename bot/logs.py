"""The log of a running bot: lines for people, or JSON for programs, and never a secret in it."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import IO
from urllib.parse import quote, unquote

import structlog
from pydantic import SecretStr

HIDDEN = "**********"
SHORTEST_PART = 20
"""characters behind the colon of a token; shorter ones are somebody's password with a colon in it"""
_QUIET = ("httpx", "httpcore", "discord", "aiosqlite", "alembic", "asyncio", "PIL")
"""loggers of libraries that tell of every request; the addresses of some of these hold the token"""


class Style(StrEnum):
    """How a line looks."""

    TEXT = "text"
    JSON = "json"


class _Discreet(logging.Formatter):
    """Writes as ``inner`` does, without the secrets: also where an error of a library quotes one."""

    def __init__(self, inner: logging.Formatter, secrets: Sequence[SecretStr]) -> None:
        super().__init__()
        self._inner = inner
        forms = {form for secret in secrets for form in _forms(secret.get_secret_value())}
        self._secrets = sorted(forms, key=len, reverse=True)

    def format(self, record: logging.LogRecord) -> str:
        line = self._inner.format(record)
        for secret in self._secrets:
            line = line.replace(secret, HIDDEN)
        return line


def _forms(secret: str) -> Iterator[str]:
    """How a secret can stand in a line: as it is, in a URL, in quotes; a token without its public part."""
    _, _, hidden_part = secret.partition(":")
    for plain in {secret, unquote(secret), hidden_part if len(hidden_part) >= SHORTEST_PART else secret}:
        for form in (plain, quote(plain, safe=""), repr(plain)[1:-1]):
            yield from (form, json.dumps(form, ensure_ascii=False)[1:-1])


def start_logging(style: Style, secrets: Sequence[SecretStr], stream: IO[str] = sys.stderr) -> None:
    """Write what the program logs to ``stream``. ``secrets`` are left out wherever they occur."""
    shared: list[structlog.types.Processor] = [
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.stdlib.ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderers: list[structlog.types.Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if style is Style.JSON:
        renderers += [
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(ensure_ascii=False),
        ]
    else:
        # a plain traceback: the values of variables are people's names and words
        renderers.append(
            structlog.dev.ConsoleRenderer(
                colors=False, exception_formatter=structlog.dev.plain_traceback, pad_event_to=0
            )
        )
    formatter = structlog.stdlib.ProcessorFormatter(foreign_pre_chain=shared, processors=renderers)
    handler = logging.StreamHandler(stream)
    handler.setFormatter(_Discreet(formatter, secrets))
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
