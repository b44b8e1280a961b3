"""What is secret is told to those it is for alone: not in the log, an error, an export, or a ``repr``."""

from __future__ import annotations

import asyncio
import json
import logging
import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from urllib.parse import quote

import pytest
from pydantic import SecretStr

from bot.chats.console_input import AttachmentFolder
from bot.chats.port import Attachment
from bot.cli.main import run
from bot.config import ConfigError, DatabaseSection, Fault, load_config
from bot.logs import HIDDEN, Style, start_logging
from storage import open_database
from storage.errors import StorageError
from tests.databases import needs_file
from tests.servers.telegram.world import World
from tests.telegram.program import connected
from tests.tournament_chat.hall import open_hall
from tests.waiting import until

LINK_CODE = re.compile(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b")
PASSWORD = "hush_PASSWORD"  # noqa: S105


@pytest.fixture(autouse=True)
def logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:], root.level = handlers, level
    for name in list(logging.root.manager.loggerDict):
        logging.getLogger(name).setLevel(logging.NOTSET)
    logging.getLogger("sqlalchemy").setLevel(logging.WARNING)


def everything(style: Style, *secrets: str) -> StringIO:
    """All that anything logs from now on, of the program and its libraries, as a running bot writes it."""
    stream = StringIO()
    start_logging(style, [SecretStr(secret) for secret in secrets], stream)
    logging.getLogger().setLevel(logging.DEBUG)
    for name in list(logging.root.manager.loggerDict):
        if not name.startswith("sqlalchemy"):
            logging.getLogger(name).setLevel(logging.DEBUG)
    return stream


@pytest.mark.parametrize("style", Style)
async def test_the_token_is_in_no_line_of_any_library(style: Style) -> None:
    async with World() as world:
        log = everything(style, world.token)
        anna = world.person("Anna", "anna")
        async with connected(world) as (adapter, program):
            anna.starts_bot()
            await until(lambda: program.heard)
            assert world.token not in repr(adapter)
            assert world.token not in repr(vars(adapter))
        written = log.getvalue()
    assert "httpx" in written
    assert world.token not in written
    assert world.token.partition(":")[2] not in written


