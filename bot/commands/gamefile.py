"""A game with everything that is stored about it: its record, who sits where, what they are called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.commands.record import Record
from bot.replies import Said
from rules.game import Game
from rules.pieces import Color
from storage.chain import Head
from storage.ids import GameId, PersonId, PlaceId, SideId
from storage.repositories.games import StoredGame as GameRow

if TYPE_CHECKING:
    from rules.regulation import Regulation

BOARD = "board:"
"""what the subject of a message with a board begins with; the code of the game follows"""


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of a game. ``number`` is 0 for the challenger, 1 for the other.

    ``name`` is a sentence where the person's own was erased ("player 17").
    ``invited`` is a name that the bot has not met: only an account of that name can take the seat.
    """

    number: int
    side: SideId
    name: str | Said
    controllers: frozenset[PersonId] = frozenset()
    invited: str | None = None

    @property
    def is_free(self) -> bool:
        return not self.controllers


@dataclass(frozen=True, slots=True)
class GameFile:
    """``row`` is what the table holds of it, ``version`` the number of its last log entry.

    ``also`` are the places in which it is played besides the one in its row.
    """

    row: GameRow
    regulation: Regulation
    seats: tuple[Seat, Seat]
    record: Record
    also: tuple[PlaceId, ...] = ()

    @property
    def id(self) -> GameId:
        return self.row.id

    @property
    def code(self) -> str:
        return self.row.code

    @property
    def places(self) -> tuple[PlaceId, ...]:
        """Where it is played: each shows the board, and moves are taken from each."""
        return (self.row.place, *self.also)

    @property
    def head(self) -> Head:
        return self.row.head

    @property
    def version(self) -> int:
        return self.row.log_seq

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
