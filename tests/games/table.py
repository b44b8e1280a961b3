"""A game of two people in one chat of the scripted console, watched while it is played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.console.harness import Console, Event

PLAYERS = {"white": ("anna", "Anna"), "black": ("piotr", "Piotr"), "ewa": ("ewa", "Ewa")}
"""who has White, who Black, and who administers the chat"""

SCROLLED_AWAY = 20
"""so much must have been said since the board was posted before it is posted anew"""


class Table:
    """``chat`` speaks ``language``; Anna has White against Piotr, Ewa is an administrator.

    ``board`` is the message with the board, as last shown; ``announced`` that with the result.
    """

    def __init__(self, console: Console, chat: str, language: str) -> None:
        self.console = console
        self.chat = chat
        self.language = language
        self.players = dict(PLAYERS)
        self.code = ""
        self.ply = 0
        self.board: Event = {}
        self._left: list[int] = []
        self._heard = 0
        self.announced: Event | None = None
        self.transcript: list[Event] = []

    def begin(self, regulation: str, clock: str = "none", *, has_arbiter: bool = False) -> None:
        """Challenge and accept."""
        if has_arbiter:
            self.say("ewa", "/settings arbiter yes")
        self.say("white", f"/play @piotr {regulation} {clock} white")
        self.seat(self.say("black", "/accept"))

    def seat(self, events: list[Event]) -> None:
        """Follow the game whose board these events show first."""
        self.board = next(event for event in events if event.get("image"))
        self.code = self.board["text"].partition(":")[0]
        self.ply, self.announced, self._heard, self._left = 0, None, 0, []

    # --- saying ---------------------------------------------------------------------------------------------

    def say(self, who: str, text: str) -> list[Event]:
        return self._take(self.console.say(*self._by(who, text), chat=self.chat, **self._more(who)))

    def press(self, who: str, verb: str, *argument: str) -> list[Event]:
        """Press the newest button with that verb and argument."""
        data = next(
            button["data"]
            for event in reversed(self.transcript)
            for row in event.get("buttons", ())
            for button in row
            if (parts := button["data"].split(":"))[0] == verb
            and (parts[1], parts[3]) == (self.code, " ".join(argument))
        )
        return self._take(self.console.press(*self._by(who, data), chat=self.chat, **self._more(who)))

    def _by(self, who: str, what: str) -> tuple[str, str]:
        return self.players[who][0], what

    def _more(self, who: str) -> dict[str, Any]:
        more: dict[str, Any] = {"name": self.players[who][1], "locale": self.language}
        return {**more, "admin": True} if who == "ewa" else more

    def move(self, text: str) -> list[Event]:
        """A move by the player on turn, or ``/huff:c3`` for a choice."""
        who = "white" if self.ply % 2 == 0 else "black"
        if text.startswith("/"):
            return self.say(who, text.replace(":", " "))
        events = self.say(who, text)
        self.ply += 1
        return events

    def step(self, text: str) -> list[Event]:
        """``white: /resign``, ``ewa> decide draw`` or ``advance PT1S``."""
        text = text.replace("{code}", self.code)
        if text.startswith("advance "):
            return self._take(self.console.advance(text.removeprefix("advance ")))
        who, sign, what = text.partition("> ") if "> " in text else text.partition(": ")
        assert sign
        return self.press(who, *what.split()) if sign == "> " else self.say(who, what)

    def _take(self, events: list[Event]) -> list[Event]:
        self.transcript += events
        self._heard += 1 + len(events)
        for event in events:
            assert event["event"] in ("message", "edit", "toast"), event
            if self.code and event.get("image") and event["text"].startswith(f"{self.code}:"):
                self._look_at(event)
            if any(button["data"] == f"do:{self.code}:0:pdn {self.code}" for button in _buttons(event)):
                assert self.announced is None
                self.announced = event
        return events

    def _look_at(self, board: Event) -> None:
        """The board is edited where it stands. When much has been said below it, it is posted anew, and the
        old one is left without buttons.
        """
        if board["event"] == "edit" and board["id"] != self.board["id"]:
            assert board["id"] in self._left
            assert board["buttons"] == []
            return
        if board["event"] == "message":
            assert self._heard >= SCROLLED_AWAY
            self._left.append(self.board["id"])
            self._heard = 0
        self.board = board

    # --- looking --------------------------------------------------------------------------------------------

    def pdn(self) -> Path:
        """The game as the bot hands it over."""
        return Path(next(event["file"] for event in self.say("white", f"/pdn {self.code}") if event["file"]))


def _buttons(event: Event) -> list[dict[str, str]]:
    return [button for row in event.get("buttons", ()) for button in row]
