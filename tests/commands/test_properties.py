"""Anybody may say and press anything, in any order: all is answered, nothing breaks, every game stays sound.

``DAMKA_EXAMPLES`` is the number of examples; some hundreds find more than the usual run has time for.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.buttons import LONGEST_DATA
from bot.commands.announce import offered_moves
from bot.commands.declaration import Kind
from bot.commands.gamefile import GameFile
from bot.commands.grammar import COLOURS, RESULTS
from bot.commands.record import DeadlineKind, recompute
from bot.commands.registry import COMMANDS
from bot.letters import one_line
from bot.regulations import read
from rules.pdn import parse_pdn
from rules.pieces import Color
from storage.chain import Entry
from storage.check import Computed, check
from storage.repositories.games import OPEN, GameStatus, StoredGame
from storage.repositories.regulations import StoredRegulation
from tests.commands.room import LIBRARY, NOW, Heard, Room, open_room

EXAMPLES = int(os.environ.get("DAMKA_EXAMPLES", "25"))
PEOPLE = ("anna", "piotr", "ola")
WHOEVER_IS_ON_TURN = "?"
CHATS = ("lib", "lib", "lib", "school", "@")
QUICK = [id for id in LIBRARY.ids if "100" not in id]

# --- what may happen ----------------------------------------------------------------------------------------

anything = st.one_of(
    st.sampled_from(["\ud800", "x\udfff", "\x00", "²", "٣", "c99", "99"]),
    st.text(max_size=40),
    st.text(st.characters(exclude_categories=()), max_size=40),
    st.sampled_from(
        [
            "\x00",
            "\ud800",
            "<b>",
            "{x}",
            "%s",
            "*_`[",
            "אב\u202e",
            "👩‍👩‍👧",
            "/",
            "//",
            "/@",
            "@",
            "12-10",
            "c3-d4!",
            "½",
            "²",
        ]
    ),
    st.sampled_from(["a", "й", "/", " ", "1-", "c3-", "\n", "🤖"]).map(lambda sign: sign * 10_000),
)
words: Mapping[Kind, st.SearchStrategy[str]] = {
    Kind.PERSON: st.sampled_from([f"@{name}" for name in (*PEOPLE, "nobody", "x" * 70)]),
    Kind.REGULATION: st.sampled_from([*QUICK, "pzwarc", "nosuch"]),
    Kind.CLOCK: st.sampled_from(["none", "1+0", "10+5", "2d", "0+0", "9999+9999", "999d"]),
    Kind.GAME: st.integers(0, 3).map(lambda number: f"<{number}>"),
    Kind.EVENT: st.sampled_from(["#mikolajki", "#", "mikolajki"]),
    Kind.DATE: st.sampled_from(["2026-12-06", "6.12.2026", "31.2.2026"]),
    Kind.TIME: st.sampled_from(["19:30", "25:61", "00:00"]),
    Kind.MOVE: st.sampled_from(["c3-d4", "22-18", "f6-e5", "a1-a5", "a1-b2", "9-13", "z9", "c3-c3", "1-99"]),
    Kind.SQUARE: st.sampled_from(["c3", "32", "99", "l12", "b4", "g3"]),
    Kind.RESULT: st.sampled_from(list(RESULTS)),
    Kind.LANGUAGE: st.sampled_from(["pl", "uk", "gl", "en", "xx"]),
    Kind.COMMAND: st.sampled_from([command.name for command in COMMANDS]),
    Kind.COLOUR: st.sampled_from(list(COLOURS)),
    Kind.TEXT: st.sampled_from(["because", "night", "yes", "riazor", "Europe/Warsaw", "black"]),
}


@st.composite
def command_lines(draw: st.DrawFn) -> str:
    """A command under one of its names, with more or less fitting arguments in some order."""
    command = draw(st.sampled_from(list(COMMANDS)))
    names = [command.name, *(word for found in command.aliases.values() for word in found)]
    spoken = [word for found in command.spoken.values() for word in found]
    name = draw(st.sampled_from([*(f"/{name}" for name in names), *spoken]))
    arguments = []
    for parameter in command.parameters:
        if parameter.required or draw(st.booleans()):
            kind = parameter.kind
            arguments.append(
                draw(st.sampled_from(sorted(parameter.choices)) if kind is Kind.CHOICE else words[kind])
            )
    if draw(st.integers(0, 3)) == 0:
        arguments.append(draw(anything))
    return " ".join([name, *draw(st.permutations(arguments))])


@dataclass(frozen=True)
class Step:
    """Something that happens. ``number`` chooses among what there is then: moves, buttons, boards."""

    what: str
    user: str = "anna"
    chat: str = "lib"
    text: str = ""
    number: int = 0
    admin: bool = False
    late: timedelta = timedelta(0)
    damage: tuple[int, str] | None = None


def steps(what: str, **more: st.SearchStrategy[Any]) -> st.SearchStrategy[Step]:
    return st.builds(
        Step,
        st.just(what),
        st.sampled_from((*PEOPLE, *[WHOEVER_IS_ON_TURN] * 3)),
        st.sampled_from(CHATS),
        number=st.integers(0, 1000),
        admin=st.booleans(),
        late=st.sampled_from([timedelta(0)] * 3 + [timedelta(seconds=50), timedelta(minutes=-5)]),
        **more,
    )


damages = st.none() | st.tuples(
    st.integers(0, 3) | st.integers(0, 63), st.sampled_from(["", ":", "0", "9", "x", "\x00", "²", "é"])
)
a_step = st.one_of(
    steps("say", text=command_lines()),
    steps("say", text=command_lines()),
    steps("say", text=anything),
    steps("answer", text=st.one_of(words[Kind.MOVE], command_lines(), anything)),
    steps("move"),
    steps("move"),
    steps("move"),
    steps("press", damage=damages),
    steps("press", damage=st.none()),
    steps("press", damage=st.none()),
    steps("wait", text=st.sampled_from(["30", "600", "86400", "3000000"])),
    steps("forget"),
)
a_course = st.lists(a_step, min_size=8, max_size=25)
beginnings = st.lists(
    st.sampled_from([*QUICK, "mikolajki-2023 1+0", "slidy-2015 10+5"]), min_size=1, max_size=2
)


# --- doing it -----------------------------------------------------------------------------------------------


@dataclass
class Play:
    """A room in which steps are taken, with what has been heard so far."""

    room: Room
    heard: list[Heard] = field(default_factory=list)

    async def take(self, step: Step) -> None:
        if step.user == WHOEVER_IS_ON_TURN:
            step = replace(step, user=await self._on_turn(await self._a_game(step)))
        match step.what:
            case "say":
                await self._say(step, await self._with_codes(step.text))
            case "answer":
                ids = [message.id for message in self.heard if message.subject] or ["nosuch"]
                text = await self._with_codes(step.text)
                await self._say(step, text, reply_to=ids[step.number % len(ids)])
            case "move":
                await self._move(step)
            case "press":
                await self._press(step)
            case "wait":
                self.hear(await self.room.advance(timedelta(seconds=int(step.text))))
            case "forget":
                self.room.dispatcher.forget()

    async def _with_codes(self, text: str) -> str:
        codes = [file.code for file in await self.room.games()] if "<" in text else []
        for number, code in enumerate(codes[:4]):
            text = text.replace(f"<{number}>", code)
        return text

    async def _say(self, step: Step, text: str, **more: Any) -> None:
        chat = f"@{step.user}" if step.chat == "@" else step.chat
        heard = await self.room.say(step.user, text, chat=chat, admin=step.admin, late=step.late, **more)
        is_due = one_line(text).startswith("/") or (chat.startswith("@") and one_line(text))
        assert heard or not is_due, f"no answer to {text!r}"
        self.hear(heard)

    async def _move(self, step: Step) -> None:
        """The player on turn makes some move that the game accepts."""
        file = await self._a_game(step)
        if file is None:
            return
        moves = offered_moves(file.game)
        text = file.game.rules.game_type.format_move(file.game.position, moves[step.number % len(moves)])
        await self._say(replace(step, user=await self._on_turn(file)), f"/move {file.code} {text}")

    async def _a_game(self, step: Step) -> GameFile | None:
        """One of the running games, mostly the last."""
        running = [file for file in await self.room.games() if file.record.status is GameStatus.RUNNING]
        return running[-1 if step.number % 3 else step.number % len(running)] if running else None

    async def _on_turn(self, file: GameFile | None) -> str:
        if file is None:
            return PEOPLE[0]
        names = {number: user for user in PEOPLE for number in await self._person(user)}
        return next(names[person] for person in file.seat(file.game.turn).controllers)

    async def _person(self, user: str) -> list[int]:
        async with self.room.database.reading() as reading:
            account = await reading.accounts.by_external("console", user)
        return [] if account is None else [account.person]

    async def _press(self, step: Step) -> None:
        data = [button for message in self.heard for button in message.buttons.values()]
        pressed = data[-1 - step.number % min(len(data), 20)] if data else "nosuch"
        if step.damage is not None:
            at, sign = max(len(pressed) - step.damage[0], 0), step.damage[1]
            pressed = pressed[:at] + sign + pressed[at + 1 :]
        chat = f"@{step.user}" if step.chat == "@" else step.chat
        heard = await self.room.say(step.user, press=pressed, chat=chat, admin=step.admin, late=step.late)
        assert heard, f"no answer to the press {pressed!r}"
        self.hear(heard)

    def hear(self, heard: list[Heard]) -> None:
        for message in heard:
            assert "error.ours" not in message.keys
            assert message.text.strip()
            assert message.reply.lines
            assert all(len(data.encode()) <= LONGEST_DATA for data in message.buttons.values())
        self.heard = (self.heard + heard)[-60:]


@contextmanager
def nothing_logged() -> Any:
    """Fails where anything at ERROR or above is logged meanwhile."""
    seen: list[str] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            seen.append(logging.Formatter().format(record))

    handler = Handler(logging.ERROR)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
    assert seen == [], "\n".join(seen)


async def run(begin: Sequence[str], taken: Sequence[Step], path: Path) -> None:
    async with open_room(path, now=NOW) as room:
        play = Play(room)
        for regulation in begin:
            await room.begin(regulation, clock="")
        with nothing_logged():
            for step in taken:
                await play.take(step)
            await sound(room)


# --- what must hold -----------------------------------------------------------------------------------------


def columns(game: StoredGame, regulation: StoredRegulation, entries: Sequence[Entry]) -> Computed:
    rules = read(regulation.text).play
    record = recompute(rules, [entry.draft for entry in entries])
    return Computed(record.projection(), record.seat_projections())


async def sound(room: Room) -> None:
    """Every stored game is what its log makes of it, and its parts fit each other."""
    assert [finding async for finding in check(room.database, columns)] == []
    for file in await room.games():
        row, record = file.row, file.record
        assert (row.deadline_kind is not None) is (row.deadline is not None)
        assert row.deadline is None or row.status in OPEN
        assert (row.deadline_kind == DeadlineKind.EXPIRY) is (row.status is GameStatus.OFFERED)
        assert (row.result is not None) is (row.status is GameStatus.ENDED)
        has_begun = row.status in (GameStatus.RUNNING, GameStatus.ENDED, GameStatus.ABORTED)
        assert (record.game is not None) is has_begun
        assert row.ply == (file.game.ply if has_begun else 0)
        assert row.turn == (file.game.turn.value if row.status is GameStatus.RUNNING else None)
        if has_begun:
            game_type = file.game.rules.game_type
            assert game_type.parse_fen(row.fen or "") == file.game.position
        async with room.database.reading() as reading:
            sides = await reading.sides.of(row.id)
            invitations = await reading.sides.invitations(row.id)
            ends = [e for e in await reading.log.of(row.subject) if e.draft.kind in ENDINGS]
        assert [side.seat for side in sides] == [0, 1]
        colors = [side.color for side in sides]
        assert colors == [color and color.value for color in (record.color_of(0), record.color_of(1))]
        assert set(colors) == ({color.value for color in Color} if has_begun else {None})
        assert all(side.controllers for side in sides) or not has_begun
        assert not invitations or row.status is GameStatus.OFFERED
        assert len(ends) <= 1


ENDINGS = (
    "declined",
    "cancelled",
    "expired",
    "resign",
    "flag",
    "forfeit",
    "adjudicate",
    "declare-loss",
    "claim-draw",
)


@settings(max_examples=EXAMPLES)
@given(beginnings, a_course)
def test_whatever_people_do_all_is_answered_and_every_game_stays_sound(
    begin: list[str], taken: list[Step]
) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(run(begin, taken, Path(folder)))


@settings(max_examples=EXAMPLES)
@given(st.lists(st.tuples(anything, st.sampled_from(PEOPLE), st.booleans()), min_size=1, max_size=8))
def test_any_text_is_answered_or_left_alone(texts: list[tuple[str, str, bool]]) -> None:
    taken = [Step("say", user, "@" if is_private else "lib", text=text) for text, user, is_private in texts]
    with TemporaryDirectory() as folder:
        asyncio.run(run([], taken, Path(folder)))


@settings(max_examples=EXAMPLES // 5 or 1)
@given(st.sampled_from(LIBRARY.ids), st.lists(st.integers(0, 1000), min_size=20, max_size=60))
def test_a_game_played_at_random_is_recorded_as_it_was_played(id: str, choices: list[int]) -> None:
    async def play(path: Path) -> None:
        async with open_room(path) as room:
            code = await room.begin(id)
            for number in choices:
                file = await room.game(code)
                if file.record.is_over:
                    break
                await Play(room).take(Step("move", number=number))
            await sound(room)
            [record] = (await room.say("ola", f"/pdn {code}"))[-1:]
            if record.reply.document is not None:
                [game] = parse_pdn(record.document.text)
                assert len(game.moves) == (await room.game(code)).game.ply

    with TemporaryDirectory() as folder, nothing_logged():
        asyncio.run(play(Path(folder)))
