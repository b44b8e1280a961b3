"""Runs a script of this folder: its lines go to ``damka console --jsonl``, and everything said is printed.

Lots, codes and pairings differ from run to run. A script therefore names people where the console wants
what the bot has just said: ``run.py`` looks into the database and fills it in. README.md says what a line
may be.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

from bot.commands.tournament.eventfile import EventCache, EventFile
from bot.commands.tournament.events import EventReader
from bot.regulations import Library
from rules.tournament.match import NextGame
from rules.tournament.model import EntrantNo
from storage import open_database

HERE = Path(__file__).parent
Line = dict[str, Any]
_PLACEHOLDER = re.compile(r"\{([^{}]+)\}")
_LIBRARY = Library.shipped()


class Bot(Protocol):
    """A running console: takes the fields of a line, gives the events up to its ``done``."""

    def send(self, **fields: Any) -> list[Line]: ...


@dataclass(frozen=True)
class Script:
    """A file of lines. The first one says when it begins, who is who, and complete games to be played."""

    now: datetime
    locale: str
    people: Mapping[str, str]
    games: Mapping[str, str]
    """whole games by who wins them, ``white`` or ``black``: moves with a space between them"""
    lines: tuple[Line, ...]

    @classmethod
    def read(cls, path: Path) -> Script:
        first, *lines = (
            json.loads(text) for text in path.read_text(encoding="utf-8").splitlines() if text.strip()
        )
        return cls(
            datetime.fromisoformat(first["now"]),
            first["locale"],
            first["people"],
            first.get("games", {}),
            tuple(lines),
        )


@dataclass
class Looking:
    """The event of a script as the database has it at the moment."""

    file: EventFile
    accounts: Mapping[EntrantNo, str]
    """who answers for an entrant; nobody where the organiser does"""

    def number(self, name: str) -> EntrantNo:
        """The entrant whose name begins so."""
        found = [
            number
            for number, card in self.file.cards.items()
            if card.name.casefold().startswith(name.casefold())
        ]
        if len(found) != 1:
            raise LookupError(f"{len(found)} entrants are called {name}")
        return found[0]

    def due(self, name: str) -> NextGame:
        """The game that an entrant has to play now."""
        number = self.number(name)
        for due in self.file.event.next_games():
            if number in (due.white, due.black):
                return due
        raise LookupError(f"{name} has no game to play")


async def look(database: str | Path) -> Looking:
    """Read the last event of a database, beside the bot that works on it."""
    db = open_database(database, read_only=True)
    try:
        async with db.reading() as reading:
            row = (await reading.events.after(limit=100))[-1]
            file = await EventReader(reading, _LIBRARY, EventCache()).load(row)
            accounts = {
                number: (await reading.accounts.of(min(card.controllers)))[0].external
                for number, card in file.cards.items()
                if card.controllers
            }
    finally:
        await db.close()
    return Looking(file, accounts)


@dataclass
class Run:
    """A script while it runs on ``database``. ``heard`` has everything that was said, in order."""

    script: Script
    bot: Bot
    database: str | Path
    write: Callable[[str], None] = lambda text: None
    before: Callable[[Run, int, Line], None] = lambda run, number, fields: None
    """called before every line of the console, with its number and what it says"""
    heard: list[Line] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.now = self.script.now
        self._sent = 0
        self._buttons: dict[tuple[str, str | None], dict[str, str]] = {}

    def play(self) -> None:
        """Run the script to its end."""
        for line in self.script.lines:
            self._take(line)

    def look(self) -> Looking:
        return asyncio.run(look(self.database))

    def _take(self, line: Line) -> None:
        if "note" in line:
            self.write(f"\n--- {line['note']}")
        elif "until" in line:
            moment = datetime.fromisoformat(line["until"])
            self._wait(moment - self.now)
        elif "wait" in line:
            self._wait(timedelta(minutes=line["wait"]))
        elif "results" in line:
            for _ in range(line.get("rounds", 1)):
                self._report_round(line)
        elif "moves" in line:
            self._play_moves(self.look(), self.look().due(line["of"]), line["moves"].split(), line["chat"])
        else:
            self.say(**line)

    # --- one line of the console ----------------------------------------------------------------------------

    def say(self, user: str, chat: str, **more: Any) -> list[Line]:
        """Let somebody say or press something; a button is named by what stands on it."""
        user = self._fill(user)
        fields: Line = {"chat": self._fill(chat), "user": user, "locale": self.script.locale, **more}
        fields["name"] = self.script.people.get(user, user)
        what = fields["text"] = self._fill(more.get("text", ""))
        if "press" in more:
            what = f"[{more['press']}]"
            fields["press"] = self._button(fields["chat"], user, more["press"])
            del fields["text"]
        self.write(f"{fields['name']} → {fields['chat']}: {what}")
        return self._send(fields)

    def _wait(self, by: timedelta) -> None:
        self.now += by
        self._send({"advance": f"PT{by.total_seconds():.0f}S"})

    def _send(self, fields: Line) -> list[Line]:
        self.before(self, self._sent, fields)
        self._sent += 1
        events = self.bot.send(**fields)
        for event in events:
            self.hear(event)
        return events

    def hear(self, event: Line) -> None:
        """Note what the bot says, and which buttons it shows to whom."""
        self.heard.append(event)
        if event["event"] == "toast":
            self.write(f"damka → {event['user']}: {event['text']}")
            return
        labels = {button["label"]: button["data"] for row in event.get("buttons", ()) for button in row}
        self._buttons.setdefault((event["chat"], event.get("to")), {}).update(labels)
        to = f"{event['chat']}, {event['to']}" if event.get("to") else event["chat"]
        files = [Path(event[kind]).name for kind in ("image", "file") if event.get(kind)]
        mark = "✎ " if event["event"] == "edit" else ""
        text = event["text"].replace("\n", "\n      ")
        self.write(f"{mark}damka → {to}: {text}{''.join(f' [{name}]' for name in files)}")
        if labels and not mark:
            self.write(f"      [{' | '.join(labels)}]")

    def _button(self, chat: str, user: str, label: str) -> str:
        for to in (user, None):
            if label in self._buttons.get((chat, to), {}):
                return self._buttons[chat, to][label]
        raise LookupError(f"no button {label} in {chat} for {user}")

    # --- what the bot has said ------------------------------------------------------------------------------

    def _fill(self, text: str) -> str:
        return _PLACEHOLDER.sub(lambda found: self._meaning(found[1]), text)

    def _meaning(self, words: str) -> str:
        """``board Anna``, ``Anna wins``, ``Anna ahead``, ``white Anna``, ``black Anna``, ``event``."""
        looking = self.look()
        if words == "event":
            return looking.file.slug
        first, _, rest = words.partition(" ")
        if first in ("board", "white", "black", "code"):
            due = looking.due(rest)
            if first == "board":
                return f"{due.board}.{due.game}"
            if first == "code":
                return due.code or ""
            return looking.accounts[due.white if first == "white" else due.black]
        name, _, what = words.rpartition(" ")
        is_white = looking.due(name).white == looking.number(name)
        return {"wins": ("0-1", "1-0"), "ahead": ("1-", "1+")}[what][is_white]

    # --- whole rounds ---------------------------------------------------------------------------------------

    def _report_round(self, line: Line) -> None:
        """Every game due now comes to its end; ``results`` has who wins, the strongest first.

        Games in the chat are played with the moves of a whole game. ``draws``: whose first game is drawn.
        ``by`` is ``players`` where those with an account say first how their games ended.
        """
        draws = list(line.get("draws", ()))
        boards = {due.board for due in self.look().file.event.next_games()}
        while due := next(self._open(boards), None):
            looking = self.look()
            white, black = (str(looking.file.full_name(number)) for number in (due.white, due.black))
            drawn = [name for name in draws if white.startswith(name) or black.startswith(name)]
            best = min((white, black), key=lambda name: _rank(line["results"], name))
            if drawn:
                draws.remove(drawn[0])
            if due.code is not None:
                winner = "white" if best == white else "black"
                self._play_in_chat(looking, due, None if drawn else winner, line["chat"])
                continue
            self._wait(timedelta(minutes=line.get("every", 4)))
            result = "1/2" if drawn else ("1-0" if best == white else "0-1")
            text = f"/result {due.board}.{due.game} {result}"
            both = (due.white, due.black)
            users = [looking.accounts[number] for number in both if number in looking.accounts]
            if line.get("by") != "players":
                users = []
            if len(users) < 2:
                users.append(line["user"])
            for user in users:
                self.say(user, line["chat"], text=text)

    def _open(self, boards: set[Any]) -> Iterator[NextGame]:
        """The games of these boards that are due; those in the chat first, where clocks may run."""
        due = (due for due in self.look().file.event.next_games() if due.board in boards)
        return iter(sorted(due, key=lambda one: one.code is None))

    def _play_in_chat(self, looking: Looking, due: NextGame, winner: str | None, chat: str) -> None:
        """A whole game; where nobody is to win, the two agree on it after the first moves."""
        if winner is not None:
            self._play_moves(looking, due, self.script.games[winner].split(), chat)
            return
        self._play_moves(looking, due, self.script.games["white"].split()[:2], chat)
        self.say(looking.accounts[due.white], chat, text="/draw")
        self.say(looking.accounts[due.black], chat, text="/draw accept")

    def _play_moves(self, looking: Looking, due: NextGame, moves: list[str], chat: str) -> None:
        """The two make these moves in turn."""
        for ply, move in enumerate(moves):
            self.say(looking.accounts[due.black if ply % 2 else due.white], chat, text=move)


def _rank(strongest: list[str], name: str) -> int:
    return next((at for at, known in enumerate(strongest) if name.startswith(known)), len(strongest))


class Process:
    """``damka console --jsonl`` as a program of its own."""

    def __init__(self, database: Path, now: datetime) -> None:
        command = [sys.executable, "-m", "bot", "console", "--jsonl", "--db", str(database)]
        self._process = subprocess.Popen(
            [*command, "--clock", "virtual", "--now", now.isoformat()],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )

    def send(self, **fields: Any) -> list[Line]:
        stdin, stdout = self._process.stdin, self._process.stdout
        if stdin is None or stdout is None:
            raise RuntimeError("the console has no input")
        stdin.write(json.dumps(fields) + "\n")
        stdin.flush()
        events: list[Line] = []
        for text in stdout:
            event = json.loads(text)
            if event["event"] == "done":
                return events
            events.append(event)
        raise RuntimeError("the console has ended")

    def end(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()
        self._process.wait()


def main() -> None:
    """Run one example on a database of its own."""
    known = sorted(path.stem for path in HERE.glob("*.jsonl"))
    parser = argparse.ArgumentParser(description="Runs an example and prints what everybody reads.")
    parser.add_argument("example", choices=known)
    parser.add_argument("--db", type=Path, help="a new database to keep (default: a temporary one)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = options.db or Path(folder) / "damka.db"
        script = Script.read(HERE / f"{options.example}.jsonl")
        process = Process(database, script.now)
        try:
            Run(script, process, database, print).play()
        finally:
            process.end()


if __name__ == "__main__":
    main()
