"""The one move generator: plies on bare masks, for play and for counting alike."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from rules.bitboard import Bit, Layout, bits, layout_of
from rules.captures import Captures, Ply, Run, Runs, State
from rules.variant import Variant


class MoveGenerator:
    """Generates and makes the plies of one variant. It holds tables only: states go in and come out."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.layout: Layout = layout_of(variant.board)
        self.captures = Captures(variant, self.layout)
        self._flying = variant.flying_kings
        self._limit = variant.king_moves_in_a_row

    def plies(self, state: State) -> Sequence[Ply]:
        """The distinct legal plies: the captures due, or else the quiet ones."""
        return self.captures.due(state) or self.quiet(state)

    def quiet(self, state: State) -> list[Ply]:
        """The plies that capture nothing, whatever the obligation says."""
        men, kings, their_men, their_kings, white, runs = state
        layout = self.layout
        near, far = layout.near, layout.far
        empty = layout.all ^ (men | kings | their_men | their_kings)
        plies: list[Ply] = []
        if white:
            last_row = layout.last_row
            for target in bits(men >> near & empty):
                plies.append((target << near, target, 0, target & last_row != 0))
            for target in bits(men >> far & empty):
                plies.append((target << far, target, 0, target & last_row != 0))
        else:
            first_row = layout.first_row
            for target in bits(men << near & empty):
                plies.append((target >> near, target, 0, target & first_row != 0))
            for target in bits(men << far & empty):
                plies.append((target >> far, target, 0, target & first_row != 0))
        if kings:
            for king in bits(kings):
                if runs is not None and self.must_rest(state, king):
                    continue
                for ray in layout.rays[king]:
                    for target in ray if self._flying else ray[:1]:
                        if not target & empty:
                            break
                        plies.append((king, target, 0, False))
        return plies

    def must_rest(self, state: State, king: Bit) -> bool:
        """Whether this king has made as many quiet moves running as the variant lets it make."""
        runs = state[5]
        run = runs[0] if runs is not None else None
        return run is not None and run[0] == king and run[1] == self._limit

    def count(self, state: State) -> int:
        """How many legal plies there are; quiet ones are counted without being made."""
        due = self.captures.due(state)
        if due:
            return len(due)
        men, kings, their_men, their_kings, white, runs = state
        if runs is not None:
            return len(self.quiet(state))
        layout = self.layout
        near, far = layout.near, layout.far
        empty = layout.all ^ (men | kings | their_men | their_kings)
        if white:
            count = (men >> near & empty).bit_count() + (men >> far & empty).bit_count()
        else:
            count = (men << near & empty).bit_count() + (men << far & empty).bit_count()
        if not kings:
            return count
        if self._flying:
            # All kings slide together, one step after the other; no two of them meet on a square.
            for shift in (near, far):
                reached = kings
                while reached := reached >> shift & empty:
                    count += reached.bit_count()
                reached = kings
                while reached := reached << shift & empty:
                    count += reached.bit_count()
            return count
        return count + sum(
            (kings >> shift & empty).bit_count() + (kings << shift & empty).bit_count()
            for shift in (near, far)
        )

    def after(self, state: State, ply: Ply) -> State:
        """The state that a legal or an accepted ply leads to."""
        men, kings, their_men, their_kings, white, runs = state
        origin, target, captured, crowned = ply
        if captured:
            their_men &= ~captured
            their_kings &= ~captured
        if runs is not None:
            runs = self._runs_after(state, ply, runs)
        if kings & origin:
            kings ^= origin
            kings |= target
        else:
            men ^= origin
            if crowned:
                kings |= target
            else:
                men |= target
        return their_men, their_kings, men, kings, not white, runs

    @staticmethod
    def _runs_after(state: State, ply: Ply, runs: Runs) -> Runs:
        mine, theirs = runs
        origin, target, captured, _ = ply
        run: Run | None = None
        # A side without men may move its king freely for the rest of the game: nothing to count.
        if not captured and origin & state[1] and state[0]:
            run = (target, mine[1] + 1 if mine is not None and mine[0] == origin else 1)
        if theirs is not None and theirs[0] & captured:
            theirs = None
        return theirs, run

    def start(self) -> State:
        """The first position."""
        layout, variant = self.layout, self.variant
        count = variant.size // 2 * variant.rows_of_men
        black, white = sum(layout.bit[:count]), sum(layout.bit[-count:])
        is_white = variant.first_move.value == "white"
        mine, theirs = (white, black) if is_white else (black, white)
        return mine, 0, theirs, 0, is_white, self.no_runs

    @property
    def no_runs(self) -> Runs | None:
        """What a state holds when no king has been counted."""
        return None if self._limit is None else (None, None)


@lru_cache(maxsize=128)
def generator_of(variant: Variant) -> MoveGenerator:
    """The generator of a variant; its tables are made once."""
    return MoveGenerator(variant)
