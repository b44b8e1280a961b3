"""The configuration of a running bot: a TOML file, every key of which may be left out.

``config.example.toml`` explains the keys. Tokens never stand in it: they come from the environment, or from
a file that nobody but its owner may read.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from bot.replies import Said, said
from bot.texts import LANGUAGES

PLATFORMS = ("telegram", "discord")
LONGEST_SHOWN = 64


class Fault(StrEnum):
    """What is wrong with a configuration; each has a text ``config.<value>``."""

    NO_FILE = "no-file"
    UNREADABLE = "unreadable"
    NOT_TOML = "not-toml"
    UNKNOWN_KEY = "unknown-key"
    UNKNOWN_LANGUAGE = "unknown-language"
    NOT_A_SECTION = "not-a-section"
    NOT_A_TEXT = "not-a-text"
    OPEN_TOKEN = "open-token"  # noqa: S105
    EMPTY_TOKEN = "empty-token"  # noqa: S105


class ConfigError(Exception):
    """The configuration cannot be used; ``said`` is the sentence about it, with the remedy."""

    def __init__(self, fault: Fault, **data: Any) -> None:
        self.fault = fault
        self.said: Said = said(f"config.{fault.value}", **data)
        super().__init__(f"{fault}: {data}")


def default_data_folder() -> Path:
    """Where this user's programs keep their data; it may not exist yet."""
    return platformdirs.user_data_path("damka", appauthor=False)


def default_config_file() -> Path:
    return platformdirs.user_config_path("damka", appauthor=False) / "config.toml"


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class PlatformSection(_Section):
    """``token_file`` holds the token of the bot, for those who do not put it into the environment."""

    token_file: str | None = None


class Config(_Section):
    """What the file says, with every path made absolute by ``load_config``."""

    data: str = Field(default_factory=lambda: str(default_data_folder()))
    """the folder for the database and the pictures"""
    database: str | None = None
    """a path or a URL as SQLAlchemy writes it; None: ``damka.db`` in the data folder"""
    language: Literal["pl", "uk", "gl", "en"] = "en"
    """of a chat that has not chosen one and whose platform does not tell"""
    telegram: PlatformSection = PlatformSection()
    discord: PlatformSection = PlatformSection()

    @property
    def data_folder(self) -> Path:
        return Path(self.data)

    @property
    def database_address(self) -> str | Path:
        """What ``storage.open_database`` takes."""
        return self.database if self.database is not None else self.data_folder / "damka.db"

    def token(self, platform: str, environment: Mapping[str, str]) -> SecretStr | None:
        """The token for ``platform`` from DAMKA_TELEGRAM_TOKEN, DAMKA_DISCORD_TOKEN or its file, or None.

        Raises ConfigError for a file that is not there, holds nothing, or that others may read.
        """
        if token := environment.get(token_variable(platform), "").strip():
            return SecretStr(token)
        section: PlatformSection = getattr(self, platform)
        return None if section.token_file is None else _read_token(Path(section.token_file))


def token_variable(platform: str) -> str:
    """The name in the environment that may hold the token for ``platform``."""
    return f"DAMKA_{platform.upper()}_TOKEN"


def load_config(file: Path | None = None) -> Config:
    """Read ``file``, or the user's own configuration if there is one, or take every default.

    Relative paths in the file are relative to the file. Raises ConfigError.
    """
    path = file or default_config_file()
    try:
        read = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        if file is None:
            return Config()
        raise ConfigError(Fault.NO_FILE, file=str(path)) from None
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line ([0-9]+)", str(error))
        raise ConfigError(Fault.NOT_TOML, file=str(path), line=int(line[1]) if line else 1) from None
    except UnicodeDecodeError:
        raise ConfigError(Fault.NOT_TOML, file=str(path), line=1) from None
    except OSError:
        raise ConfigError(Fault.UNREADABLE, file=str(path)) from None
    try:
        return Config(**_with_absolute_paths(read, path.absolute().parent))
    except ValidationError as error:
        raise _explain(error, path) from None


def _with_absolute_paths(read: dict[str, Any], folder: Path) -> dict[str, Any]:
    def absolute(value: Any) -> Any:
        return (
            str(folder / Path(value).expanduser()) if isinstance(value, str) and "://" not in value else value
        )

    made = {key: absolute(value) if key in ("data", "database") else value for key, value in read.items()}
    for platform in PLATFORMS:
        if isinstance(section := made.get(platform), dict) and "token_file" in section:
            made[platform] = section | {"token_file": absolute(section["token_file"])}
    return made


def _explain(error: ValidationError, path: Path) -> ConfigError:
    """The first of the faults, with its key as it stands in the file."""
    fault = error.errors(include_url=False)[0]
    key = ".".join(str(part) for part in fault["loc"])[:LONGEST_SHOWN]
    match fault["type"]:
        case "extra_forbidden":
            model = Config if len(fault["loc"]) == 1 else PlatformSection
            return ConfigError(Fault.UNKNOWN_KEY, file=str(path), key=key, known=tuple(model.model_fields))
        case "literal_error":
            return ConfigError(Fault.UNKNOWN_LANGUAGE, file=str(path), key=key, known=LANGUAGES)
        case "model_type":
            return ConfigError(Fault.NOT_A_SECTION, file=str(path), key=key)
    return ConfigError(Fault.NOT_A_TEXT, file=str(path), key=key)


def _read_token(path: Path) -> SecretStr:
    try:
        mode = path.stat().st_mode
        token = path.read_text("utf-8").strip()
    except FileNotFoundError:
        raise ConfigError(Fault.NO_FILE, file=str(path)) from None
    except (OSError, UnicodeDecodeError):
        raise ConfigError(Fault.UNREADABLE, file=str(path)) from None
    # Windows keeps rights elsewhere and reports these bits alike for every file.
    if os.name == "posix" and mode & 0o077:
        raise ConfigError(Fault.OPEN_TOKEN, file=str(path))
    if not token:
        raise ConfigError(Fault.EMPTY_TOKEN, file=str(path))
    return SecretStr(token)
