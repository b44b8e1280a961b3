"""Swiss events for tests: a section that grows round by round, with everything that happens to real ones."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from rules.playrules import FirstWhite
from rules.tournament.draw import Draw
from rules.tournament.eventrules import EventRules, Schedule, Scoring, SignUp, SwissRules, System, TieBreak
from rules.tournament.model import (
    BoardNo,
    Entrant,
    EntrantNo,
    How,
    MatchGame,
    Pairing,
    PlannedPairing,
    Round,
    Section,
    Standing,
)
from rules.tournament.swiss import next_round
from rules.tournament.systems import CannotPair, Finished, PairingRequest

DRAW = Draw("tests")
HALF = Fraction(1, 2)
ONE = Fraction(1)
CHESS = Scoring(ONE, HALF, Fraction(0))
DRAUGHTS = Scoring(Fraction(2), ONE, Fraction(0))
FIDE_TIE_BREAKS = (
    TieBreak.BUCHHOLZ_CUT_1,
    TieBreak.BUCHHOLZ,
    TieBreak.SONNEBORN_BERGER,
    TieBreak.DIRECT_GAME,
    TieBreak.WINS,
)


def swiss_rules(scoring: Scoring = CHESS, tie_breaks: tuple[TieBreak, ...] = FIDE_TIE_BREAKS) -> EventRules:
    return EventRules(
        stages=(),
        scoring=scoring,
        tie_breaks=tie_breaks,
        sign_up=SignUp(questions=(), approval=False),
        schedule=Schedule(),
        awards=(),
        swiss=SwissRules(
            rounds=None,
            bye_points=scoring.win,
            requested_bye_points=scoring.draw,
            missed_points=Fraction(0),
            article="7",
        ),
    )


def section_of(count: int, rounds: int, system: System = System.SWISS) -> Section:
    entrants = tuple(EntrantNo(number) for number in range(1, count + 1))
    return Section("all", 0, "", "", system, entrants, None, rounds)


def entrants_of(section: Section) -> dict[EntrantNo, Entrant]:
    return {number: Entrant(number, Standing.IN, lot=number) for number in section.entrants}


def request_of(
    section: Section,
    entrants: Mapping[EntrantNo, Entrant],
    rules: EventRules,
    forbidden: frozenset[frozenset[EntrantNo]] = frozenset(),
    draw: Draw = DRAW,
) -> PairingRequest:
    return PairingRequest(
        section, entrants, rules, FirstWhite("lot", "1"), draw, births={}, forbidden=forbidden
    )


def with_results(
    section: Section, planned: tuple[PlannedPairing, ...], results: Mapping[int, str]
) -> Section:
    """The section with one more round; ``results`` by board from 1: a result, ``+-``, ``-+`` or ``--``."""
    forfeits = {"+-": ("1-0", How.FORFEIT), "-+": ("0-1", How.FORFEIT), "--": ("0-0", How.BOTH_ABSENT)}
    pairings = []
    for board, plan in enumerate(planned, start=1):
        games: tuple[MatchGame, ...] = ()
        if plan.second is not None:
            result, how = forfeits.get(results[board], (results[board], How.PLAYED))
            games = (MatchGame(plan.first, plan.second, result, how),)
        pairings.append(
            Pairing(BoardNo(board), plan.kind, plan.first, plan.second, plan.match, games, is_decided=True)
        )
    round_ = Round(len(section.rounds) + 1, tuple(pairings))
    return replace(section, rounds=(*section.rounds, round_))


@dataclass
class SwissEvent:
    """One random event. Chances are per entrant and round, or per game."""

    seed: int
    count: int
    rounds: int
    scoring: Scoring = CHESS
    leaves: float = 0.03
    returns: float = 0.3
    late: float = 0.1
    asks_bye: float = 0.04
    forfeits: float = 0.05
    siblings: int = 2
    rules: EventRules = field(init=False)
    section: Section = field(init=False)
    entrants: dict[EntrantNo, Entrant] = field(init=False)
    forbidden: frozenset[frozenset[EntrantNo]] = field(init=False)
    stopped: CannotPair | None = field(default=None, init=False)
    """why there are fewer rounds than planned"""

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.rules = swiss_rules(self.scoring)
        self.section = section_of(self.count, self.rounds)
        self.entrants = entrants_of(self.section)
        for number in self.section.entrants:
            if number > 2 and self.chance.random() < self.late:
                enters = self.chance.randint(2, max(2, self.rounds // 2))
                self.entrants[number] = replace(self.entrants[number], enters=enters)
        pairs = (self.chance.sample(self.section.entrants, 2) for _ in range(self.siblings))
        self.forbidden = frozenset(frozenset(pair) for pair in pairs)

    @property
    def request(self) -> PairingRequest:
        return request_of(self.section, self.entrants, self.rules, self.forbidden, Draw(f"event {self.seed}"))

    def play(self) -> Iterator[tuple[PlannedPairing, ...]]:
        """Pair and play every round, as far as they can be paired; yields each as it was planned."""
        for number in range(1, self.rounds + 1):
            self._come_and_go(number)
            try:
                planned = next_round(self.request)
            except CannotPair as stopped:
                self.stopped = stopped
                return
            assert not isinstance(planned, Finished)
            yield planned
            self.section = with_results(
                self.section, planned, dict(enumerate(self._results(planned), start=1))
            )

    def _come_and_go(self, number: int) -> None:
        for entrant in self.entrants.values():
            chance, standing = self.chance.random(), entrant.standing
            if standing is Standing.IN and number > 1 and chance < self.leaves:
                standing = Standing.WITHDRAWN
            elif standing is Standing.WITHDRAWN and chance < self.returns:
                standing = Standing.IN
            asks = self.chance.random() < self.asks_bye
            byes = entrant.byes | {number} if asks else entrant.byes
            self.entrants[entrant.number] = replace(entrant, standing=standing, byes=byes)

    def _results(self, planned: tuple[PlannedPairing, ...]) -> Iterator[str]:
        for plan in planned:
            if self.chance.random() < self.forfeits:
                yield self.chance.choice(["+-", "-+", "--"])
                continue
            # The earlier in the order, the stronger, as far as chance lets them.
            edge = (plan.second or 0) - plan.first
            skill = 0.5 + max(-0.35, min(0.35, edge / (2 * self.count)))
            yield (
                "1/2-1/2"
                if self.chance.random() < 0.25
                else ("1-0" if self.chance.random() < skill else "0-1")
            )
