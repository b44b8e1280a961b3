"""The trail game "Сліди": one rook each, and every square it leaves keeps a trace of its colour.

Articles in this module are those of the rules printed in the announcement of 2015.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from rules.board import Board
from rules.errors import FenError, IllegalMove, UnparsableMove, WhyIllegal
from rules.moves import Move, Square
from rules.notation import MAX_LENGTH, read_move, read_square
from rules.pieces import Color, Kind, Piece

BOARD = Board(8, "all", "top-left")

_ROOK_STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))
_DIAGONAL_STEPS = ((1, 1), (-1, 1), (1, -1), (-1, -1))
_COLORS = {"W": Color.WHITE, "B": Color.BLACK}


class TraceProtection(StrEnum):
    """Where another trace of its colour must stand to protect a trace: on a neighbouring square."""

    ORTHOGONAL = "orthogonal"
    DIAGONAL = "diagonal"
    ADJACENT = "adjacent"
    """either"""


_PROTECTING_STEPS = {
    TraceProtection.ORTHOGONAL: _ROOK_STEPS,
    TraceProtection.DIAGONAL: _DIAGONAL_STEPS,
    TraceProtection.ADJACENT: _ROOK_STEPS + _DIAGONAL_STEPS,
}


def _ray(square: Square, step: tuple[int, int]) -> tuple[Square, ...]:
    reached = []
    column, row = BOARD.column(square), BOARD.row(square)
    while (following := BOARD.square_at(column := column + step[0], row := row + step[1])) is not None:
        reached.append(following)
    return tuple(reached)


def _mask(squares: Iterable[Square]) -> int:
    return sum(1 << square for square in squares)


_RAYS = tuple(tuple(_ray(square, step) for step in _ROOK_STEPS) for square in range(BOARD.squares))
_NEIGHBOURS = {
    protection: tuple(
        _mask(ray[0] for step in steps if (ray := _ray(square, step))) for square in range(BOARD.squares)
    )
    for protection, steps in _PROTECTING_STEPS.items()
}


def _attacks(rook: Square, occupied: int) -> int:
    """The squares that a rook attacks: along its lines up to the first piece, which is one of them."""
    attacked = 0
    for ray in _RAYS[rook]:
        for square in ray:
            bit = 1 << square
            attacked |= bit
            if occupied & bit:
                break
    return attacked


@dataclass(frozen=True)
class SlidyPosition:
    """The rooks' squares and the traces as sets of bits, one bit a square."""

    protection: TraceProtection
    turn: Color
    white_rook: Square
    black_rook: Square
    white_traces: int = 0
    black_traces: int = 0

    @property
    def board(self) -> Board:
        return BOARD

    @property
    def key(self) -> Hashable:
        return (
            self.turn is Color.WHITE,
            self.white_rook,
            self.black_rook,
            self.white_traces,
            self.black_traces,
        )

    def rook(self, color: Color) -> Square:
        """Where the side's rook stands."""
        return self.white_rook if color is Color.WHITE else self.black_rook

    def traces(self, color: Color) -> int:
        """The side's traces, as bits."""
        return self.white_traces if color is Color.WHITE else self.black_traces

    def pieces(self) -> Mapping[Square, Piece]:
        return {
            square: piece for square in range(BOARD.squares) if (piece := self.piece_at(square)) is not None
        }

    def piece_at(self, square: Square) -> Piece | None:
        for color in Color:
            if self.rook(color) == square:
                return Piece(color, Kind.ROOK)
            if self.traces(color) >> square & 1:
                return Piece(color, Kind.TRACE)
        return None

    def men(self, color: Color) -> int:
        """None: rooks and traces are neither men nor kings."""
        return 0

    def kings(self, color: Color) -> int:
        """None: rooks and traces are neither men nor kings."""
        return 0

    def count(self, color: Color) -> int:
        return 1 + self.traces(color).bit_count()

    @cached_property
    def _occupied(self) -> int:
        return self.white_traces | self.black_traces | 1 << self.white_rook | 1 << self.black_rook

    @cached_property
    def _attacked(self) -> int:
        """What the rook that is not to move attacks.

        The rook to move leaves a trace behind (5), so its move opens no line: the squares are the same in
        the resulting position.
        """
        return _attacks(self.rook(self.turn.opponent), self._occupied)

    def _is_protected(self, square: Square) -> bool:
        """Whether the enemy trace on ``square`` is protected: by its rook, or by another trace (7)."""
        traces = self.traces(self.turn.opponent)
        return bool(self._attacked >> square & 1 or _NEIGHBOURS[self.protection][square] & traces)

    @cached_property
    def _legal_moves(self) -> tuple[Move, ...]:
        origin = self.rook(self.turn)
        occupied, attacked, enemy = self._occupied, self._attacked, self.traces(self.turn.opponent)
        moves = []
        for ray in _RAYS[origin]:
            for square in ray:
                bit = 1 << square
                if occupied & bit:
                    if enemy & bit and not self._is_protected(square):
                        moves.append(Move((origin, square), (square,)))
                    break
                if not attacked & bit:
                    moves.append(Move((origin, square)))
        moves.sort(key=lambda move: move.path)
        return tuple(moves)

    def legal_moves(self) -> tuple[Move, ...]:
        return self._legal_moves

    def after(self, move: Move) -> SlidyPosition:
        """The position after a legal move: the rook goes, its trace stays, a taken trace leaves the board."""
        left, taken = 1 << move.origin, ~_mask(move.captured)
        if self.turn is Color.WHITE:
            return SlidyPosition(
                self.protection,
                Color.BLACK,
                move.target,
                self.black_rook,
                self.white_traces | left,
                self.black_traces & taken,
            )
        return SlidyPosition(
            self.protection,
            Color.WHITE,
            self.white_rook,
            move.target,
            self.white_traces & taken,
            self.black_traces | left,
        )

    def why_illegal(self, origin: Square, target: Square) -> WhyIllegal | None:
        """Why moving from one square to another is impossible; None if it is possible."""
        piece = self.piece_at(origin)
        if piece is None:
            return WhyIllegal.NO_PIECE  # 2: only the rook moves
        if piece.kind is Kind.TRACE:
            return WhyIllegal.NOT_THE_ROOK  # 6: traces do not move
        if piece.color is not self.turn:
            return WhyIllegal.NOT_YOURS
        line = next((ray for ray in _RAYS[origin] if target in ray), None)
        if line is None:
            return WhyIllegal.NOT_A_LINE
        if _mask(line[: line.index(target)]) & self._occupied:
            return WhyIllegal.BLOCKED_LINE
        other = self.piece_at(target)
        if other is None:
            return WhyIllegal.ATTACKED if self._attacked >> target & 1 else None
        if other.color is self.turn:
            return WhyIllegal.OWN_TRACE
        if other.kind is Kind.ROOK:
            return WhyIllegal.TAKES_ROOK  # 4
        return WhyIllegal.TAKES_PROTECTED if self._is_protected(target) else None


