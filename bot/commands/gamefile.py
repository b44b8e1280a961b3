"""A game with everything that is stored about it: its record, who sits where, what they are called."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.commands.record import Record
from bot.replies import Said
from rules.game import Game
from rules.pieces import Color
from storage.chain import Head
from storage.ids import GameId, PersonId, PlaceId, SideId
from storage.repositories.games import StoredGame as GameRow
from storage.repositories.links import GamePlaces

if TYPE_CHECKING:
    from rules.regulation import Regulation

BOARD = "board:"
"""what the subject of a message with a board begins with; the code of the game follows"""


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a game. ``number`` is 0 for the challenger, 1 for the other.

    ``name`` is a sentence where the person's own was erased ("player 17").
    ``invited`` is a name that the bot has not met: only an account of that name on ``platform`` can take the
    seat, since elsewhere somebody else may be called so.
    """

    number: int
    side: SideId
    name: str | Said
    controllers: frozenset[PersonId] = frozenset()
    invited: str | None = None
    platform: str | None = None

    @property
    def is_free(self) -> bool:
        return not self.controllers


@dataclass(frozen=True, slots=True)
class GameFile:
    """``row`` is what the table holds of it, ``version`` how often it has changed. Time given back is
    no change: buttons from before an outage ask the same after it.

    ``elsewhere`` is where it is played besides the chat in its row.
    """

    row: GameRow
    regulation: Regulation
    seats: tuple[Seat, Seat]
    record: Record
    elsewhere: GamePlaces = field(default_factory=GamePlaces)

    @property
    def id(self) -> GameId:
        return self.row.id

    @property
    def code(self) -> str:
        return self.row.code

    @property
    def chats(self) -> tuple[PlaceId, ...]:
        """The chats that it belongs to: moves are taken from each, and each hears how it ends."""
        return (self.row.place, *self.elsewhere.also)

    @property
    def threads(self) -> Mapping[PlaceId, PlaceId]:
        """Threads that were made for it, by the chat in whose stead they show it."""
        return self.elsewhere.threads

    @property
    def places(self) -> tuple[PlaceId, ...]:
        """Where it is shown: in each of its chats, or in the thread made for it there."""
        return tuple(self.threads.get(chat, chat) for chat in self.chats)

    @property
    def head(self) -> Head:
        return self.row.head

    @property
    def version(self) -> int:
        return self.row.log_seq - self.record.credits

    @property
    def game(self) -> Game:
        """What is or was played; the challenge must be accepted."""
        if self.record.game is None:
            raise ValueError("the game has not begun")
        return self.record.game

    @property
    def challenger(self) -> Seat:
        return self.seats[0]

    @property
    def challenged(self) -> Seat:
        return self.seats[1]

    def seat(self, color: Color) -> Seat:
        """The seat that plays ``color``; the challenge must be accepted."""
        return next(seat for seat in self.seats if self.record.color_of(seat.number) is color)

    def name(self, color: Color) -> str | Said:
        return self.seat(color).name

    def colors_of(self, person: PersonId) -> tuple[Color, ...]:
        """The sides that ``person`` moves for; a teacher may hold both."""
        return tuple(self._colors_of(person))

    def _colors_of(self, person: PersonId) -> Iterator[Color]:
        for seat in self.seats:
            color = self.record.color_of(seat.number)
            if color is not None and person in seat.controllers:
                yield color

    def is_player(self, person: PersonId) -> bool:
        return any(person in seat.controllers for seat in self.seats)

    @property
    def board_subject(self) -> str:
        """What the message with the board of this game is about."""
        return BOARD + self.code
