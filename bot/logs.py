"""The log of a running bot: lines for people, or JSON for programs, and never a secret in it."""

from __future__ import annotations

import logging
import sys
from collections.abc import Sequence
from enum import StrEnum
from typing import IO

import structlog
from pydantic import SecretStr

HIDDEN = "**********"
_QUIET = ("httpx", "httpcore", "discord", "aiosqlite", "alembic", "asyncio", "PIL")
"""loggers of libraries that tell of every request; the addresses of some of these hold the token"""


class Style(StrEnum):
    """How a line looks."""

    TEXT = "text"
    JSON = "json"


class _Discreet(logging.Formatter):
    """Writes as ``inner`` does, without the secrets: also where an error of a library quotes one."""

    def __init__(self, inner: logging.Formatter, secrets: Sequence[str]) -> None:
        super().__init__()
        self._inner = inner
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        line = self._inner.format(record)
        for secret in self._secrets:
            line = line.replace(secret, HIDDEN)
        return line


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
    handler.setFormatter(_Discreet(formatter, [secret.get_secret_value() for secret in secrets]))
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
