"""A draughts position as a value."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from rules.bitboard import Bit, Mask, bits
from rules.board import Board
from rules.captures import Ply, State
from rules.movegen import MoveGenerator, generator_of
from rules.moves import Move, Square
from rules.pieces import Color, Kind, Piece
from rules.variant import Variant


@dataclass(frozen=True)
class DraughtsPosition:
    """Where the pieces stand and whose turn it is. Immutable; equal positions are equal values."""

    variant: Variant
    state: State

    @classmethod
    def of(cls, variant: Variant, turn: Color, pieces: Mapping[Square, Piece]) -> DraughtsPosition:
        """The position with these men and kings."""
        generator = generator_of(variant)
        masks = {(color, kind): 0 for color in Color for kind in (Kind.MAN, Kind.KING)}
        for square, piece in pieces.items():
            masks[piece.color, piece.kind] |= generator.layout.bit[square]
        other = turn.opponent
        return cls(
            variant,
            (
                masks[turn, Kind.MAN],
                masks[turn, Kind.KING],
                masks[other, Kind.MAN],
                masks[other, Kind.KING],
                turn is Color.WHITE,
                generator.no_runs,
            ),
        )

    @cached_property
    def generator(self) -> MoveGenerator:
        return generator_of(self.variant)

    @property
    def board(self) -> Board:
        return self.variant.board

    @property
    def turn(self) -> Color:
        return Color.WHITE if self.state[4] else Color.BLACK

    @property
    def key(self) -> Hashable:
        """Equal for positions that count as the same for repetition, side to move included."""
        return self.state

    def _masks(self, color: Color) -> tuple[Mask, Mask]:
        state = self.state
        return (state[0], state[1]) if color is self.turn else (state[2], state[3])

    def men(self, color: Color) -> int:
        """How many men the side has."""
        return self._masks(color)[0].bit_count()

    def kings(self, color: Color) -> int:
        """How many kings the side has."""
        return self._masks(color)[1].bit_count()

    def count(self, color: Color) -> int:
        """How many pieces the side has."""
        return self.men(color) + self.kings(color)

    def squares_of(self, color: Color, kind: Kind) -> tuple[Square, ...]:
        """The squares of a side's men or of its kings, ascending."""
        square = self.generator.layout.square
        return tuple(square[bit] for bit in bits(self._masks(color)[kind is Kind.KING]))

    def pieces(self) -> Mapping[Square, Piece]:
        return {
            square: Piece(color, kind)
            for color in Color
            for kind in (Kind.MAN, Kind.KING)
            for square in self.squares_of(color, kind)
        }

    def piece_at(self, square: Square) -> Piece | None:
        bit = self.generator.layout.bit[square]
        for color in Color:
            men, kings = self._masks(color)
            if bit & (men | kings):
                return Piece(color, Kind.KING if bit & kings else Kind.MAN)
        return None

    def without(self, square: Square) -> DraughtsPosition:
        """The position with the piece on ``square`` taken off, same side to move."""
        off = ~self.generator.layout.bit[square]
        men, kings, their_men, their_kings, white, runs = self.state
        return DraughtsPosition(
            self.variant, (men & off, kings & off, their_men & off, their_kings & off, white, runs)
        )

    # -- moves --------------------------------------------------------------------------------------------

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        return self.moves_of(self.generator.plies(self.state))

    def legal_moves(self) -> tuple[Move, ...]:
        """The distinct legal moves, ordered by their squares."""
        return self._legal_moves

    @property
    def must_capture(self) -> bool:
        return bool(self._legal_moves) and self._legal_moves[0].is_capture

    def after(self, move: Move) -> DraughtsPosition:
        """The position after a legal or an accepted move."""
        return DraughtsPosition(self.variant, self.generator.after(self.state, self.ply_of(move)))

    def ply_of(self, move: Move) -> Ply:
        """The move on bits."""
        bit = self.generator.layout.bit
        captured = 0
        for square in move.captured:
            captured |= bit[square]
        return bit[move.origin], bit[move.target], captured, move.promotes

    def moves_of(self, plies: Iterable[Ply]) -> tuple[Move, ...]:
        """The plies as moves, each by one of its ways, in a stable order."""
        moves = [self._move_of(ply) for ply in plies]
        moves.sort(key=lambda move: (move.path, move.captured))
        return tuple(moves)

    def _move_of(self, ply: Ply) -> Move:
        origin, target, captured, crowned = ply
        if not captured:
            return Move(self._squares((origin, target)), (), crowned)
        path, taken = self.generator.captures.best_route(ply, self.state)
        return Move(self._squares(path), self._squares(taken), crowned)

    def _squares(self, way: Iterable[Bit]) -> tuple[Square, ...]:
        square = self.generator.layout.square
        return tuple(square[bit] for bit in way)
