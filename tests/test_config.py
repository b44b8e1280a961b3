"""Reading a configuration, and the sentence for each thing that can be wrong with it."""

import os
import re
from pathlib import Path

import pytest

from bot.config import Config, ConfigError, Fault, TelegramSection, load_config

EXAMPLE = Path(__file__).parents[1] / "config.example.toml"


def write(folder: Path, text: str) -> Path:
    file = folder / "config.toml"
    file.write_text(text, "utf-8")
    return file


def test_the_example_is_a_configuration_that_changes_nothing() -> None:
    assert load_config(EXAMPLE) == Config()


def test_every_key_of_the_example_is_taken_when_it_is_uncommented(tmp_path: Path) -> None:
    text = re.sub(r"^# (\w+ = )", r"\1", EXAMPLE.read_text("utf-8"), flags=re.MULTILINE)
    file = write(tmp_path, text)
    file.chmod(0o600)  # there is a password in it
    config = load_config(file)
    assert config.telegram.token_file == str(tmp_path / "telegram.token")
    assert config.telegram.webhook_secret_file == str(tmp_path / "telegram.secret")
    # but for the paths it says what holds without it, so that nothing is changed by uncommenting a line
    assert (config.telegram.api, config.telegram.mode) == (TelegramSection().api, "polling")
    assert config.discord.token_file == str(tmp_path / "discord.token")


def test_without_a_file_nothing_is_configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    assert load_config() == Config()


@pytest.mark.parametrize(
    ("text", "fault", "values"),
    [
        ("telegram = x", Fault.NOT_TOML, {"line": 1}),
        ("telegram = " + "[" * 5000, Fault.NOT_TOML, {"line": 1}),
        ("\n\n[telegram\n", Fault.NOT_TOML, {"line": 3}),
        (
            '[telegran]\ntoken_file = "x"',
            Fault.UNKNOWN_KEY,
            {"key": "telegran", "known": tuple(Config.model_fields)},
        ),
        (
            '[telegram]\ntoken = "1:abc"',
            Fault.UNKNOWN_KEY,
            {"key": "telegram.token", "known": tuple(TelegramSection.model_fields)},
        ),
        ('telegram = "x"', Fault.NOT_A_SECTION, {"key": "telegram"}),
        ("[discord]\ntoken_file = 7", Fault.NOT_A_TEXT, {"key": "discord.token_file"}),
        ('[telegram]\npace = "no"', Fault.NOT_A_SWITCH, {"key": "telegram.pace"}),
        ('[telegram]\nwebhook_port = "8443"', Fault.NOT_A_NUMBER, {"key": "telegram.webhook_port"}),
        ("[telegram]\nwebhook_port = 65536", Fault.NOT_A_NUMBER, {"key": "telegram.webhook_port"}),
        (
            '[telegram]\nmode = "webhooks"',
            Fault.NOT_A_CHOICE,
            {"key": "telegram.mode", "known": ("polling", "webhook")},
        ),
        ('[telegram]\nmode = "webhook"', Fault.MISSING_KEY, {"key": "telegram.webhook_url"}),
        (
            '[telegram]\nmode = "webhook"\nwebhook_url = "https://x.org"',
            Fault.MISSING_KEY,
            {"key": "telegram.webhook_secret_file"},
        ),
        ('[telegram]\napi = "api.telegram.org"', Fault.NOT_AN_ADDRESS, {"key": "telegram.api"}),
        ('[telegram]\napi = "https://["', Fault.NOT_AN_ADDRESS, {"key": "telegram.api"}),
    ],
)
def test_a_faulty_file_is_told_with_its_place(
    tmp_path: Path, text: str, fault: Fault, values: dict[str, object]
) -> None:
    file = write(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load_config(file)
    assert caught.value.fault is fault
    assert {name: caught.value.said.args[name] for name in values} == values
    assert caught.value.said.args["file"] == str(file)


def test_a_file_that_was_named_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(tmp_path / "none.toml")
    assert caught.value.fault is Fault.NO_FILE


def test_a_file_that_is_no_text_is_told_apart(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError) as caught:
        load_config(file)
    assert caught.value.fault is Fault.NOT_TOML


def test_a_folder_is_no_configuration(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(tmp_path)
    assert caught.value.fault is Fault.UNREADABLE


def test_a_token_comes_from_the_environment_first(tmp_path: Path) -> None:
    config = load_config(write(tmp_path, '[telegram]\ntoken_file = "none"'))
    token = config.token("telegram", {"DAMKA_TELEGRAM_TOKEN": " 1:abc\n"})
    assert token is not None
    assert token.get_secret_value() == "1:abc"
    assert "abc" not in repr(token)


def test_without_any_source_there_is_no_token() -> None:
    assert Config().token("discord", {}) is None


@pytest.mark.parametrize(
    ("content", "mode", "fault"),
    [
        ("1:abc\n", 0o600, None),
        ("1:abc", 0o644, Fault.OPEN_TOKEN),
        ("1:abc", 0o640, Fault.OPEN_TOKEN),
        (" \n", 0o600, Fault.EMPTY_TOKEN),
        (None, 0, Fault.NO_FILE),
    ],
)
def test_a_token_file_is_read_if_only_its_owner_can(
    tmp_path: Path, content: str | None, mode: int, fault: Fault | None
) -> None:
    file = tmp_path / "discord.token"
    if content is not None:
        file.write_text(content, "utf-8")
        os.chmod(file, mode)
    config = load_config(write(tmp_path, '[discord]\ntoken_file = "discord.token"'))
    if fault is None:
        token = config.token("discord", {})
        assert token is not None
        assert token.get_secret_value() == "1:abc"
    else:
        with pytest.raises(ConfigError) as caught:
            config.token("discord", {})
        assert caught.value.fault is fault
        assert "1:abc" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "mode", "fault"),
    [
        ("Abc_-123\n", 0o600, None),
        ("Abc", 0o644, Fault.OPEN_TOKEN),
        ("zażółć", 0o600, Fault.BAD_SECRET),
        ("a" * 257, 0o600, Fault.BAD_SECRET),
    ],
)
def test_a_webhook_secret_is_what_telegram_takes(
    tmp_path: Path, content: str, mode: int, fault: Fault | None
) -> None:
    file = tmp_path / "secret"
    file.write_text(content, "utf-8")
    file.chmod(mode)
    section = TelegramSection(webhook_secret_file=str(file))
    if fault is None:
        assert section.webhook_secret().get_secret_value() == content.strip()
    else:
        with pytest.raises(ConfigError) as caught:
            section.webhook_secret()
        assert caught.value.fault is fault
