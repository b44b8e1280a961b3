"""What fits while somebody is typing an argument: looked up, never changed, the likeliest first."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from zoneinfo import available_timezones

from bot.chats.port import Input, Speaker
from bot.commands import announce
from bot.commands.about import CHOICES as SETTING_CHOICES
from bot.commands.declaration import Command, Kind, Parameter
from bot.commands.gamefile import GameFile
from bot.commands.games import GameReader
from bot.commands.grammar import RESULTS
from bot.commands.helping import SUBJECTS
from bot.commands.people import THREAD
from bot.commands.place import DEFAULT_ZONES, PlaceSettings
from bot.commands.record import Status
from bot.commands.registry import COMMANDS
from bot.commands.rights import has_role
from bot.commands.tournament.eventfile import ENTERED, UNFINISHED, EventFile, Naming
from bot.commands.tournament.events import EventReader
from bot.commands.tournament.finding import said_of
from bot.commands.tournament.telling import board_name
from bot.regulations import Library, read
from bot.replies import Said, said
from bot.texts import LANGUAGES, match_language
from rules.tournament.eventrules import Choice as Setup
from rules.tournament.eventrules import Pace
from rules.tournament.model import Phase, Standing
from storage.ids import PersonId
from storage.repositories.events import EventRole, StoredEvent
from storage.repositories.places import Place as PlaceRow
from storage.unit_of_work import Reading

MOST = 25
"""choices that are offered at once"""
CLOCKS = ("none", "5+3", "10+5", "15+10", "30+0", "60+30", "1d", "2d", "3d", "7d")
DAYS = 25
HOURS = range(8, 23)
_OFFERED = frozenset({"accept", "decline", "cancel"})
_OWN = frozenset({"move", "huff", "draw", "resign", "abort"})
_LOOKING = frozenset(
    {"pairings", "standings", "bracket", "crosstable", "export", "diplomas", "tournament info"}
)
_WAITING = frozenset({"tournament approve", "tournament reject"})
_ENTRANTS = _WAITING | {
    *("leave", "checkin", "withdraw", "return", "exclude", "bye", "standings"),
    *("tournament paid", "tournament replace", "tournament seed", "tournament apart"),
}
_LISTS = frozenset({"tournament seed", "tournament apart"})

Choosable = tuple[Said | str, str]
"""what is shown, and what is typed for it"""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is being typed: the parameter of a command, and what else was filled in already."""

    command: Command
    parameter: Parameter
    typed: str
    others: Mapping[str, str]


