"""An event under the hands of a test: what is done, what happened, and the log of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import TypeVar

import pytest

from rules.playrules import FirstWhite
from rules.tournament import actions, lots
from rules.tournament.actions import EventAction, Settings
from rules.tournament.event import Event, create, replay
from rules.tournament.eventrules import (
    EventRules,
    KnockoutRules,
    MatchRule,
    RoundRobinRules,
    Schedule,
    Scoring,
    SignUp,
    StageRules,
    SwissRules,
    System,
    ThirdPlace,
    TieBreak,
)
from rules.tournament.happenings import EventHappening
from rules.tournament.model import BoardNo, EntrantNo, How, Standing
from rules.tournament.pairing import next_round, to_action
from rules.tournament.refusals import EventRefused, Refusal
from rules.tournament.rounds import can_finish
from rules.tournament.starting import plan_stage, plan_start

AT = datetime(2026, 12, 6, 14, 30, tzinfo=UTC)
SECRET = "oak and fox"  # noqa: S105 - public in every test
COMMITMENT = "8e06f731447428b503a53107215f29c0889b9fcdb8e4e479644e1e251da7a273"
BY_LOT = FirstWhite("lot", "")
SINGLE = MatchRule()
WIN = Fraction(2)
H = TypeVar("H", bound=EventHappening)


def one_stage(system: System, *systems: System) -> tuple[StageRules, ...]:
    return (StageRules("main", {"en": "Main"}, "category", (system, *systems), None),)


def rules_for(
    system: System,
    *,
    match: MatchRule = SINGLE,
    final: MatchRule = SINGLE,
    third: ThirdPlace = ThirdPlace.SHARED,
    three_way: bool = False,
    rounds: int | None = None,
    sign_up: SignUp | None = None,
    schedule: Schedule | None = None,
) -> EventRules:
    """A regulation with one stage and 2/1/0."""
    return EventRules(
        stages=one_stage(system),
        scoring=Scoring(WIN, Fraction(1), Fraction(0)),
        tie_breaks=(TieBreak.BUCHHOLZ, TieBreak.SONNEBORN_BERGER, TieBreak.WINS),
        sign_up=sign_up or SignUp(questions=(), approval=False),
        schedule=schedule or Schedule(),
        awards=(),
        knockout=KnockoutRules(match, final, third, three_way),
        round_robin=RoundRobinRules(1, match),
        swiss=SwissRules(rounds, WIN, Fraction(1), Fraction(0), match=match),
        exclusion_article="6.5",
    )


@dataclass
class Director:
    """Runs an event and keeps its log. ``told``: what the last action brought."""

    rules: EventRules
    settings: Settings = field(default_factory=lambda: Settings(2026))
    event: Event = field(init=False)
    told: tuple[EventHappening, ...] = ()
    log: list[tuple[EventAction, datetime]] = field(default_factory=list)
    now: datetime = AT
    secret: str = SECRET

    def __post_init__(self) -> None:
        created = actions.Created(self.settings)
        self.event = create(self.rules, BY_LOT, created, AT)
        self.log.append((created, AT))

    def do(self, action: EventAction) -> tuple[EventHappening, ...]:
        self.event, self.told = self.event.apply(action, self.now)
        self.log.append((action, self.now))
        return self.told

    def refuses(self, action: EventAction) -> EventRefused:
        """The refusal of an action that must be refused."""
        with pytest.raises(EventRefused) as caught:
            self.event.apply(action, self.now)
        return caught.value

    def wait(self, **time: float) -> None:
        self.now += timedelta(**time)

    def of(self, kind: type[H]) -> list[H]:
        """What the last action brought, of one kind."""
        return [told for told in self.told if isinstance(told, kind)]

    def the(self, kind: type[H]) -> H:
        (told,) = self.of(kind)
        return told

    def standing(self, number: int) -> Standing:
        return self.event.entrants[EntrantNo(number)].standing

    # the usual way

    def open(self) -> None:
        self.do(actions.Opened(lots.commitment_of(self.secret)))

    def join(self, count: int = 1, **values: object) -> EntrantNo:
        """Sign up so many; the number of the last."""
        for _ in range(count):
            self.do(replace(actions.Joined(self.event.next_number), **values))  # type: ignore[arg-type]
        return EntrantNo(self.event.next_number - 1)

    def close_and_draw(self, order: Iterable[int] | None = None) -> None:
        """Close sign-up; lots drawn, or in ``order``."""
        self.do(actions.Closed())
        numbers = [entrant.number for entrant in self.event.having(Standing.IN)]
        if order is None:
            drawn = lots.draw_order(self.secret, self.event.words, numbers)
            self.do(actions.LotsDrawn(self.secret, drawn))
        else:
            self.do(actions.LotsEntered(self.secret, tuple(map(EntrantNo, order))))

    def start(self, system: System | None = None, rounds: int | None = None) -> None:
        self.do(plan_start(self.event, system, rounds))

    def begin(self, entrants: int, *, rounds: int | None = None, pair: bool = True) -> Director:
        """Everything up to the first round: lots are the numbers of entrants."""
        self.open()
        self.join(entrants)
        self.close_and_draw(range(1, entrants + 1))
        self.start(rounds=rounds)
        if pair:
            self.pair()
        return self

    def pair(self) -> list[EventAction]:
        """Whatever is due by itself: rounds, ends of sections, stages, the end."""
        done: list[EventAction] = []
        while due := self.due():
            for action in due:
                self.do(action)
            done.extend(due)
        return done

    def due(self) -> list[EventAction]:
        found: list[EventAction] = []
        for request in self.event.pairing_requests({}):
            return [to_action(self.event, request, next_round(request))]
        stage = plan_stage(self.event)
        if stage is not None:
            found.append(stage)
        elif can_finish(self.event):
            found.append(actions.EventFinished())
        return found

    def decide(self, board: int, result: str, game: int = 1, how: How = How.PLAYED) -> None:
        self.do(actions.Decided(BoardNo(board), game, result, how))

    def play_round(self, results: Sequence[str] = ("1-0",)) -> None:
        """Give every game that is due a result, in turn, until the round is over."""
        given = 0
        while games := self.event.next_games():
            for due in games:
                self.decide(due.board, results[given % len(results)], due.game)
                given += 1

    def play_on(self, results: Sequence[str] = ("1-0",)) -> None:
        """To the end."""
        while self.event.next_games():
            self.play_round(results)
            self.pair()

    def replayed(self) -> Event:
        """The event that the stored form of the log gives."""
        stored = [
            (actions.from_body(action.kind, actions.SCHEMA, action.to_body()), at) for action, at in self.log
        ]
        return replay(self.rules, BY_LOT, stored)


def why(refused: EventRefused) -> tuple[Refusal, dict[str, object]]:
    return refused.reason, {key: value for key, value in refused.data.items() if key != "reason"}
