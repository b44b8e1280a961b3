"""A whole event through the command layer: people who sign up, play random legal moves, come late and leave.

The same seed gives the same event. What everybody sees stands in a transcript, pictures beside it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.app import Damka
from bot.chats.console import CAPABILITIES
from bot.chats.port import Attachment, Capabilities, Input, Outcome, PlaceRef, Rendered, Sent, Speaker
from bot.commands.gamefile import GameFile
from bot.commands.games import GameCache, GameReader
from bot.commands.tournament.answers import SKIPPED, key_of
from bot.commands.tournament.eventfile import EventCache, EventFile
from bot.commands.tournament.events import EventReader
from bot.commands.tournament.exports import codes_of
from bot.commands.tournament.questions import next_prompt, read_talk
from bot.commands.tournament.settings import unanswered
from bot.people_names import names_for
from bot.regulations import Library
from bot.texts import Catalogues
from bot.timekeeper import VirtualClock
from rules.actions import Play, Start
from rules.clock import NO_CLOCK, format_clock
from rules.game import begin
from rules.regulation import Regulation
from rules.tournament.categories import grade_of
from rules.tournament.eventrules import Asked, Choice, Question, System
from rules.tournament.match import NextGame
from rules.tournament.model import Phase, Standing
from storage import Database, PersonId, open_database

HALL, ORGANISER, BOT = "hall", "organiser", "damka"
PLATFORM = "console"
FIRST_DAY, FIRST_HOUR = date(2026, 12, 6), time(9)
"""when every simulated event is made, by the local clock"""
LONGEST_GAME = 600
"""plies after which the organiser calls a game a draw"""
MOST_STEPS = 100_000
CLASSES = ("IVa", "Va", "VIa", "VIIa", "VIIIa")


@dataclass(frozen=True, slots=True)
class Options:
    """What is simulated: ``leave`` and ``late`` are probabilities for each round."""

    regulation: str
    players: int
    seed: int
    rounds: int | None = None
    leave: float = 0.0
    late: float = 0.0


@dataclass
class Transcript:
    """The port of a chat that nobody is in: what is sent to it is written down."""

    clock: VirtualClock
    zone: ZoneInfo
    folder: Path | None
    lines: list[str] = field(default_factory=list)
    platform: str = PLATFORM
    capabilities: Capabilities = CAPABILITIES

    def heard(self, who: str, chat: str, text: str) -> None:
        self._write(f"{who} → {chat}: {text}")

    async def send(
        self, place: PlaceRef, message: Rendered, *, key: int, part: int = 0, edit: str | None, resent: bool
    ) -> Outcome:
        to = f"{place.chat}, {message.to}" if message.to else place.chat
        files = [name for name in (self._keep(message.image, key), self._keep(message.file, key)) if name]
        mark = "✎ " if edit else ""
        text = message.text.replace("\n", "\n      ")
        shown = f" [{', '.join(files)}]" if files else ""
        self._write(f"{mark}{BOT} → {to}: {text}{shown}")
        labels = " | ".join(label for row in message.buttons for label, _ in row)
        if labels and not edit:
            self.lines.append(f"      [{labels}]")
        return Sent(edit or str(key))

    def _keep(self, attachment: Attachment | None, key: int) -> str:
        if attachment is None or self.folder is None:
            return "" if attachment is None else attachment.name
        name = f"{key:05}-{attachment.name}"
        (self.folder / name).write_bytes(attachment.content)
        return f"{self.folder.name}/{name}"

    def _write(self, text: str) -> None:
        self.lines.append(f"{self.clock.now().astimezone(self.zone):%d.%m %H:%M} {text}")


class Simulation:
    """One event with everybody in it. ``run`` plays it to its end."""

    def __init__(self, options: Options, texts: Catalogues, pictures: Path | None) -> None:
        self.options = options
        self.regulation: Regulation = Library.shipped().get(options.regulation)
        if self.regulation.event is None:
            raise ValueError(f"{self.regulation.id} has no tournament")
        self.language = self.regulation.language
        self.zone = ZoneInfo(self.regulation.event.schedule.zone)
        self.clock = VirtualClock(datetime.combine(FIRST_DAY, FIRST_HOUR, self.zone))
        self.transcript = Transcript(self.clock, self.zone, pictures)
        self._texts = texts
        self._chance = random.Random(options.seed)  # noqa: S311 (a play of chance that is to be repeated)
        self._names = names_for(self.language)
        self._accounts: dict[str, str] = {}
        self._cache, self._games = EventCache(), GameCache()

    async def run(self, address: str | Path) -> tuple[EventFile, dict[str, GameFile]]:
        """The event at its end and its games in the chat, on a fresh database at ``address``."""
        self._db: Database = open_database(address)
        try:
            await self._db.take_over(self.clock.now(), may_go_back=False)
            lots = random.Random(f"lots {self.options.seed}")  # noqa: S311 (the same seed, the same event)
            ports = {PLATFORM: self.transcript}
            self._damka = Damka(
                self._db, ports, self._texts, self.clock, self.language, in_step=True, lots=lots
            )
            try:
                await self._damka.open()
                await self._sign_up()
                await self._play()
            finally:
                await self._damka.close()
            file = await self._event()
            return file, await self._all_games(file)
        finally:
            await self._db.close()

    # --- speaking -------------------------------------------------------------------------------------------

    async def say(self, who: str, text: str, chat: str = HALL, *, send: bool = True) -> None:
        """Let somebody say something, and everything follow from it."""
        self.transcript.heard(self._accounts.get(who, who), chat, text)
        await self._damka.hear(
            Input(
                place=PlaceRef(PLATFORM, BOT, chat),
                is_private=chat.startswith("@"),
                speaker=Speaker(who, self._accounts.get(who, who.title()), who, self.language),
                at=self.clock.now(),
                text=text,
                alone=PlaceRef(PLATFORM, BOT, f"@{who}"),
            ),
            send=send,
        )

    async def _organise(self, text: str) -> None:
        await self.say(ORGANISER, text)

    async def wait(self, by: timedelta) -> None:
        """Let time pass."""
        await self._damka.advance(by, None)

    # --- sign-up --------------------------------------------------------------------------------------------

    async def _sign_up(self) -> None:
        title = self.regulation.names.get(self.language, self.regulation.id)
        await self._organise(f"/tournament new {self.regulation.id} {title}"[:120])
        await self._settle_open_points()
        file = await self._event()
        if file.phase is Phase.CREATED:
            await self._organise("/tournament open")
        count = self.options.players
        with_account = count if count <= 4 else min(6, (count + 1) // 2)
        for number in range(count):
            name = next(self._names)
            if number < with_account:
                await self._join(f"p{number + 1}", name)
            else:
                await self._add(name)
        await self._approve()
        await self._organise("/tournament close")
        await self._organise("/tournament lots")
        await self.wait(timedelta(minutes=2))

    async def _settle_open_points(self) -> None:
        file = await self._event()
        for question in unanswered(file):
            if question.choice is Choice.SYSTEM:
                systems = file.rules.stages[0].systems
                system = System.SWISS if self.options.rounds and System.SWISS in systems else systems[0]
                await self._organise(f"/tournament set system {system.value}")
            elif question.choice is Choice.CLASSES:
                count = 3 if self.options.players < 30 else len(CLASSES)
                chosen = (*CLASSES[: count - 1], CLASSES[3])[:count] if count < 5 else CLASSES
                await self._organise(f"/tournament set classes {' '.join(chosen)}")
            elif question.choice is Choice.START and question.required:
                day = FIRST_DAY + timedelta(days=1)
                await self._organise(f"/tournament set start {day} 19:30")
        file = await self._event()
        if self.options.rounds or any(q.choice is Choice.ROUNDS and q.required for q in unanswered(file)):
            await self._organise(f"/tournament set rounds {self.options.rounds or 5}")

    async def _join(self, account: str, name: str) -> None:
        """Somebody with an account signs up and answers what is asked, in private."""
        self._accounts[account] = name
        await self.say(account, "/join")
        for _ in range(20):
            text = await self._answer(account)
            if text is None:
                return
            await self.say(account, text, f"@{account}")

    async def _answer(self, account: str) -> str | None:
        """What the person is being asked, answered; None where nothing is."""
        async with self._db.reading() as reading:
            known = await reading.accounts.by_external(PLATFORM, account)
            asked = [] if known is None else await reading.dialogues.everywhere(known.person)
        if not asked:
            return None
        file, talk = await self._event(), read_talk(asked[0].payload)
        prompt = next_prompt(file, talk)
        if prompt is None:
            return None
        if prompt.question is not None:
            return self._to_question(file, prompt.question, talk.answers)
        if prompt.choices:
            return prompt.choices[0][0]
        return self._accounts[account]

    def _to_question(self, file: EventFile, question: Question, given: Mapping[str, str]) -> str:
        rules, year = file.rules, file.event.settings.year
        match question.asked:
            case Asked.CLASS:
                return self._chance.choice(file.event.settings.classes)
            case Asked.SEX:
                return self._chance.choice(("boy", "girl"))
            case Asked.GUARDIAN:
                return "yes"
            case Asked.RATING:
                return str(self._chance.randrange(1000, 2200))
            case Asked.TEXT:
                return "x"
        grade = grade_of(given["class"]) if given.get("class") else None
        age = self._chance.randrange(7, 15) if rules.categories else self._chance.randrange(19, 70)
        return str(year - (age if grade is None else grade + 6))

    async def _add(self, name: str) -> None:
        """The organiser enters somebody without an account."""
        file = await self._event()
        given: dict[str, str] = {}
        for question in file.rules.sign_up.questions:
            key = key_of(question)
            if key != "guardian":
                given[key] = self._to_question(file, question, given) or SKIPPED
        words = " ".join(f"{key.removeprefix('q.')}={value}" for key, value in given.items() if value)
        await self._organise(f"/tournament add {name} {words}".strip())

    async def _approve(self) -> None:
        file = await self._event()
        for entrant in file.event.having(Standing.APPLIED):
            await self._organise(f"/tournament approve {entrant.number}")

    # --- play -----------------------------------------------------------------------------------------------

    async def _play(self) -> None:
        await self._organise("/tournament start")
        file = await self._event()
        while file.event.programme_shown < len(file.rules.programme) - 1:
            await self._organise("/tournament programme")
            file = await self._event()
        if file.phase is not Phase.RUNNING:
            return
        seen: set[tuple[str, int]] = set()
        for _ in range(MOST_STEPS):
            file = await self._event()
            if file.phase is not Phase.RUNNING:
                return
            rounds = {(section.id, len(section.rounds)) for section in file.event.sections}
            if rounds - seen and seen:
                await self._come_and_go(file)
            seen |= rounds
            file = await self._event()
            if file.phase is not Phase.RUNNING:  # so many have left that all is decided
                return
            due = file.event.next_games()
            if due:
                await self._play_game(file, due[0])
            elif file.event.next_at is not None:
                await self.wait(max(file.event.next_at - self.clock.now(), timedelta(0)))
            else:
                before = file.event.seq
                await self._organise("/next")
                if (await self._event()).event.seq == before:
                    await self._give_up(file)
        raise RuntimeError("the event does not come to its end")

    async def _give_up(self, file: EventFile) -> None:
        """The rules of pairing leave no round: the organiser ends a Swiss with what was played."""
        for section in file.event.sections:
            if section.system is System.SWISS and not section.is_finished and section.rounds:
                await self._organise(f"/tournament rounds {len(section.rounds)}")
                await self._organise("/next")
                return
        raise RuntimeError("the event does not go on")

    async def _come_and_go(self, file: EventFile) -> None:
        """Between rounds some leave, and some come late where the system lets them."""
        for entrant in file.event.having(Standing.IN):
            if self._chance.random() < self.options.leave and len(file.event.having(Standing.IN)) > 2:
                await self._organise(f"/withdraw {entrant.number}")
                file = await self._event()
        if self._chance.random() < self.options.late and file.phase is Phase.RUNNING:
            await self._add(next(self._names))

    async def _play_game(self, file: EventFile, due: NextGame) -> None:
        if due.code is not None:
            await self._play_in_chat(due.code)
            return
        await self.wait(timedelta(minutes=1))
        result = self._random_result()
        number = f"{due.board}.{due.game}"
        await self._organise(f"/result {number} {result}")

    def _random_result(self) -> str:
        """A game of random legal moves at a board, until it ends by the regulation."""
        play = self.regulation.play
        game = begin(play, Start(format_clock(NO_CLOCK), has_arbiter=True), self.clock.now())
        for _ in range(LONGEST_GAME):
            if game.outcome is not None:
                return game.outcome.result
            move = self._chance.choice(game.position.legal_moves())
            text = play.game_type.format_move(game.position, move)
            game, _ = game.apply(game.turn, Play(text), self.clock.now())
        return "1/2"

    async def _play_in_chat(self, code: str) -> None:
        """The two play their game move by move."""
        for ply in range(LONGEST_GAME):
            file = await self._game(code)
            if file.record.is_over or file.record.game is None:
                break
            game = file.game
            move = self._chance.choice(game.position.legal_moves())
            text = game.rules.game_type.format_move(game.position, move)
            controllers = file.seat(game.turn).controllers
            await self.say(
                await self._account_of(min(controllers)), f"/move {code} {text}", send=ply % 20 == 0
            )
        else:
            await self._organise(f"/adjudicate {code} 1/2 …")
        await self.wait(timedelta(minutes=1))

    async def _account_of(self, person: PersonId) -> str:
        async with self._db.reading() as reading:
            return (await reading.accounts.of(person))[0].external

    # --- looking --------------------------------------------------------------------------------------------

    async def _event(self) -> EventFile:
        async with self._db.reading() as reading:
            row = (await reading.events.after(limit=1))[0]
            file = await EventReader(reading, Library.shipped(), self._cache).load(row)
        self._cache.keep(file)
        return file

    async def _game(self, code: str) -> GameFile:
        async with self._db.reading() as reading:
            row = await reading.games.by_code(code)
            if row is None:
                raise LookupError(code)
            file = await GameReader(reading, Library.shipped(), self._games).load(row)
        self._games.keep(file)
        return file

    async def _all_games(self, file: EventFile) -> dict[str, GameFile]:
        return {code: await self._game(code) for code in codes_of(file.event.sections)}