class Chooser:
    """Choices for one person in one place, from one view of the database."""

    def __init__(
        self,
        reading: Reading,
        library: Library,
        games: GameReader,
        events: EventReader,
        now: datetime,
        *,
        gives_roles: bool,
    ) -> None:
        """``gives_roles``: as the capability of the chat says."""
        self._reading = reading
        self._library = library
        self._games = games
        self._events = events
        self._now = now
        self._place: PlaceRow | None = None
        self._home: PlaceRow | None = None
        self._speaker: Speaker | None = None
        self._person: PersonId | None = None
        self._gives_roles = gives_roles
        self.language = "en"
        """in which whoever types is spoken to"""

    async def choose(self, heard: Input, command: str, parameter: str, typed: str) -> list[Choosable]:
        """At most ``MOST`` choices that go with what was ``typed``; none for what is not known."""
        found = next((each for each in COMMANDS if each.name == command), None)
        wanted = next((each for each in found.parameters if each.name == parameter), None) if found else None
        if found is None or wanted is None:
            return []
        await self._look_around(heard)
        asked = Asked(found, wanted, typed.strip(), heard.typed or {})
        source = self._sources.get(wanted.kind)
        choices = list(await source(asked)) if source is not None else []
        return _fitting(choices, asked.typed, by_prefix=wanted.kind is Kind.MOVE)

    async def _look_around(self, heard: Input) -> None:
        ref, self._speaker = heard.place, heard.speaker
        self._place = self._home = await self._reading.places.by_ref(
            ref.platform, ref.bot, ref.chat, ref.topic
        )
        if self._place is not None and self._place.kind == THREAD:
            self._home = await self._reading.places.by_ref(ref.platform, ref.bot, ref.chat)
        account = await self._reading.accounts.by_external(ref.platform, heard.speaker.account)
        person = None if account is None else await self._reading.persons.by_id(account.person)
        self._person = None if person is None else person.id
        chosen = None if person is None else person.language
        self.language = chosen or match_language(heard.speaker.locale)

    @cached_property
    def _sources(self) -> Mapping[Kind, Callable[[Asked], Awaitable[Iterable[Choosable]]]]:
        return {
            Kind.MOVE: self._moves,
            Kind.SQUARE: self._squares,
            Kind.GAME: self._game_codes,
            Kind.EVENT: self._event_names,
            Kind.REGULATION: self._regulations,
            Kind.TEXT: self._texts,
            Kind.CLOCK: self._of(lambda asked: ((clock, clock) for clock in CLOCKS)),
            Kind.COLOUR: self._of(_words),
            Kind.CHOICE: self._of(_words),
            Kind.RESULT: self._of(
                lambda asked: ((result, result) for result in dict.fromkeys(RESULTS.values()))
            ),
            Kind.LANGUAGE: self._of(lambda asked: ((said(f"language.{each}"), each) for each in LANGUAGES)),
            Kind.COMMAND: self._of(_commands),
            Kind.DATE: self._of(self._days),
            Kind.TIME: self._of(_hours),
        }

    @staticmethod
    def _of(
        known: Callable[[Asked], Iterable[Choosable]],
    ) -> Callable[[Asked], Awaitable[Iterable[Choosable]]]:
        """A source that needs no database."""

        async def source(asked: Asked) -> Iterable[Choosable]:
            return known(asked)

        return source

    # --- games ----------------------------------------------------------------------------------------------

    async def _running(self, asked: Asked) -> list[GameFile]:
        """The games that can be meant: the one named, or those of whoever types that are played here."""
        if code := asked.others.get("game"):
            row = await self._reading.games.by_code(code)
            return [] if row is None or row.status is not Status.RUNNING else [await self._games.load(row)]
        if self._place is None or self._person is None:
            return []
        seated = await self._reading.games.running_for(self._place.id, self._person)
        return [await self._games.load(each.game) for each in seated[:MOST]]

    async def _moves(self, asked: Asked) -> Iterable[Choosable]:
        """What can be played by whoever is on turn; under huffing everything that is taken, unmarked."""
        moves: dict[str, None] = {}
        for file in await self._running(asked):
            game = file.game
            if self._person is not None and game.turn in file.colors_of(self._person):
                for move in announce.offered_moves(game):
                    moves.setdefault(game.rules.game_type.format_move(game.position, move))
        return ((move, move) for move in moves)

    async def _squares(self, asked: Asked) -> Iterable[Choosable]:
        """The pieces that can be taken off."""
        files = await self._running(asked)
        return (
            (square, square) for file in files if file.game.huff_choice for square in file.game.huff_squares
        )

    async def _game_codes(self, asked: Asked) -> Iterable[Choosable]:
        """Games by their codes: what can be answered, what one plays, or what can be looked at."""
        if self._place is None:
            return ()
        statuses = (Status.OFFERED,) if asked.command.name in _OFFERED else (Status.RUNNING,)
        where = self._home if asked.command.name in _OFFERED and self._home is not None else self._place
        rows = list(reversed(await self._reading.games.in_place(where.id, statuses)))
        files = [await self._games.load(row) for row in rows[: 2 * MOST]]
        mine = [file for file in files if self._person is not None and file.is_player(self._person)]
        others = [file for file in files if file not in mine]
        if asked.command.name in _OWN:
            others = []
        if not mine and not others:
            latest = await self._reading.games.latest_in(self._place.id, Status.ENDED)
            others = [] if latest is None or asked.command.name in _OWN else [await self._games.load(latest)]
        return (
            (said("ask.game", code=f.code, first=f.seats[0].name, second=f.seats[1].name), f.code)
            for f in (*mine, *others)
        )

    # --- events ---------------------------------------------------------------------------------------------

    async def _events_here(self, command: str) -> list[StoredEvent]:
        phases = [phase.value for phase in UNFINISHED]
        if command in _LOOKING:
            phases.append(Phase.FINISHED.value)
        if self._home is None:
            return []
        if self._home.kind == "private":
            return [] if self._person is None else await self._reading.events.of_person(self._person, phases)
        return await self._reading.events.in_place(self._home.id, phases)

    async def _event_names(self, asked: Asked) -> Iterable[Choosable]:
        rows = await self._events_here(asked.command.name)
        return ((f"{row.title} ({row.slug})", f"#{row.code}") for row in reversed(rows))

    async def _event(self, asked: Asked) -> EventFile | None:
        """The event that is meant: the one named, or the only one here."""
        rows = await self._events_here(asked.command.name)
        if name := asked.others.get("event", "").removeprefix("#").casefold():
            rows = [row for row in rows if name in (row.code.casefold(), row.slug.casefold())]
        return await self._events.load(rows[0]) if len(rows) == 1 else None

    async def _entrants(self, asked: Asked) -> Iterable[Choosable]:
        """Entrants by number, as they are called in public: all for who runs it, otherwise one's own."""
        file = await self._event(asked)
        if file is None:
            return ()
        before, comma, _ = asked.typed.rpartition(",") if asked.command.name in _LISTS else ("", "", "")
        standings: tuple[Standing, ...] = ENTERED
        if asked.command.name in _WAITING:
            standings = (Standing.APPLIED, Standing.WAITING)
        elif asked.command.name == "return":
            standings = (Standing.WITHDRAWN,)
        entrants = [each for each in file.event.entrants.values() if each.standing in standings]
        if asked.command.name != "standings" and not self._runs(file):
            entrants = [each for each in entrants if self._person in file.controllers(each.number)]
        return ((said_of(file, each.number), f"{before}{comma}{each.number}") for each in entrants)

    def _runs(self, file: EventFile) -> bool:
        roles = (EventRole.ORGANISER, EventRole.ARBITER)
        if self._person is not None and file.has_role(self._person, *roles):
            return True
        if self._speaker is None or self._home is None or self._home.id != file.place:
            return False
        settings = PlaceSettings.read(self._home.settings)
        return any(has_role(self._speaker, role, settings, self._gives_roles) for role in roles)

    async def _results(self, asked: Asked) -> Iterable[Choosable]:
        """Results of the boards that are still open: one's own, or all for who runs it."""
        file = await self._event(asked)
        if file is None:
            return ()
        found: list[Choosable] = []
        for due in file.event.next_games():
            controllers = file.controllers(due.white) | file.controllers(due.black)
            if not self._runs(file) and self._person not in controllers:
                continue
            board = board_name(file, due.board, due.game)
            names = {"board": board, "white": file.name(due.white), "black": file.name(due.black)}
            for result in file.results:
                found.append((Said("result.board", {**names, "result": result}), f"{board} {result}"))
        return found

    async def _rounds(self, asked: Asked) -> Iterable[Choosable]:
        file = await self._event(asked)
        numbers = (
            {round_.number for section in file.event.sections for round_ in section.rounds} if file else ()
        )
        return ((str(number), str(number)) for number in sorted(numbers, reverse=True))

    # --- the rest -------------------------------------------------------------------------------------------

    async def _regulations(self, asked: Asked) -> Iterable[Choosable]:
        """The regulations shipped and loaded here; for an event those that say how one is run."""
        here = [] if self._home is None else await self._reading.regulations.of_place(self._home.id)
        loaded = {row.regulation: read(row.text, source=row.regulation) for row in here}
        shipped = {id: self._library.get(id) for id in self._library.ids if id not in loaded}
        is_for_events = asked.command.name == "tournament new"
        return (
            (f"{regulation.names.get(self.language) or regulation.names['en']} ({id})", id)
            for id, regulation in (loaded | shipped).items()
            if regulation.event is not None or not is_for_events
        )

    async def _texts(self, asked: Asked) -> Iterable[Choosable]:
        match asked.command.name, asked.parameter.name:
            case "settings", "value":
                return await self._setting_values(asked)
            case "tournament set", "value":
                return await self._setup_values(asked)
            case "result", "what":
                return await self._results(asked)
            case "pairings", "round":
                return await self._rounds(asked)
            case name, "name" if name in _ENTRANTS:
                return await self._entrants(asked)
        return ()

    async def _setting_values(self, asked: Asked) -> Iterable[Choosable]:
        name = asked.others.get("setting", "")
        if name == "zone":
            zones = (*DEFAULT_ZONES.values(), *sorted(available_timezones()))
            return ((zone, zone) for zone in dict.fromkeys(zones))
        if name == "regulation":
            return await self._regulations(asked)
        return ((said(f"settings.{name}-{value}"), value) for value in SETTING_CHOICES.get(name, ()))

    async def _setup_values(self, asked: Asked) -> Iterable[Choosable]:
        name = asked.others.get("setting", "")
        if name == Setup.SYSTEM:
            file = await self._event(asked)
            systems = file.rules.stages[0].systems if file is not None else ()
            return ((said(f"regulation.system.{each.value}"), each.value) for each in systems)
        known = {"names": Naming, "pace": Pace}.get(name, ())
        return ((each.value, each.value) for each in known)

    def _days(self, asked: Asked) -> Iterable[Choosable]:
        days = (self._now.date() + timedelta(days=ahead) for ahead in range(DAYS))
        return ((day.isoformat(), day.isoformat()) for day in days)


