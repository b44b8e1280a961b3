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
from typing import Annotated, Any, Literal, get_args
from urllib.parse import urlsplit

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from bot.replies import Said, said

PLATFORMS = ("telegram", "discord")
DISCORD = "https://discord.com/api/v10"
LONGEST_SHOWN = 64
_PATHS = ("token_file", "webhook_secret_file")


class Fault(StrEnum):
    """What is wrong with a configuration; each has a text ``config.<value>``."""

    NO_FILE = "no-file"
    UNREADABLE = "unreadable"
    NOT_TOML = "not-toml"
    UNKNOWN_KEY = "unknown-key"
    NOT_A_SECTION = "not-a-section"
    NOT_A_TEXT = "not-a-text"
    NOT_A_NUMBER = "not-a-number"
    NOT_A_SWITCH = "not-a-switch"
    NOT_A_CHOICE = "not-a-choice"
    NOT_AN_ADDRESS = "not-an-address"
    MISSING_KEY = "missing-key"
    BAD_SECRET = "bad-secret"  # noqa: S105
    OPEN_PASSWORD = "open-password"  # noqa: S105
    OPEN_TOKEN = "open-token"  # noqa: S105
    EMPTY_TOKEN = "empty-token"  # noqa: S105


class ConfigError(Exception):
    """The configuration cannot be used; ``said`` is the sentence about it, with the remedy."""

    def __init__(self, fault: Fault, **data: Any) -> None:
        self.fault = fault
        self.said: Said = said(f"config.{fault.value}", **data)
        super().__init__(f"{fault}: {data}")


def default_config_file() -> Path:
    return platformdirs.user_config_path("damka", appauthor=False) / "config.toml"


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class PlatformSection(_Section):
    """``token_file`` holds the token of the bot, for those who do not put it into the environment."""

    token_file: str | None = None


class TelegramSection(PlatformSection):
    """``api``: the server of the Bot API. With webhooks Telegram calls ``webhook_url``, which leads to
    ``webhook_address`` and ``webhook_port`` of this machine, and shows the secret."""

    api: str = "https://api.telegram.org"
    mode: Literal["polling", "webhook"] = "polling"
    webhook_url: str | None = None
    webhook_address: str = "127.0.0.1"
    webhook_port: Annotated[int, Field(ge=0, le=65535)] = 8443
    webhook_secret_file: str | None = None
    pace: bool = True

    def webhook_secret(self) -> SecretStr:
        """What tells Telegram's calls from anybody else's. Raises ConfigError as ``Config.token`` does, and
        for what Telegram takes as none."""
        path = Path(self.webhook_secret_file or "")
        secret = _read_token(path)
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,256}", secret.get_secret_value()):
            raise ConfigError(Fault.BAD_SECRET, file=str(path))
        return secret


class DiscordSection(PlatformSection):
    """``api``: the address of Discord's API. With ``message_content`` the bot asks to read what is not said
    to it, which the settings of its application have to allow."""

    api: str = DISCORD
    message_content: bool = False


class DatabaseSection(_Section):
    """``url`` names a database on a server, or a file; without it there is one in the data folder."""

    url: SecretStr | None = None

    @property
    def password(self) -> SecretStr | None:
        """The password that stands in the URL, before the host or among the settings behind it."""
        url = "" if self.url is None else self.url.get_secret_value()
        who, at, _ = url.partition("://")[2].rpartition("@")
        password = who.partition(":")[2] if at else ""
        if setting := re.search(r"[?&]password=([^&]+)", url):
            password = password or setting[1]
        return SecretStr(password) if password else None


class MonitoringSection(_Section):
    """``port``: where this machine alone can ask whether the bot is well."""

    port: Annotated[int, Field(ge=1, le=65535)] | None = None


class LogSection(_Section):
    """``style``: how the lines of the log look."""

    style: Literal["text", "json"] = "text"


class Config(_Section):
    """What the file says, with every path made absolute by ``load_config``."""

    telegram: TelegramSection = TelegramSection()
    discord: DiscordSection = DiscordSection()
    database: DatabaseSection = DatabaseSection()
    monitoring: MonitoringSection = MonitoringSection()
    log: LogSection = LogSection()

    @property
    def secrets(self) -> tuple[SecretStr, ...]:
        """What must be shown nowhere, besides the tokens. Raises ConfigError as ``token`` does."""
        password = self.database.password
        is_called = self.telegram.mode == "webhook" and self.telegram.webhook_secret_file is not None
        webhook = (self.telegram.webhook_secret(),) if is_called else ()
        return webhook if password is None else (*webhook, password)

    def token(self, platform: str, environment: Mapping[str, str]) -> SecretStr | None:
        """The token for ``platform`` from DAMKA_TELEGRAM_TOKEN, DAMKA_DISCORD_TOKEN or its file, or None.

        Raises ConfigError for a file that is not there, holds nothing, or that others may read.
        """
        if token := environment.get(token_variable(platform), "").strip():
            return SecretStr(token)
        section: PlatformSection = getattr(self, platform)
        return None if section.token_file is None else _read_token(Path(section.token_file))


