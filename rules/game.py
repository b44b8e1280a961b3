"""One game from its first position to its outcome, as an immutable value.

``start`` sets it up, ``Game.apply`` takes one action at a given time and gives the game after it together
with what happened; ``replay`` runs a stored log. The same actions at the same times give the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from rules import actions, decisions, turns
from rules.actions import Action, Refusal
from rules.clock import Clock, ClockSettings, parse_clock
from rules.counting import Counter, PlyFacts, RunningCount
from rules.draws import ArbiterDrawCounter
from rules.ending import Outcome, Reason
from rules.errors import ActionRefused
from rules.gametype import Position
from rules.happenings import Happening
from rules.judge import drawn, judge
from rules.moves import Square
from rules.pieces import Color
from rules.playrules import PlayRules
from rules.record import Offer, Played

__all__ = ["ABORT_UNTIL_PLY", "Game", "Offer", "PlayRules", "Played", "begin", "replay", "start"]

ABORT_UNTIL_PLY = 2
"""A game can be called off before move two: as long as nobody has made a second move."""


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one point of its history.

    ``huff_choice``: the squares, ascending by number, among which the player on turn must choose; empty when
    no choice is open. ``impossible``: how many impossible moves White and Black have sent. A game is over
    with an ``outcome``, or without one when ``is_aborted``.
    """

    rules: PlayRules
    has_arbiter: bool
    first: Position
    position: Position
    moves: tuple[Played, ...]
    clock: Clock
    counters: tuple[Counter, ...]
    watch: ArbiterDrawCounter | None
    huff_choice: tuple[Square, ...] = ()
    offer: Offer | None = None
    abort_offer: Color | None = None
    impossible: tuple[int, int] = (0, 0)
    is_paused: bool = False
    is_aborted: bool = False
    outcome: Outcome | None = None

    @property
    def turn(self) -> Color:
        return self.position.turn

    @property
    def ply(self) -> int:
        """How many plies have been made."""
        return len(self.moves)

    @property
    def is_over(self) -> bool:
        return self.outcome is not None or self.is_aborted

    @property
    def deadline(self) -> datetime | None:
        """When the player on turn runs out of time; None without a clock, while paused and at the end."""
        return self.clock.deadline

    @property
    def can_be_aborted(self) -> bool:
        """Whether the players may still call the game off: before move two."""
        return not self.is_over and self.ply <= ABORT_UNTIL_PLY

    @property
    def huff_squares(self) -> tuple[str, ...]:
        """The squares of ``huff_choice``, as shown."""
        return tuple(map(self.rules.game_type.format_square, self.huff_choice))

    def impossible_of(self, color: Color) -> int:
        """How many impossible moves ``color`` has sent."""
        return self.impossible[color is Color.BLACK]

    def can_play(self, text: str) -> bool:
        """Whether ``text`` is a move for the player on turn, also one that makes a huff's choice.

        An ambiguous text will do: which move is meant can be asked. So will a move of a paused game, which
        has to wait.
        """
        return not self.is_over and turns.can_play(self, text)

    def misses_capture(self, text: str) -> bool:
        """Whether ``text`` is a move for the player on turn that is refused only because a capture is due."""
        return not self.is_over and turns.misses_capture(self, text)

    def counts(self) -> tuple[RunningCount, ...]:
        """The counts of moves towards a draw that run now, in the order of the regulation."""
        running = (counter.running() for counter in self.counters)
        return tuple(count for count in running if count is not None)

    def if_agreed(self, advantage: Color | None = None) -> Outcome:
        """What an agreement would make of the game as it stands: kings are counted, advantages judged.

        ``advantage``: the side that the agreement calls better.
        """
        draw = Outcome(None, Reason.AGREEMENT, self.rules.agreement.article)
        return drawn(self.rules, self.position, draw, advantage)

    def apply(self, by: Color | None, action: Action, at: datetime) -> tuple[Game, tuple[Happening, ...]]:
        """Take ``action`` at ``at``: the game after it, and what happened.

        ``by`` is the player's colour, None for the arbiter and for the bot itself. Raises ActionRefused with
        a ``Refusal``, and MoveError for a move that cannot be read or made; the game is not changed then.
        """
        if self.is_over:
            raise ActionRefused(Refusal.GAME_OVER)
        handler = _BY_NOBODY.get(type(action))
        if handler is not None:
            return handler(self, action, at)
        if by is None:
            raise ActionRefused(Refusal.NOT_A_PLAYER)
        if self.clock.is_up(at):
            raise ActionRefused(Refusal.TIME_UP)
        player_handler = _BY_PLAYER.get(type(action))
        if player_handler is None:
            raise TypeError(f"{action.kind} is not for a running game")
        return player_handler(self, by, action, at)

    def ended(self, outcome: Outcome, at: datetime) -> Game:
        """The game with this outcome: clocks stand, nothing is open any more."""
        return replace(
            self,
            outcome=outcome,
            clock=self.clock.pause(at),
            huff_choice=(),
            offer=None,
            abort_offer=None,
            is_paused=False,
        )


