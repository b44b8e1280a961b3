"""What a handler works with: who speaks where, the games, and what is to be said when all is committed."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, NoReturn

from bot.buttons import Press, encode_press, fits
from bot.chats.port import Answers, Capabilities, Input
from bot.commands import announce
from bot.commands.gamefile import GameFile
from bot.commands.games import Games
from bot.commands.people import People
from bot.commands.place import ANY_CHAT, Person, Place
from bot.commands.record import Status
from bot.commands.refusal import Refusal as Refusal
from bot.commands.tournament.events import Events
from bot.regulations import Library, RegulationNotFound, read
from bot.replies import Button, File, Picture, Reply, Said, Verbatim, encode_reply, said, start_button
from rules.moves import Square
from rules.pieces import Color
from storage.ids import AccountId, PersonId, PlaceId
from storage.repositories.outbox import Outgoing
from storage.unit_of_work import UnitOfWork

if TYPE_CHECKING:
    from rules.regulation import Regulation

Line = Said | Verbatim
Rows = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True, slots=True)
class Services:
    """What all commands share. ``capabilities`` by platform."""

    library: Library
    lots: random.Random
    capabilities: Mapping[str, Capabilities] = field(default_factory=dict)


class Context:
    """One command, or one thing that the bot does by itself, in one unit of work.

    ``place`` is where it is said, ``speaker`` who says it (nobody where the bot acts by itself). What is said
    is written to the outbox together with what is changed.
    """

    def __init__(
        self,
        services: Services,
        unit: UnitOfWork,
        people: People,
        games: Games,
        events: Events,
        place: Place,
        now: datetime,
        speaker: Person | None = None,
        input: Input | None = None,
    ) -> None:
        self.services = services
        self.unit = unit
        self.people = people
        self.games = games
        self.events = events
        self.place = place
        self.now = now
        self._speaker = speaker
        self._input = input
        self._outgoing: list[Outgoing] = []
        self._elsewhere: list[Reply] = []
        self._whispered: list[Reply] = []
        self.answers = Answers()
        """what is on its way to the speaker; known when all has been written out"""

    @property
    def speaker(self) -> Person:
        if self._speaker is None:
            raise ValueError("nobody speaks here")
        return self._speaker

    def hear_as(self, speaker: Person) -> None:
        """From here on the speaker is known as ``speaker``: in another language, or without a name."""
        self._speaker = speaker

    @property
    def input(self) -> Input:
        if self._input is None:
            raise ValueError("nobody speaks here")
        return self._input

    @property
    def is_by_somebody(self) -> bool:
        """Whether a person caused this, not the bot's own clock."""
        return self._speaker is not None

    @property
    def lots(self) -> random.Random:
        return self.services.lots

    @property
    def is_admin(self) -> bool:
        """Whether the speaker administers this chat; in a private one everybody is their own master."""
        return self._input is not None and (self._input.speaker.is_admin or self.place.is_private)

    def capabilities(self, place: Place | None = None) -> Capabilities:
        """What the chat of ``place``, or this one, can do."""
        return self.services.capabilities.get((place or self.place).ref.platform, ANY_CHAT)

    @property
    def whispers_elsewhere(self) -> bool:
        """Whether the speaker can be told nothing here that others do not read."""
        return not self.place.is_private and not self.capabilities().private_notices

    def at(self, file: GameFile) -> datetime:
        """The moment at which what is said now counts in ``file``."""
        said_at = self.now if self._input is None else min(self._input.at, self.now)
        return max(file.record.at, said_at)

    # --- saying ---------------------------------------------------------------------------------------------

    def say(
        self,
        *lines: Line,
        picture: Picture | None = None,
        document: File | None = None,
        buttons: Rows = (),
        subject: str | None = None,
        place: Place | None = None,
        afresh: bool = False,
        zone: str | None = None,
        asks: Said | None = None,
        pin: bool = False,
        closes: bool = False,
        calls: tuple[str, ...] = (),
    ) -> None:
        """Tell everybody in the place. ``afresh``: as a new message, even if an older one could be edited.

        Times are said in ``zone``, or in that of the place. The rest is as in ``Reply``.
        """
        where = place or self.place
        in_zone = zone or str(where.zone)
        reply = Reply(
            lines,
            picture,
            document,
            buttons,
            subject,
            where.language,
            in_zone,
            afresh,
            asks,
            pin,
            closes,
            calls,
        )
        self._add(where, reply)
        if where.id != self.place.id and not where.is_private:
            self._elsewhere.append(reply)

    def tell(
        self,
        *lines: Line,
        picture: Picture | None = None,
        document: File | None = None,
        buttons: Rows = (),
        subject: str | None = None,
        zone: str | None = None,
        asks: Said | None = None,
        personal: bool = False,
    ) -> None:
        """Tell only the speaker, in their language; times in ``zone``, or in that of the place.

        What is ``personal`` nobody else may read: where a chat cannot do that, it is said in the private one,
        and so is everything to whom the others do not see.
        """
        in_zone = zone or str(self.place.zone)
        reply = Reply(lines, picture, document, buttons, subject, self.speaker.language, in_zone, asks=asks)
        if (personal or self.input.speaker.is_unseen) and self.whispers_elsewhere:
            self._whispered.append(reply)
        elif self.place.is_private:
            self._add(self.place, reply)
        else:
            about = f"{subject}:{self.speaker.account}" if subject else None
            self._add(self.place, reply, to=self.speaker.account, subject=about)

    def notice(self, what: Said, buttons: Rows = ()) -> None:
        """The passing answer to a press; with a start button the private chat opens instead."""
        reply = Reply((what,), buttons=buttons, language=self.speaker.language, zone=str(self.place.zone))
        self._add(self.place, reply, to=self.speaker.account, toast=True)

    def point(self, what: Said, buttons: Rows = (), subject: str | None = None) -> None:
        """Tell the speaker where to look; to a press that is but a notice, and no message in the chat."""
        if self.input.press is None:
            self.tell(what, buttons=buttons, subject=subject)
        else:
            self.notice(what, buttons)

    def refuse(self, key: str, /, count: int | None = None, **args: object) -> NoReturn:
        """Answer with one sentence and change nothing."""
        raise Refusal(Said(key, args, count))

    def refuse_with(self, what: Said, buttons: Rows = (), asks: Said | None = None) -> NoReturn:
        raise Refusal(what, buttons, asks)

    def _add(
        self,
        place: Place,
        reply: Reply,
        to: AccountId | None = None,
        toast: bool = False,
        subject: str | None = None,
    ) -> None:
        self._outgoing.append(
            Outgoing(
                place=place.id,
                body=encode_reply(reply),
                created=self.now,
                to_account=to,
                toast=toast,
                subject=subject or reply.subject,
            )
        )

    async def write_out(self) -> set[PlaceId]:
        """Put all that was said into the outbox, in order; the places for which there was anything.

        Whoever acts on a game in another chat hears the last of it where they spoke.
        """
        if self.is_by_somebody and self._elsewhere and all(o.place != self.place.id for o in self._outgoing):
            self.tell(*self._elsewhere[-1].lines, picture=self._elsewhere[-1].picture)
        if self._whispered:
            await self._whisper()
        await self.unit.outbox.add(*self._outgoing)
        if self.is_by_somebody:
            self.answers = await self._answers()
        places = {outgoing.place for outgoing in self._outgoing}
        self._outgoing.clear()
        return places

    async def _whisper(self) -> None:
        """Say in private what is personal, and here where it is to be read, or how to let the bot say it."""
        private = await self.people.alone_with(self.input, self.speaker)
        if private is None:
            self.point(said("private.open-first"), ((start_button(),),))
        else:
            self.point(said("private.look"))
            for reply in self._whispered:
                self._add(private, reply)
        self._whispered.clear()

    async def _answers(self) -> Answers:
        mine = [each for each in self._outgoing if each.to_account == self.speaker.account]
        own = {self.place.id} if self.place.is_private else set()
        if any(each.place != self.place.id for each in self._outgoing):
            own |= {place.id for place in await self.people.private_places(self.speaker.id)}
        return Answers(
            notice=any(each.toast for each in mine),
            alone=any(not each.toast for each in mine)
            or any(each.place in own and not each.toast for each in self._outgoing),
        )

    # --- finding --------------------------------------------------------------------------------------------

    async def game(self, code: str) -> GameFile:
        """The game with that code."""
        file = await self.games.by_code(code)
        if file is None:
            self.refuse("error.unknown-game", code=code)
        return file

    async def my_games(self) -> list[GameFile]:
        """The running games here in which the speaker plays."""
        return await self.games.of(self.speaker.id, self.place.id)

    async def my_game(self, code: str | None, command: str, *, on_turn: bool = False) -> GameFile:
        """The running game that the speaker means: named, answered, or the only one.

        ``on_turn``: of several, only those in which they are on turn are meant. ``command`` is what the
        buttons say again if several are left.
        """
        file = await self.answered_game() if code is None else await self.game(code)
        if file is not None:
            if not file.is_player(self.speaker.id):
                self.refuse("refused.not-a-player", code=file.code)
            if file.record.status is not Status.RUNNING:
                self.refuse("refused.not-running", code=file.code)
            return file
        mine = await self.my_games()
        if not mine:
            self.refuse("error.no-game-of-yours")
        if on_turn:
            mine = [file for file in mine if self.turn_of(file)] or mine
        return self.only(mine, command)

    async def seen_game(self, code: str | None, command: str) -> GameFile:
        """The game that somebody wants to look at: named, answered, their own, the only or the latest one."""
        file = await self.answered_game() if code is None else await self.game(code)
        if file is not None:
            if file.record.game is None:
                self.refuse("refused.not-begun", code=file.code)
            return file
        files = await self.my_games() or await self.games.here(self.place.id, Status.RUNNING)
        files = files or await self.games.latest_here(self.place.id)
        if not files:
            self.refuse("error.no-game-here")
        return self.only(files, command)

    async def answered_game(self) -> GameFile | None:
        """The game whose board the speaker answers."""
        if self._input is None or self._input.reply_to is None:
            return None
        return await self.games.shown_in(self.place.id, self._input.reply_to)

    def only(self, files: list[GameFile], command: str) -> GameFile:
        """The only one of ``files``; of several the speaker is asked which, and buttons say ``command``."""
        if len(files) != 1:
            self._ask_which(files, command)
        return files[0]

    def _ask_which(self, files: list[GameFile], command: str) -> NoReturn:
        name, _, rest = command.partition(" ")
        rows = []
        for file in files:
            press = Press("do", file.code, argument=" ".join(filter(None, (name, file.code, rest))))
            if fits(press):
                label = said("ask.game", code=file.code, first=file.seats[0].name, second=file.seats[1].name)
                rows.append((Button(label, encode_press(press)),))
        self.refuse_with(said("ask.which-game", codes=tuple(file.code for file in files)), tuple(rows))

    def turn_of(self, file: GameFile) -> bool:
        """Whether the speaker is on turn."""
        game = file.record.game
        return game is not None and game.turn in file.colors_of(self.speaker.id)

    def on_turn(self, file: GameFile) -> Color:
        """The colour to move in a running game; refused unless the speaker plays it."""
        if file.record.status is not Status.RUNNING:
            self.refuse("refused.not-running", code=file.code)
        if not file.is_player(self.speaker.id):
            self.refuse("refused.not-a-player", code=file.code)
        if not self.turn_of(file):
            self.refuse("refused.not-your-turn", player=file.name(file.game.turn))
        return file.game.turn

    async def loaded(self) -> dict[str, Regulation]:
        """The regulations that this chat has loaded for itself, by id."""
        stored = await self.unit.regulations.of_place(self.place.home)
        return {row.regulation: read(row.text, source=f"{row.regulation}.toml") for row in stored}

    async def regulation(self, name: str) -> Regulation:
        """The regulation called ``name``, or beginning so: shipped, or loaded by this chat."""
        stored, folded = await self.unit.regulations.of_place(self.place.home), name.casefold()
        texts = {row.regulation: row.text for row in stored}  # one is read sooner than all
        if folded not in texts:
            try:
                return self.services.library.get(name)
            except RegulationNotFound as error:
                fitting = tuple(id for id in texts if id.startswith(folded))
                if len(fitting) != 1 or error.is_ambiguous:
                    self.refuse_with(error.beside(fitting, tuple(texts)).explanation)
                folded = fitting[0]
        return read(texts[folded], source=f"{folded}.toml")

    # --- boards ---------------------------------------------------------------------------------------------

    async def in_place(self, number: PlaceId) -> Place:
        """A place by its number."""
        return self.place if number == self.place.id else await self.people.place_by_id(number)

    async def say_in_game(
        self, file: GameFile, *lines: Line, buttons: Rows = (), subject: str | None = None
    ) -> None:
        """Tell everybody in every place where a game is played."""
        for number in file.places:
            self.say(*lines, buttons=buttons, subject=subject, place=await self.in_place(number))

    async def show_board(
        self, file: GameFile, *, selected: Square | None = None, here: bool = False, calls: bool = False
    ) -> None:
        """The board of a game in each of its places: the message that shows it is edited, or posted anew.

        ``here``: nothing has changed, and only whoever asks wants to see it, if that is in one of its places.
        ``calls``: the game begins, and its players are called to it.
        """
        players = frozenset[PersonId]().union(*(seat.controllers for seat in file.seats if calls))
        for number in (self.place.id,) if here and self.place.id in file.places else file.places:
            place = await self.in_place(number)
            self.say(
                *announce.board_lines(file, self.at(file)),
                picture=announce.board_picture(file, place.settings, selected),
                buttons=announce.board_buttons(file, selected),
                subject=file.board_subject,
                place=place,
                calls=await self.people.reached(place, players),
            )
