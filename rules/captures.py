"""The one walk that finds captures: for play, for the obligation, for huffing and for notation.

A capture grows jump by jump. The pieces it has taken stay where they are until it ends: they block, and
none is jumped twice; its own origin counts as empty; any square may be crossed again. So all that matters
on the way is where the piece stands and what it has taken, and each such state is looked at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rules.bitboard import Bit, Layout, Mask, Ray, bits
from rules.variant import Directions, MidCapture, Priority, Variant

Ply = tuple[Bit, Bit, Mask, bool]
"""Origin, target, captured pieces, and whether a man is crowned: what makes a move distinct."""

Run = tuple[Bit, int]
"""A king and how many quiet moves running it has made."""

Runs = tuple[Run | None, Run | None]

State = tuple[Mask, Mask, Mask, Mask, bool, Runs | None]
"""Men and kings of the side to move, men and kings of the other side, whether White is to move, and the
running quiet moves of either side's king where the variant limits them."""

Jump = tuple[Bit, Ray]
"""The piece jumped over and the squares where the jump may land."""

Route = tuple[tuple[Bit, ...], tuple[Bit, ...]]
"""The squares from origin to target, and the pieces jumped between them."""


class Captures:
    """The captures of one variant on one layout."""

    def __init__(self, variant: Variant, layout: Layout) -> None:
        self._layout = layout
        self._priority = variant.capture_priority
        self._backward = variant.men_capture_backward
        self._men_take_kings = variant.men_capture_kings
        self._flying = variant.flying_kings
        self._crowned_at_once = variant.mid_capture is MidCapture.BECOMES_KING
        self._longest_only = variant.capture_priority[:1] == (Priority.MOST_PIECES,)
        self._further_priority = variant.capture_priority[self._longest_only :]
        lines = {bit: list(rays) for bit, rays in layout.rays.items()}
        if variant.capture_directions is Directions.ALL:
            for bit, rays in layout.cross_rays.items():
                lines[bit] += rays
        self._diagonal_only = variant.capture_directions is Directions.DIAGONAL
        self._rays = {bit: tuple(rays) for bit, rays in lines.items()}
        short = {bit: tuple((r[0], r[1]) for r in rays if len(r) > 1) for bit, rays in self._rays.items()}
        self._king_jumps = short
        self._man_jumps = (
            self._jumps_of_men(short, layout.first_row, variant, white=False),
            self._jumps_of_men(short, layout.last_row, variant, white=True),
        )

    @staticmethod
    def _jumps_of_men(
        jumps: dict[Bit, tuple[tuple[Bit, Bit], ...]], crowning: Mask, variant: Variant, *, white: bool
    ) -> dict[Bit, tuple[tuple[Bit, Bit], ...]]:
        stops = variant.mid_capture is MidCapture.STOPS

        def allowed(square: Bit, landing: Bit) -> bool:
            if stops and square & crowning:
                return False
            return variant.men_capture_backward or (landing < square if white else landing > square)

        return {
            square: tuple((over, landing) for over, landing in pairs if allowed(square, landing))
            for square, pairs in jumps.items()
        }

    # -- what may be played -----------------------------------------------------------------------------

    def due(self, state: State) -> Sequence[Ply]:
        """The captures that the obligation allows, distinct; none if nothing can be captured."""
        first = self._first_jumps(state)
        if not first:
            return first
        plies: Sequence[Ply]
        if self._longest_only:
            plies = first
            while longer := self._longer(plies, state):
                plies = tuple(longer)
        else:
            plies = tuple(self._completed({ply[0] for ply in first}, state))
        for priority in self._further_priority:
            if len(plies) == 1:
                break
            worth = [self._worth(priority, ply, state) for ply in plies]
            most = max(worth)
            plies = [ply for ply, value in zip(plies, worth, strict=True) if value == most]
        return plies

    def beginnings(self, state: State) -> set[Ply]:
        """Every capture after every jump, as if it could stop there, whatever the obligation says."""
        found: set[Ply] = set()
        latest: Sequence[Ply] | set[Ply] = self._first_jumps(state)
        while latest:
            found.update(latest)
            latest = self._longer(latest, state)
        return found

    def _first_jumps(self, state: State) -> list[Ply]:
        men, kings, their_men, their_kings, white, _ = state
        layout = self._layout
        near, far = layout.near, layout.far
        theirs = their_men | their_kings
        empty = layout.all ^ (men | kings | theirs)
        targets = theirs if self._men_take_kings else their_men
        plies: list[Ply] = []
        if white or self._backward:
            crowning = layout.last_row if white else 0
            over = men >> near & targets
            if over and (over := over & empty << near):
                for bit in bits(over):
                    landing = bit >> near
                    plies.append((bit << near, landing, bit, landing & crowning != 0))
            over = men >> far & targets
            if over and (over := over & empty << far):
                for bit in bits(over):
                    landing = bit >> far
                    plies.append((bit << far, landing, bit, landing & crowning != 0))
        if self._backward or not white:
            crowning = 0 if white else layout.first_row
            over = men << near & targets
            if over and (over := over & empty >> near):
                for bit in bits(over):
                    landing = bit << near
                    plies.append((bit >> near, landing, bit, landing & crowning != 0))
            over = men << far & targets
            if over and (over := over & empty >> far):
                for bit in bits(over):
                    landing = bit << far
                    plies.append((bit >> far, landing, bit, landing & crowning != 0))
        if not self._diagonal_only:
            diagonal = {(ply[0], ply[2]) for ply in plies}
            for man in bits(men):
                plies += [
                    ply for ply in self._onward((man, man, 0, False), state) if (man, ply[2]) not in diagonal
                ]
        for king in bits(kings):
            plies += self._onward((king, king, 0, False), state)
        return plies

    # -- one jump more ----------------------------------------------------------------------------------

    def _longer(self, plies: Sequence[Ply] | set[Ply], state: State) -> set[Ply]:
        longer: set[Ply] = set()
        for ply in plies:
            for jump in self._jumps(ply, state):
                longer.update(self._landed(ply, jump, state))
        return longer

    def _onward(self, ply: Ply, state: State) -> list[Ply]:
        return [after for jump in self._jumps(ply, state) for after in self._landed(ply, jump, state)]

    def _landed(self, ply: Ply, jump: Jump, state: State) -> list[Ply]:
        origin, _, captured, crowned = ply
        over, landings = jump
        if crowned and self._crowned_at_once:
            return [(origin, landing, captured | over, True) for landing in landings]
        if origin & state[1]:
            return [(origin, landing, captured | over, False) for landing in landings]
        crowning = self._layout.last_row if state[4] else self._layout.first_row
        return [(origin, landing, captured | over, landing & crowning != 0) for landing in landings]

    def _jumps(self, ply: Ply, state: State) -> list[Jump]:
        """The jumps that a capture can go on with."""
        origin, square, captured, crowned = ply
        men, kings, their_men, their_kings, white, _ = state
        theirs = their_men | their_kings
        free = self._layout.all ^ (men | kings | theirs) | origin
        is_king = bool(origin & kings) or (crowned and self._crowned_at_once)
        if is_king and self._flying:
            return self._king_flights(square, free, theirs & ~captured)
        if is_king:
            jumps = self._king_jumps[square]
            targets = theirs & ~captured
        else:
            jumps = self._man_jumps[white][square]
            targets = (theirs if self._men_take_kings else their_men) & ~captured
        return [(over, (landing,)) for over, landing in jumps if over & targets and landing & free]

    def _king_flights(self, square: Bit, free: Mask, targets: Mask) -> list[Jump]:
        jumps: list[Jump] = []
        for ray in self._rays[square]:
            for distance, bit in enumerate(ray):
                if bit & free:
                    continue
                if bit & targets:
                    end = start = distance + 1
                    while end < len(ray) and ray[end] & free:
                        end += 1
                    if end > start:
                        jumps.append((bit, ray[start:end]))
                break
        return jumps

    # -- free choice: any capture, but to its end ---------------------------------------------------------

    def _completed(self, origins: Iterable[Bit], state: State) -> set[Ply]:
        """Captures that cannot be gone on with; a king lands where it can go on, if it can at all."""
        done: set[Ply] = set()
        seen: set[Ply] = set()
        waiting: list[Ply] = [(origin, origin, 0, False) for origin in origins]
        while waiting:
            ply = waiting.pop()
            for jump in self._jumps(ply, state):
                landed = self._landed(ply, jump, state)
                going_on = [after for after in landed if self._jumps(after, state)]
                if not going_on:
                    done.update(landed)
                for after in going_on:
                    if after not in seen:
                        seen.add(after)
                        waiting.append(after)
        return done

    # -- priorities ---------------------------------------------------------------------------------------

    def _worth(self, priority: Priority, ply: Ply, state: State) -> int | tuple[bool, ...]:
        captured = ply[2]
        if priority is Priority.MOST_PIECES:
            return captured.bit_count()
        kings = (captured & state[3]).bit_count()
        if priority is Priority.MOST_KINGS:
            return kings
        if priority is Priority.FRISIAN_VALUE:
            return captured.bit_count() * 100 + kings * 99
        if priority is Priority.WITH_KING:
            return bool(ply[0] & state[1])
        return self._kings_in_line(self.best_route(ply, state)[1], state)

    @staticmethod
    def _kings_in_line(taken: Sequence[Bit], state: State) -> tuple[bool, ...]:
        return tuple(bool(over & state[3]) for over in taken)

    # -- the ways of one capture --------------------------------------------------------------------------

    def best_route(self, ply: Ply, state: State) -> Route:
        """The way in which ``ply`` is shown: the first one found, or one that meets kings earliest."""
        routes = self.routes(ply, state)
        if Priority.KING_FIRST_IN_LINE not in self._priority:
            return next(routes)
        return max(routes, key=lambda route: self._kings_in_line(route[1], state))

    def routes(
        self, ply: Ply, state: State, *, through: Sequence[Bit] = (), exactly: bool = False
    ) -> Iterator[Route]:
        """Ways to make the capture ``ply``.

        ``through`` are landing squares on the way, in order: some of them, or with ``exactly`` all.
        """
        origin, target, captured, crowned = ply
        dead: set[tuple[Ply, int]] = set()

        def walk(so_far: Ply, path: tuple[Bit, ...], taken: tuple[Bit, ...], passed: int) -> Iterator[Route]:
            if so_far[2] == captured:
                if so_far[1] == target and so_far[3] == crowned and passed == len(through):
                    yield path, taken
                return
            here = (so_far, passed)
            if here in dead:
                return
            found = False
            for jump in self._jumps(so_far, state):
                if not jump[0] & captured:
                    continue
                for after in self._landed(so_far, jump, state):
                    on_the_way = passed < len(through) and after[1] == through[passed]
                    is_end = after[2] == captured
                    if exactly and not is_end and not on_the_way:
                        continue
                    ways = walk(
                        after,
                        (*path, after[1]),
                        (*taken, jump[0]),
                        passed + (on_the_way and not is_end),
                    )
                    for way in ways:
                        found = True
                        yield way
            if not found:
                dead.add(here)

        yield from walk((origin, origin, 0, False), (origin,), (), 0)