@dataclass(frozen=True)
class Slidy:
    """The trail game as a game type.

    >>> game = Slidy(TraceProtection.ORTHOGONAL)
    >>> position = game.initial_position()
    >>> game.format_fen(game.play(position, game.parse_move(position, "a1-a5")))
    'B:WRa5,a1:BRh8'
    """

    trace_protection: TraceProtection

    @property
    def name(self) -> str:
        """``slidy``, with the protection of traces where it is not the usual one."""
        usual = self.trace_protection is TraceProtection.ORTHOGONAL
        return "slidy" if usual else f"slidy:{self.trace_protection}"

    @property
    def board(self) -> Board:
        return BOARD

    def initial_position(self) -> SlidyPosition:
        """White's rook on a1, Black's on h8; White begins (3)."""
        a1, h8 = BOARD.from_name("a1"), BOARD.from_name("h8")
        return SlidyPosition(self.trace_protection, Color.WHITE, a1, h8)

    def play(self, position: SlidyPosition, move: Move) -> SlidyPosition:
        return position.after(move)

    def parse_move(self, position: SlidyPosition, text: str) -> Move:
        """Read ``a1-a5``; any sign or none will do, for a taking too.

        Raises UnparsableMove unless the text names two squares of the board, otherwise IllegalMove.
        """
        if not text.strip()[:1].isalpha():
            raise UnparsableMove(text)
        squares = read_move(BOARD, text).squares
        if len(squares) != 2:
            raise UnparsableMove(text)
        origin, target = squares
        why = position.why_illegal(origin, target)
        if why is not None:
            raise IllegalMove(text, why)
        return Move(squares, (target,) if position.piece_at(target) is not None else ())

    def format_move(self, position: SlidyPosition, move: Move) -> str:
        sign = "x" if move.is_capture else "-"
        return BOARD.name(move.origin) + sign + BOARD.name(move.target)

    def parse_square(self, text: str) -> Square:
        return read_square(BOARD, text)

    def format_square(self, square: Square) -> str:
        return BOARD.name(square)

    def parse_fen(self, text: str) -> SlidyPosition:
        """Read ``W:WRa1,a3:BRh8,h5``: a rook for each side, then its traces.

        Raises FenError with a reason ``empty``, ``too-long``, ``turn``, ``side``, ``side-twice``,
        ``side-missing``, ``square``, ``square-twice`` or ``one-rook``, and the part at fault.
        """
        if len(text) > 10 * MAX_LENGTH:
            raise FenError("too-long")
        sections = "".join(text.split()).strip('"').removesuffix(".").split(":")
        if sections == [""]:
            raise FenError("empty")
        turn = _COLORS.get(sections[0].upper())
        if turn is None:
            raise FenError("turn", sections[0])
        rooks: dict[Color, Square] = {}
        traces: dict[Color, int] = {}
        for section in sections[1:]:
            color = _COLORS.get(section[:1].upper())
            if color is None:
                raise FenError("side", section)
            if color in traces:
                raise FenError("side-twice", section[:1])
            rooks[color], traces[color] = _read_side(section)
        for letter, color in _COLORS.items():
            if color not in traces:
                raise FenError("side-missing", letter)
        white, black = (1 << rooks[color] | traces[color] for color in (Color.WHITE, Color.BLACK))
        if twice := white & black:
            raise FenError("square-twice", BOARD.name(twice.bit_length() - 1))
        return SlidyPosition(
            self.trace_protection,
            turn,
            rooks[Color.WHITE],
            rooks[Color.BLACK],
            traces[Color.WHITE],
            traces[Color.BLACK],
        )

    def format_fen(self, position: SlidyPosition) -> str:
        """The position as ``parse_fen`` reads it, traces in alphabetical order."""

        def side(color: Color) -> str:
            traces = position.traces(color)
            names = sorted(BOARD.name(square) for square in range(BOARD.squares) if traces >> square & 1)
            return ",".join([f"R{BOARD.name(position.rook(color))}", *names])

        turn = "W" if position.turn is Color.WHITE else "B"
        return f"{turn}:W{side(Color.WHITE)}:B{side(Color.BLACK)}"


def _read_side(section: str) -> tuple[Square, int]:
    """Rook and traces of a section such as ``WRa1,a3``."""
    rook: Square | None = None
    traces = 0
    for part in filter(None, section[1:].split(",")):
        is_rook = part[:1] in ("R", "r")
        try:
            square = BOARD.from_name(part[is_rook:].lower())
        except KeyError:
            raise FenError("square", part) from None
        if square == rook or traces >> square & 1:
            raise FenError("square-twice", part)
        if not is_rook:
            traces |= 1 << square
        elif rook is None:
            rook = square
        else:
            raise FenError("one-rook", part)
    if rook is None:
        raise FenError("one-rook", section)
    return rook, traces