def _words(asked: Asked) -> Iterable[Choosable]:
    """Every meaning once, by the first word for it."""
    first: dict[str, str] = {}
    for word, meaning in asked.parameter.choices.items():
        first.setdefault(meaning, word)
    return ((word, word) for word in first.values())


def _commands(asked: Asked) -> Iterable[Choosable]:
    names = [name for subject in SUBJECTS.values() for name in subject]
    return ((f"/{name}", name) for name in dict.fromkeys(names))


def _hours(asked: Asked) -> Iterable[Choosable]:
    times = (f"{hour:02}:{minute:02}" for minute in (0, 30) for hour in HOURS)
    return ((time, time) for time in sorted(times))


def _fitting(choices: list[Choosable], typed: str, *, by_prefix: bool) -> list[Choosable]:
    """Those that begin with what was typed, then those that hold it anywhere, each value once."""
    wanted = _plain(typed)
    last = _plain(typed.rpartition(",")[2])
    begin: dict[str, Said | str] = {}
    hold: dict[str, Said | str] = {}
    for label, value in choices:
        shown = [_plain(value), *(_plain(str(part)) for part in _parts(label))]
        if any(text.startswith(wanted) or (last and text.startswith(last)) for text in shown):
            begin.setdefault(value, label)
        elif not by_prefix and any(wanted in text for text in shown):
            hold.setdefault(value, label)
    found = begin | {value: label for value, label in hold.items() if value not in begin}
    return [(label, value) for value, label in found.items()][:MOST]


def _parts(label: Said | str) -> Iterable[object]:
    return (label,) if isinstance(label, str) else label.args.values()


def _plain(text: str) -> str:
    """Without what is written in several ways: signs between squares, and the case of letters."""
    return text.strip().lstrip("#/").casefold().replace("x", ":").replace(" ", "-").replace(":", "-")