_BY_PLAYER: Mapping[
    type[Action], Callable[[Game, Color, Any, datetime], tuple[Game, tuple[Happening, ...]]]
] = {
    actions.Play: turns.play,
    actions.Huff: turns.choose_huff,
    actions.Impossible: turns.count_impossible,
    actions.OfferDraw: decisions.offer_draw,
    actions.AnswerDraw: decisions.answer_draw,
    actions.ClaimDraw: decisions.claim_draw,
    actions.Resign: decisions.resign,
    actions.OfferAbort: decisions.offer_abort,
    actions.AnswerAbort: decisions.answer_abort,
}

_BY_NOBODY: Mapping[type[Action], Callable[[Game, Any, datetime], tuple[Game, tuple[Happening, ...]]]] = {
    actions.Flag: decisions.fall_of_flag,
    actions.Forfeit: decisions.forfeit,
    actions.DeclareLoss: decisions.declare_loss,
    actions.Adjudicate: decisions.adjudicate,
    actions.Credit: decisions.credit,
    actions.Pause: decisions.pause,
    actions.Resume: decisions.resume,
}


def start(
    rules: PlayRules,
    clock: ClockSettings,
    at: datetime,
    position: Position | None = None,
    *,
    has_arbiter: bool = False,
) -> Game:
    """A game that begins at ``at``, when the first player's clock starts to run.

    A position in which the player on turn has already lost gives a game that is over.
    """
    first = rules.game_type.initial_position() if position is None else position
    facts = PlyFacts(
        number=0,
        mover=first.turn.opponent,
        king_move=False,
        for_good=True,
        took=False,
        gives=False,
        position=first,
    )
    game = Game(
        rules=rules,
        has_arbiter=has_arbiter,
        first=first,
        position=first,
        moves=(),
        clock=Clock.start(clock, first.turn, at),
        counters=tuple(rule.counter(facts) for rule in rules.draws),
        watch=None if rules.watch is None else ArbiterDrawCounter(rules.watch).after(facts),
    )
    outcome = judge(game)
    return game if outcome is None else game.ended(outcome, at)


def begin(rules: PlayRules, action: actions.Start, at: datetime) -> Game:
    """The game that a ``Start`` entry of a log describes. Raises ClockError or FenError."""
    position = None if action.fen is None else rules.game_type.parse_fen(action.fen)
    return start(rules, parse_clock(action.clock), at, position, has_arbiter=action.has_arbiter)


def replay(rules: PlayRules, log: Iterable[tuple[Color | None, Action, datetime]]) -> Game:
    """Run a log from its ``Start`` on. Raises whatever an action of it raises, ValueError without a start."""
    entries = iter(log)
    first = next(entries, None)
    if first is None or not isinstance(first[1], actions.Start):
        raise ValueError("a log begins with the start of the game")
    game = begin(rules, first[1], first[2])
    for by, action, at in entries:
        game, _ = game.apply(by, action, at)
    return game
