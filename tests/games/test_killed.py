"""A game with huffed pieces whose program is killed again and again ends as if nothing had happened."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.cli.main import run
from tests.console.harness import Console, Event
from tests.games.find import found_games

MOVES = found_games("grodziec-2017")["huffs all through"]["moves"].split()
# After so many of the lines the program is killed: before it can have answered, or with its first event out.
KILLED_AT_ONCE = {2, 7, 19, 33}
KILLED_WHILE_ANSWERING = {1, 11, 12, 26, 34}


@dataclass
class Course:
    """What a run of the game has shown: the messages as they stand at the end, by id, and the stored game."""

    messages: dict[int, str] = field(default_factory=dict)
    boards: dict[int, str] = field(default_factory=dict)
    resent: int = 0
    game: Mapping[str, Any] = field(default_factory=dict)

    def see(self, events: list[Event]) -> None:
        for event in events:
            assert event["event"] in ("message", "edit")
            shown = self.boards if event.get("image") else self.messages
            shown[event["id"]] = event["text"]

    def written(self) -> list[Any]:
        """Everything, with the code of the game left out of it."""
        code: str = self.game["code"]
        told = [self.messages, self.game, self.boards[max(self.boards)]]
        return [json.loads(json.dumps(part).replace(code, "CODE")) for part in told]


def lines() -> list[dict[str, str]]:
    """The whole game as it is typed, from the challenge on; every line with an id of its own."""
    typed = [("anna", "/play @piotr grodziec-2017 white"), ("piotr", "/accept")]
    ply = 0
    for text in MOVES:
        typed.append(("piotr" if ply % 2 else "anna", text.replace(":", " ") if text[0] == "/" else text))
        ply += text[0] != "/"
    names = {"anna": "Anna", "piotr": "Piotr"}
    return [
        {
            "chat": "lib",
            "user": user,
            "name": names[user],
            "locale": "pl",
            "text": text,
            "update": f"u{number}",
        }
        for number, (user, text) in enumerate(typed)
    ]


def play(database: Path, capsys: pytest.CaptureFixture[str], kills: Mapping[int, int]) -> Course:
    """``kills``: after which line the program is killed, and how many of its events are read before."""
    course = Course()
    with Console(database) as console:
        for number, line in enumerate(lines()):
            if number in kills:
                console.post_raw(json.dumps(line))
                course.see([console.next_event() for _ in range(kills[number])])
                course.see(console.kill_and_read())
                pending = console.restart()
                assert all(event["resent"] is True for event in pending)
                course.see(pending)
                course.resent += len(pending)
            # whoever does not know whether it was heard says it again
            course.see(console.send(**line))
            assert console.done["update"] == line["update"]
        code = course.boards[max(course.boards)].partition(":")[0]
        assert console.end() == 0
        assert console.log() == ""
    capsys.readouterr()
    assert run(["db", "check", "--db", console.address]) == 0
    capsys.readouterr()
    assert run(["show", "game", code, "--db", console.address, "--json"]) == 0
    course.game = json.loads(capsys.readouterr().out)
    return course


def test_killed_in_the_middle_it_ends_as_undisturbed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    undisturbed = play(tmp_path / "undisturbed.db", capsys, {})
    kills = dict.fromkeys(KILLED_AT_ONCE, 0) | dict.fromkeys(KILLED_WHILE_ANSWERING, 1)
    killed = play(tmp_path / "killed.db", capsys, kills)
    assert killed.written() == undisturbed.written()
    assert undisturbed.game["result"]["article"] == "7.8"
    assert sum(move["huffed"] is not None for move in undisturbed.game["moves"]) > 3
    assert (undisturbed.resent, killed.resent > 0) == (0, True)