@pytest.mark.parametrize("secret", ["secret", "code"])
async def test_secrets_of_an_event_are_for_its_organiser_until_they_are_published(
    tmp_path: Path, secret: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """``secret`` of the lots, and the ``code`` that links a chat."""
    log = everything(Style.TEXT)
    async with open_hall(tmp_path) as hall:
        code = await hall.open("pzwarc-64", settings={"system": "round-robin"})
        given = await hall.organise(f"/tournament link #{code}")
        heard = await hall.do("anna", "/join")
        for name in ("Jan", "Ewa"):
            heard += await hall.organise(f"/tournament add {name}")
        for text in ("/tournament info", "/games", "/profile", "/export json", "/standings"):
            heard += await hall.do("anna", text)
        file = await hall.event()
        value = file.row.secret if secret == "secret" else LINK_CODE.findall(given[0].text)[0]  # noqa: S105
        assert value
        assert value not in repr(file)
        assert not [message for message in heard if value in message.text or value in repr(message.reply)]
        assert {message.to or message.chat for message in given if value in message.text} <= {"olga", "@olga"}
        address = str(hall.address)
    for command in (["show", "tournament", code], ["db", "check"]):
        await asyncio.to_thread(run, [*command, "--json", "--db", address])
    shown = capsys.readouterr()
    assert value not in shown.out + shown.err
    assert value not in log.getvalue()


async def test_what_people_have_said_is_in_no_error_of_the_database(tmp_path: Path) -> None:
    log = everything(Style.TEXT)
    async with open_hall(tmp_path) as hall:
        for _ in range(2):
            try:
                async with hall.database.unit_of_work() as unit:
                    await unit.places.add(
                        "console", "damka", "club", kind="group", title="Zażółć", created=hall.clock.now()
                    )
                    await unit.commit()
            except StorageError:
                logging.getLogger("bot").exception("it failed")
    assert "it failed" in log.getvalue()
    assert "Zażółć" not in log.getvalue()


AWKWARD = 'p/"\\ß%: @'
TOKEN = "123456:AAF-hidden_part-of-a-token-xyz"  # noqa: S105


@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize(
    ("secret", "quoted"),
    [
        (AWKWARD, AWKWARD),
        (AWKWARD, repr(AWKWARD)),
        (AWKWARD, quote(AWKWARD, safe="")),
        (quote(AWKWARD, safe=""), AWKWARD),
        (TOKEN, f"https://host/bot{TOKEN}/getMe"),
        (TOKEN, f"https://host/bot{TOKEN.replace(':', '%3A')}/getMe"),
        (TOKEN, "AAF-hidden_part-of-a-token-xyz"),
    ],
)
def test_a_secret_is_found_however_it_is_written(style: Style, secret: str, quoted: str) -> None:
    log = everything(style, secret)
    logging.getLogger("library").error("refused: %s.", quoted)
    try:
        raise ValueError(quoted)
    except ValueError:
        logging.getLogger("bot").exception("it failed")
    assert log.getvalue().count(HIDDEN) >= 2
    for form in (AWKWARD, json.dumps(AWKWARD)[1:-1], quote(AWKWARD, safe=""), "hidden_part"):
        assert form not in log.getvalue()


URLS = (
    f"postgresql+asyncpg://damka:{PASSWORD}@127.0.0.1:1/none",
    f"postgresql+asyncpg://damka@127.0.0.1:1/none?password={PASSWORD}",
    f"postgresql+asyncpg://127.0.0.1:1/none?user=damka&password={PASSWORD}",
)


@pytest.mark.parametrize("url", URLS)
def test_a_configuration_with_a_password_is_its_owners_alone(tmp_path: Path, url: str) -> None:
    file = tmp_path / "config.toml"
    file.write_text(f'[database]\nurl = "{url}"\n', "utf-8")
    file.chmod(0o644)
    with pytest.raises(ConfigError) as refused:
        load_config(file)
    assert refused.value.fault is Fault.OPEN_PASSWORD
    file.chmod(0o600)
    assert [secret.get_secret_value() for secret in load_config(file).secrets] == [PASSWORD]


@pytest.mark.parametrize("url", URLS)
async def test_the_password_of_a_database_is_in_no_error_and_no_repr(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    log = everything(Style.JSON)
    database = open_database(url)
    assert PASSWORD not in repr(database)
    assert PASSWORD not in repr(DatabaseSection(url=SecretStr(url)))
    with pytest.raises(StorageError) as problem:
        await database.check_version()
    await database.close()
    logging.getLogger("bot").error("it failed", exc_info=problem.value)
    await asyncio.to_thread(run, ["db", "check", "--db", url])
    shown = capsys.readouterr()
    assert PASSWORD not in shown.out + shown.err + log.getvalue() + repr(problem.value) + str(problem.value)


def _open_to_others(folder: Path) -> dict[str, int]:
    """What others may do with each file."""
    return {file.name: file.stat().st_mode & 0o077 for file in folder.iterdir()}


@needs_file
async def test_nobody_else_on_the_machine_reads_the_database_or_a_copy_of_it(tmp_path: Path) -> None:
    db = open_database(tmp_path / "damka.db")
    await db.migrate()
    await asyncio.to_thread(
        run, ["db", "backup", str(tmp_path / "copy.db"), "--db", str(tmp_path / "damka.db")]
    )
    restored = str(tmp_path / "restored.db")
    await asyncio.to_thread(run, ["db", "restore", str(tmp_path / "copy.db"), "--db", restored])
    modes = _open_to_others(tmp_path)
    await db.close()
    assert modes.keys() >= {"damka.db", "copy.db", "restored.db"}
    assert set(modes.values()) == {0}


def test_nobody_else_on_the_machine_reads_what_a_console_has_handed_over(tmp_path: Path) -> None:
    folder = AttachmentFolder(tmp_path / "damka-pictures")
    folder.write(Attachment("../../event.csv", b"Jan Kowalski", "text/csv"), 7)
    assert set(_open_to_others(tmp_path).values()) == {0}
    assert [file.name for file in folder.folder.iterdir()] == ["7--..-event.csv"]
