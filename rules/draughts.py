"""Draughts of any variant as a game type."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules import fen, huff, notation
from rules.board import Board
from rules.captures import Ply
from rules.errors import AmbiguousMove, IllegalMove, WhyIllegal
from rules.movegen import generator_of
from rules.moves import Move, Square
from rules.notation import ReadMove
from rules.position import DraughtsPosition
from rules.variant import Priority, Variant


@dataclass(frozen=True)
class Draughts:
    """Implements ``rules.gametype.GameType``.

    >>> from rules.presets import BRAZILIAN
    >>> game = Draughts(BRAZILIAN)
    >>> position = game.initial_position()
    >>> game.format_fen(game.play(position, game.parse_move(position, "c3-d4")))[:20]
    'B:Wd4,a3,e3,g3,b2,d2'
    """

    variant: Variant

    @property
    def name(self) -> str:
        return self.variant.name

    @property
    def board(self) -> Board:
        return self.variant.board

    def initial_position(self) -> DraughtsPosition:
        return DraughtsPosition(self.variant, generator_of(self.variant).start())

    def play(self, position: DraughtsPosition, move: Move) -> DraughtsPosition:
        return position.after(move)

    def parse_fen(self, text: str) -> DraughtsPosition:
        return fen.parse_fen(self.variant, text)

    def format_fen(self, position: DraughtsPosition) -> str:
        return fen.format_fen(position)

    def parse_square(self, text: str) -> Square:
        return notation.read_square(self.board, text)

    def format_square(self, square: Square) -> str:
        return notation.write_square(self.board, self.variant.notation, square)

    def format_move(self, position: DraughtsPosition, move: Move) -> str:
        """The short form, or the long one where another accepted capture has the same two ends."""
        ply = position.ply_of(move)
        long = move.is_capture and any(
            other[2] and other[:2] == ply[:2] and other != ply for other in self._accepted(position)
        )
        return notation.write_move(
            self.board, self.variant.notation, self.variant.capture_sign, move, long=long
        )

    def _accepted(self, position: DraughtsPosition) -> list[Ply]:
        missing = huff.missing_plies(position) if self.variant.huffs else []
        return [*position.generator.plies(position.state), *missing]

    def parse_move(self, position: DraughtsPosition, text: str) -> Move:
        """Read an accepted move in either notation, short or long.

        Where a text fits a quiet move and a capture, its sign decides; a sign of a capture never makes a
        quiet move. Landing squares may be left out as long as one move remains.
        """
        read = notation.read_move(self.board, text)
        fitting = self._fitting(position, read, self._accepted(position))
        if len(fitting) > 1 and read.captures is not None:
            fitting = [ply for ply in fitting if bool(ply[2]) is read.captures] or fitting
        if len(fitting) > 1 and len(read.squares) > 2:
            fitting = self._fitting(position, read, fitting, exactly=True) or fitting
        moves = position.moves_of(fitting)
        if len(moves) > 1:
            raise AmbiguousMove(text, moves)
        if not moves:
            raise self._illegal(position, read, text)
        return moves[0]

    @staticmethod
    def _fitting(
        position: DraughtsPosition, read: ReadMove, plies: Sequence[Ply], *, exactly: bool = False
    ) -> list[Ply]:
        """The plies that a text can mean."""
        generator, state = position.generator, position.state
        origin, *through, target = (generator.layout.bit[square] for square in read.squares)

        def fits(ply: Ply) -> bool:
            if ply[0] != origin or ply[1] != target:
                return False
            if not ply[2]:
                return read.captures is not True and not through
            if read.one_jump:
                return ply[2].bit_count() == 1 and not through
            if not through:
                return True
            ways = generator.captures.routes(ply, state, through=through, exactly=exactly)
            return next(ways, None) is not None

        return [ply for ply in plies if fits(ply)]

    def _illegal(self, position: DraughtsPosition, read: ReadMove, text: str) -> IllegalMove:
        """Why nothing fits, and what is allowed instead: the captures due, or the moves of that piece."""
        origin = read.squares[0]
        legal = position.legal_moves()
        instead = legal if position.must_capture else tuple(m for m in legal if m.origin == origin)
        piece = position.piece_at(origin)
        if piece is None:
            return IllegalMove(text, WhyIllegal.NO_PIECE, instead)
        if piece.color is not position.turn:
            return IllegalMove(text, WhyIllegal.NOT_YOURS, instead)
        missing = self._fitting(position, read, huff.missing_plies(position))
        if missing:
            return IllegalMove(text, self._why_missing(position, missing[0]), instead)
        if position.generator.must_rest(position.state, position.generator.layout.bit[origin]):
            return IllegalMove(text, WhyIllegal.KING_MUST_REST, legal)
        return IllegalMove(text, WhyIllegal.NOT_REACHABLE, instead)

    def _why_missing(self, position: DraughtsPosition, ply: Ply) -> WhyIllegal:
        origin, _, captured, _ = ply
        if not captured:
            return WhyIllegal.MUST_CAPTURE
        due = position.generator.captures.due(position.state)
        if any(other[0] == origin and captured & other[2] == captured != other[2] for other in due):
            return WhyIllegal.MUST_CONTINUE
        if not self.variant.capture_priority:
            return WhyIllegal.MUST_CONTINUE
        most_pieces = Priority.MOST_PIECES in self.variant.capture_priority
        if most_pieces and captured.bit_count() < due[0][2].bit_count():
            return WhyIllegal.MUST_CAPTURE_MORE
        return WhyIllegal.MUST_CAPTURE_BETTER
