"""The interactive console: who speaks, what is printed, how it ends."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chats.terminal import CHAT, Voice, name_of_words, parse_spoken
from tests.console.harness import PATIENCE, environment
from tests.databases import address

ANNA, PIOTR = Voice("anna"), Voice("piotr")


@pytest.mark.parametrize(
    ("line", "last", "voice", "text"),
    [
        ("anna: /help", None, ANNA, "/help"),
        ("Anna:/help", None, ANNA, "/help"),
        ("/help", ANNA, ANNA, "/help"),
        ("/help", None, None, "/help"),
        ("@anna: /profile", PIOTR, Voice("anna", is_private=True), "/profile"),
        ("anna:", None, ANNA, ""),
        ("piotr: c3:e5", ANNA, PIOTR, "c3:e5"),
        ("c3:e5", ANNA, ANNA, "c3:e5"),
        ("c3: e5", ANNA, ANNA, "c3: e5"),
        ("22:31", ANNA, ANNA, "22:31"),
        ("żaneta: część", None, Voice("żaneta"), "część"),
        ("see you at 12: 30", ANNA, ANNA, "see you at 12: 30"),
    ],
)
def test_a_line_tells_who_speaks(line: str, last: Voice | None, voice: Voice | None, text: str) -> None:
    assert parse_spoken(line, last) == (voice, text)


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("Łucja Żak: /graj", "Łucja Żak"),
        ("pani Ela z6b: [2]", "pani Ela z6b"),
        ("@jan kot: c3-d4", "jan kot"),
        ("anna: /play", None),
        ("see you at ten: bring the board", None),
        ("c3: e5", None),
        ("anna:", None),
    ],
)
def test_a_name_of_several_words_is_noticed_where_it_is_given_something_to_do(
    line: str, name: str | None
) -> None:
    assert name_of_words(line) == name


def test_alone_with_the_bot_is_another_chat() -> None:
    assert (ANNA.chat, Voice("anna", is_private=True).chat) == (CHAT, "@anna")


@given(st.text(), st.none() | st.just(ANNA))
def test_any_line_is_somebodys_or_nobodys(line: str, last: Voice | None) -> None:
    voice, text = parse_spoken(line, last)
    assert voice is not None or text == line


def talk(folder: Path, *lines: str, language: str = "en") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [
            sys.executable,
            "-m",
            "bot",
            "console",
            "--db",
            str(address(folder / "damka.db")),
            "--language",
            language,
        ],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(),
        timeout=PATIENCE,
    )


def test_a_game_is_played_from_lines_with_boards_in_characters_and_pictures_in_a_folder(
    tmp_path: Path,
) -> None:
    done = talk(tmp_path, "anna: /play @piotr grodziec-2017 white", "piotr: [1]", "anna: c3-d4", "quit")
    assert (done.returncode, done.stderr) == (0, "")
    last = done.stdout.split("> anna: c3-d4")[1]
    assert ">o <" in last
    (path,) = [line for line in last.splitlines() if line.startswith("[picture: ")]
    assert Path(path.removeprefix("[picture: ").removesuffix("]")).read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("language", "words"),
    [("pl", "Na początek"), ("uk", "Для початку"), ("gl", "Para comezar"), ("en", "To begin")],
)
def test_the_greeting_says_in_the_users_language_what_to_type_first(
    tmp_path: Path, language: str, words: str
) -> None:
    done = talk(tmp_path, language=language)
    assert done.returncode == 0
    assert f"{words}" in done.stdout
    assert "anna: /play @piotr" in done.stdout


def test_what_cannot_be_understood_is_answered_in_one_line(tmp_path: Path) -> None:
    done = talk(tmp_path, "/help", "anna: [7]", "anna: /regulations add < /no/such/file", "", "anna:")
    said = done.stdout.split("> /help\n")[1].splitlines()
    assert said[:5] == [
        "Who is speaking? Begin with a name, such as: anna: /help",
        "> anna: [7]",
        "There is no button [7] here.",
        "> anna: /regulations add < /no/such/file",
        "The file /no/such/file cannot be read.",
    ]


def test_a_button_belongs_to_the_chat_that_shows_it(tmp_path: Path) -> None:
    done = talk(tmp_path, "anna: /play @piotr grodziec-2017", "@piotr: [1]")
    assert "There is no button [1] here." in done.stdout


def test_a_board_is_printed_once_however_often_it_is_asked_for(tmp_path: Path) -> None:
    lines = ("anna: /play @piotr grodziec-2017 white", "piotr: /accept", "anna: c3-d4", "piotr: /board")
    done = talk(tmp_path, *lines)
    assert done.stdout.split("> piotr: /board")[1].count("Anna (White) – Piotr (Black)") == 1


def test_a_name_of_two_words_is_answered(tmp_path: Path) -> None:
    done = talk(tmp_path, "anna: hi", "Pani Ela: /play grodziec-2017")
    assert "“Pani-Ela:”" in done.stdout
    assert "Challenge" not in done.stdout


@pytest.mark.parametrize("word", ["quit", "KONIEC", "/exit", "вихід", "saír"])
def test_a_word_ends_it(tmp_path: Path, word: str) -> None:
    done = talk(tmp_path, word, "anna: /help")
    assert done.returncode == 0
    assert "anna: /help" not in done.stdout.split(word)[1]


def take_terminal() -> None:
    """Make standard input the terminal whose keys interrupt this process: the first that a session opens.

    Whoever runs the tests in the background may have told them to ignore that key.
    """
    os.close(os.open(os.ttyname(0), os.O_RDWR))
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Keyboard:
    """The program at a terminal of its own."""

    def __init__(self, folder: Path) -> None:
        self._master, slave = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "bot", "console", "--db", str(address(folder / "damka.db"))],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment(),
            start_new_session=True,
            preexec_fn=take_terminal,
        )
        os.close(slave)
        self.shown = ""

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def wait_for(self, text: str) -> None:
        end = time.monotonic() + PATIENCE
        while text not in self.shown:
            assert time.monotonic() < end, self.shown
            self.shown += self._read()

    def end(self) -> int:
        while part := self._read():
            self.shown += part
        os.close(self._master)
        return self._process.wait(PATIENCE)

    def _read(self) -> str:
        assert select.select([self._master], [], [], PATIENCE)[0], f"nothing more came after: {self.shown}"
        try:
            return os.read(self._master, 4096).decode("utf-8", "replace")
        except OSError:  # the program has closed its side
            return ""


@pytest.mark.parametrize("keys", ["\x04", "\x03"], ids=["Ctrl-D", "Ctrl-C"])
def test_a_terminal_shows_an_invitation_and_ends_at_a_key(tmp_path: Path, keys: str) -> None:
    keyboard = Keyboard(tmp_path)
    keyboard.wait_for("> ")
    keyboard.type("anna: /help\n")
    keyboard.wait_for("anna> ")
    keyboard.type(keys)
    assert keyboard.end() == 0
    assert "Traceback" not in keyboard.shown
    assert "The games wait for the next time." in keyboard.shown
