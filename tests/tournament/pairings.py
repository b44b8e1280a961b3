"""A section played round by round, for tests of pairing systems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from rules.playrules import FirstWhite
from rules.tournament.draw import Draw
from rules.tournament.eventrules import (
    Award,
    EventRules,
    KnockoutRules,
    MatchRule,
    RoundRobinRules,
    Schedule,
    Scoring,
    SignUp,
    StageRules,
    System,
    ThirdPlace,
    TieBreak,
)
from rules.tournament.match import next_game, settle
from rules.tournament.model import (
    Birth,
    BoardNo,
    Entrant,
    EntrantNo,
    How,
    Pairing,
    PairingKind,
    Place,
    PlannedPairing,
    Round,
    Section,
    Standing,
)
from rules.tournament.systems import Finished, NextRound, PairingRequest

Result = Callable[[Pairing, int], str]
"""The result of a game of a pairing, by its number from 1, as White sees it."""


SINGLE = MatchRule()
BY_ORDER = FirstWhite("lot", "")


def first_wins(pairing: Pairing, game: int) -> str:
    """Whoever has the smaller number wins every game."""
    assert pairing.second is not None
    is_white = game % 2 == 1
    return "1-0" if (pairing.first < pairing.second) is is_white else "0-1"


def for_first(result: str, game: int) -> str:
    """A result as ``pairing.first`` sees it, turned to White's view of game ``game``."""
    swapped = {"1-0": "0-1", "0-1": "1-0"}
    return result if game % 2 else swapped.get(result, result)


def winners(*numbers: int) -> Result:
    """These win against all others, the earlier named against the later ones."""

    def result(pairing: Pairing, game: int) -> str:
        assert pairing.second is not None
        order = [*numbers, pairing.first, pairing.second]
        first_is_better = order.index(pairing.first) < order.index(pairing.second)
        return for_first("1-0" if first_is_better else "0-1", game)

    return result


def rules_for(
    *,
    three_way: bool = False,
    third: ThirdPlace = ThirdPlace.SHARED,
    match: MatchRule = SINGLE,
    final: MatchRule = SINGLE,
    cycles: int = 1,
    tie_breaks: tuple[TieBreak, ...] = (),
    awards: tuple[Award, ...] = (),
    meeting: MatchRule = SINGLE,
) -> EventRules:
    """A regulation with a knockout and a round robin, 2/1/0."""
    return EventRules(
        stages=(
            StageRules("only", {"en": "Only"}, "category", (System.KNOCKOUT,), None, quota_article="quota"),
        ),
        scoring=Scoring(Fraction(2), Fraction(1), Fraction(0)),
        tie_breaks=tie_breaks,
        sign_up=SignUp(questions=(), approval=False),
        schedule=Schedule(),
        awards=awards,
        knockout=KnockoutRules(
            match=match,
            final=final,
            third_place=third,
            three_way_final=three_way,
            article="knockout",
            final_article="final",
            three_way_article="three",
            third_article="third",
            bye_article="bye",
        ),
        round_robin=RoundRobinRules(cycles=cycles, match=meeting, article="table"),
        tie_break_article="ties",
    )


@dataclass
class Play:
    """A section in play. Pairings of ``plan`` are as ``next_round`` has given them."""

    next_round: NextRound
    section: Section
    entrants: dict[EntrantNo, Entrant]
    rules: EventRules
    white: FirstWhite = BY_ORDER
    births: Mapping[EntrantNo, date | int] | None = None
    """days of birth, or years where no more is known"""
    secret: str = "a secret"  # noqa: S105

    @classmethod
    def of(
        cls,
        next_round: NextRound,
        size: int | Iterable[int],
        rules: EventRules | None = None,
        *,
        goes_on: int | None = None,
        system: System = System.KNOCKOUT,
        secret: str = "a secret",  # noqa: S107
    ) -> Play:
        numbers = tuple(map(EntrantNo, range(1, size + 1) if isinstance(size, int) else size))
        return cls(
            next_round,
            Section("A", 0, "", "", system, numbers, goes_on),
            {number: Entrant(number, Standing.IN) for number in numbers},
            rules if rules is not None else rules_for(),
            secret=secret,
        )

    @property
    def request(self) -> PairingRequest:
        births = {
            number: Birth.within(born) if isinstance(born, int) else Birth.on(born)
            for number, born in (self.births or {}).items()
        }
        return PairingRequest(self.section, self.entrants, self.rules, self.white, Draw(self.secret), births)

    def plan(self) -> tuple[PlannedPairing, ...]:
        answer = self.next_round(self.request)
        assert not isinstance(answer, Finished), answer
        return answer

    def finished(self) -> Finished:
        answer = self.next_round(self.request)
        assert isinstance(answer, Finished), answer
        return answer

    def places(self) -> list[tuple[int, list[int]]]:
        return shown(self.finished().places)

    def pair(self) -> tuple[Pairing, ...]:
        """The next round as it stands before its first game."""
        first = sum(len(round_.pairings) for round_ in self.section.rounds) + 1
        return tuple(
            Pairing(
                BoardNo(board), one.kind, one.first, one.second, one.match, white_by=one.white_by,
                white_article=one.white_article, article=one.article,
            )
            for board, one in enumerate(self.plan(), start=first)
        )  # fmt: skip

    def play(self, result: Result = first_wins, leave: Iterable[int] = ()) -> Round:
        """Play the next round; those who ``leave`` do so before its first game."""
        pairings = self.pair()
        self.leave(*leave)
        number = len(self.section.rounds) + 1
        round_ = Round(number, tuple(self._played(pairing, result) for pairing in pairings))
        self.section = replace(self.section, rounds=(*self.section.rounds, round_))
        return round_

    def play_out(self, result: Result = first_wins) -> Finished:
        for _ in range(4 * len(self.section.entrants) + 20):
            answer = self.next_round(self.request)
            if isinstance(answer, Finished):
                return answer
            self.play(result)
        raise AssertionError("no end")

    def leave(self, *numbers: int, standing: Standing = Standing.WITHDRAWN) -> None:
        for number in map(EntrantNo, numbers):
            self.entrants[number] = replace(self.entrants[number], standing=standing)

    def _played(self, pairing: Pairing, result: Result) -> Pairing:
        gone = tuple(number for number in pairing.players if not self.entrants[number].is_playing)
        decides = self.section.system is System.KNOCKOUT or pairing.kind is PairingKind.EXTRA
        if pairing.second is not None:
            pairing = replace(pairing, walkover=gone)
        pairing = settle(pairing, decides).pairing
        while (due := next_game(pairing)) is not None:
            games = list(pairing.games)
            said = result(pairing, due.game)
            how = How.BOTH_ABSENT if said == "0-0" else How.PLAYED
            games[due.game - 1] = replace(games[due.game - 1], result=said, how=how)
            pairing = settle(replace(pairing, games=tuple(games)), decides).pairing
        return pairing


def shown(places: Iterable[Place]) -> list[tuple[int, list[int]]]:
    """Places in plain numbers."""
    return [(place.first, [int(number) for number in place.entrants]) for place in places]


def pairs(planned: Iterable[PlannedPairing | Pairing]) -> list[tuple[int, int | None]]:
    """Who meets whom, White first."""
    return [(one.first, one.second) for one in planned]