_SECTIONS: Mapping[str, type[_Section]] = {
    "telegram": TelegramSection,
    "discord": DiscordSection,
    "database": DatabaseSection,
    "monitoring": MonitoringSection,
    "log": LogSection,
}


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
    except (UnicodeDecodeError, RecursionError):
        raise ConfigError(Fault.NOT_TOML, file=str(path), line=1) from None
    except OSError:
        raise ConfigError(Fault.UNREADABLE, file=str(path)) from None
    try:
        config = Config(**_with_absolute_paths(read, path.absolute().parent))
    except ValidationError as error:
        raise _explain(error, path) from None
    _check_addresses(config.telegram, path)
    if config.database.password is not None and _is_open(path):
        raise ConfigError(Fault.OPEN_PASSWORD, file=str(path))
    return config


def _check_addresses(section: TelegramSection, file: Path) -> None:
    """Raises ConfigError for an address that is none, and where webhooks lack what they need."""
    if section.mode == "webhook":
        for key in ("webhook_url", "webhook_secret_file"):
            if getattr(section, key) is None:
                raise ConfigError(Fault.MISSING_KEY, file=str(file), key=f"telegram.{key}")
    for key in ("api", "webhook_url"):
        address = getattr(section, key)
        if address is not None and not _is_address(address):
            raise ConfigError(Fault.NOT_AN_ADDRESS, file=str(file), key=f"telegram.{key}")


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.hostname)


def _with_absolute_paths(read: dict[str, Any], folder: Path) -> dict[str, Any]:
    made = dict(read)
    for platform in PLATFORMS:
        section = made.get(platform)
        if isinstance(section, dict):
            paths = {key: value for key, value in section.items() if key in _PATHS and isinstance(value, str)}
            files = {key: str(folder / os.path.expanduser(value)) for key, value in paths.items()}
            made[platform] = section | files
    return made


def _explain(error: ValidationError, path: Path) -> ConfigError:
    """The first of the faults, with its key as it stands in the file."""
    fault = error.errors(include_url=False)[0]
    key = ".".join(str(part) for part in fault["loc"])[:LONGEST_SHOWN]
    match fault["type"]:
        case "extra_forbidden":
            model = Config if len(fault["loc"]) == 1 else _SECTIONS[str(fault["loc"][0])]
            return ConfigError(Fault.UNKNOWN_KEY, file=str(path), key=key, known=tuple(model.model_fields))
        case "model_type":
            return ConfigError(Fault.NOT_A_SECTION, file=str(path), key=key)
        case "bool_type":
            return ConfigError(Fault.NOT_A_SWITCH, file=str(path), key=key)
        case "int_type" | "greater_than_equal" | "less_than_equal":
            return ConfigError(Fault.NOT_A_NUMBER, file=str(path), key=key)
        case "literal_error":
            return ConfigError(Fault.NOT_A_CHOICE, file=str(path), key=key, known=_choices(fault["loc"]))
    return ConfigError(Fault.NOT_A_TEXT, file=str(path), key=key)


def _choices(key: tuple[int | str, ...]) -> tuple[str, ...]:
    """What the key of a section can be."""
    section, name = (str(part) for part in key)
    return get_args(_SECTIONS[section].model_fields[name].annotation)


def _read_token(path: Path) -> SecretStr:
    try:
        is_open = _is_open(path)
        token = path.read_text("utf-8").strip()
    except FileNotFoundError:
        raise ConfigError(Fault.NO_FILE, file=str(path)) from None
    except (OSError, ValueError):
        raise ConfigError(Fault.UNREADABLE, file=str(path)) from None
    if is_open:
        raise ConfigError(Fault.OPEN_TOKEN, file=str(path))
    if not token:
        raise ConfigError(Fault.EMPTY_TOKEN, file=str(path))
    return SecretStr(token)


def _is_open(path: Path) -> bool:
    """Whether others may read a file. Raises OSError."""
    # Windows keeps rights elsewhere and reports these bits alike for every file.
    return os.name == "posix" and bool(path.stat().st_mode & 0o077)
