"""Finds short games, played by both sides together, that lead from the first position to a wanted end.

``reach`` brings a wanted material onto the board, ``go_on`` plays on from there under conditions until the
game ends as wanted, ``repeat`` walks two pieces to and fro, ``at_random`` plays whatever comes. All of it is
made of the rules alone and is decided by a seed: the same seed finds the same game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from rules.actions import Huff, Play
from rules.clock import NO_CLOCK
from rules.errors import ActionRefused, MoveError
from rules.game import Game, start
from rules.gametype import Position
from rules.huff import accepted_moves
from rules.material import Force, force_of
from rules.moves import Move, Square
from rules.pieces import Color, Kind
from rules.playrules import PlayRules

Condition = Callable[[Game], bool]
EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""games that are looked for have no clock"""

WIDTH = 120
"""positions that a search for material keeps of each ply"""
PATIENCE = 30_000
"""plies that a search for an end tries before it gives up"""


class NotFound(Exception):
    """No game was found with this seed."""


Wanted = tuple[Force | None, Force | None]
"""White's and Black's force; None where it does not matter"""


def force(text: str) -> Force | None:
    """``2K+m``, ``0`` for nothing left, ``?`` for whatever there is."""
    if text == "?":
        return None
    kings = men = 0
    for part in text.split("+"):
        number = int(part.rstrip("Km") or 1)
        if part.endswith("K"):
            kings = number
        elif part.endswith("m"):
            men = number
    return Force(kings, men)


def material(text: str) -> Wanted:
    """``3K v K``: White's before Black's."""
    white, black = text.split(" v ")
    return force(white), force(black)


def stands(position: Position, *texts: str) -> bool:
    """Whether one of these materials is on the board, White's first."""
    forces = tuple(force_of(position, color) for color in (Color.WHITE, Color.BLACK))
    return any(
        all(wanted in (None, there) for wanted, there in zip(material(text), forces, strict=True))
        for text in texts
    )


def begin(rules: PlayRules) -> Game:
    return start(rules, NO_CLOCK, EPOCH)


def play(game: Game, *moves: Move) -> Game:
    """The game after these moves, which are legal or accepted."""
    for move in moves:
        text = game.rules.game_type.format_move(game.position, move)
        game, _ = game.apply(game.turn, Play(text), EPOCH)
    return game


def script(game: Game) -> list[str]:
    """What the players send, in order; ``/huff c3`` where the opponent has a choice and names that piece.

    A piece that goes by itself, or by the opponent's next move, needs no word.
    """
    told, again = [], begin(game.rules)
    for played, following in zip(game.moves, [*game.moves[1:], None], strict=True):
        again, _ = again.apply(played.color, Play(played.text), EPOCH)
        told.append(played.text)
        if not again.huff_choice or played.huffed is None:
            continue
        if following is not None and _huffed_by(again, following.text) == played.huffed:
            continue
        square = game.rules.game_type.format_square(played.huffed)
        told.append(f"/huff {square}")
        again, _ = again.apply(again.turn, Huff(square), EPOCH)
    return told


def _huffed_by(game: Game, text: str) -> Square | None:
    """The piece that a move takes off which is sent instead of a choice."""
    try:
        return game.apply(game.turn, Play(text), EPOCH)[0].moves[-2].huffed
    except (MoveError, ActionRefused):
        return None


# --- material -----------------------------------------------------------------------------------------------


def _cost(position: Any, wanted: Wanted) -> int | None:
    """About how many plies are missing; None where the wanted material cannot come any more."""
    cost = 0
    last_row = position.board.size - 1
    for color, target in zip((Color.WHITE, Color.BLACK), wanted, strict=True):
        if target is None:
            continue
        kings, men = position.kings(color), position.men(color)
        surplus = kings + men - target.kings - target.men
        if surplus < 0 or kings - target.kings > surplus:
            return None
        steps = sorted(
            last_row - position.board.row(square) if color is Color.WHITE else position.board.row(square)
            for square in position.squares_of(color, Kind.MAN)
        )
        cost += 4 * surplus + sum(steps[: max(0, target.kings - kings)])
    return cost


def reach(rules: PlayRules, text: str, seed: int, *, longest: int = 140) -> Game:
    """A game whose last ply brings the material ``text``, by right moves only.

    Raises NotFound.
    """
    wanted, lots, game_type = material(text), random.Random(seed), rules.game_type
    level: list[tuple[Any, tuple[Any, ...]]] = [(game_type.initial_position(), ())]
    for _ in range(longest):
        following: dict[Any, tuple[float, Any, tuple[Any, ...]]] = {}
        for position, way in level:
            for move in position.legal_moves():
                after = game_type.play(position, move)
                cost = _cost(after, wanted)
                if cost is None or after.key in following:
                    continue
                step = (way, move)
                if cost == 0 and (game := _played(rules, step)) is not None:
                    if not game.is_over or not after.count(after.turn):
                        return game
                    continue
                following[after.key] = (cost + lots.random() * 4, after, step)
        best = sorted(following.values(), key=lambda found: found[0])[:WIDTH]
        level = [(position, way) for _, position, way in best]
    raise NotFound(text)


def _played(rules: PlayRules, way: tuple[Any, ...]) -> Game | None:
    """The game that came this way; None if a draw rule ended it before."""
    moves = []
    while way:
        way, move = way
        moves.append(move)
    try:
        return play(begin(rules), *moves[::-1])
    except ActionRefused:
        return None


# --- ends ---------------------------------------------------------------------------------------------------


def go_on(game: Game, wanted: Condition, keep: Condition, seed: int, *, violate: bool = False) -> Game:
    """Play on until ``wanted`` holds; after every ply before that, ``keep`` must hold and the game go on.

    ``violate``: moves that are punished by a huff are tried as well. Raises NotFound.
    """
    lots, tried = random.Random(seed), 0
    open_: list[Iterator[Game]] = [_following(game, lots, violate)]
    while open_:
        after = next(open_[-1], None)
        if after is None:
            open_.pop()
            continue
        tried += 1
        if tried > PATIENCE:
            break
        if wanted(after):
            return after
        if not after.is_over and keep(after):
            open_.append(_following(after, lots, violate))
    raise NotFound(f"after ply {game.ply}")


def _following(game: Game, lots: random.Random, violate: bool) -> Iterator[Game]:
    if game.huff_choice:
        squares = list(game.huff_choice)
        lots.shuffle(squares)
        for square in squares:
            yield game.apply(game.turn, Huff(game.rules.game_type.format_square(square)), EPOCH)[0]
        return
    moves = list(accepted_moves(game.position) if violate else game.position.legal_moves())  # type: ignore[arg-type]
    lots.shuffle(moves)
    for move in moves:
        yield play(game, move)


def repeat(game: Game, times: int) -> Game:
    """Each side walks a piece to and fro until the position has stood ``times`` times. Raises NotFound."""
    for first in game.position.legal_moves():
        after = play(game, first)
        if first.is_capture or after.is_over:
            continue
        for second in after.position.legal_moves():
            back = [Move((move.target, move.origin)) for move in (first, second)]
            try:
                walked = game
                for move in [first, second, *back] * (times - 1):
                    if move not in walked.position.legal_moves() or move.is_capture or walked.is_over:
                        raise NotFound
                    walked = play(walked, move)
            except NotFound:
                continue
            if walked.position.key == game.position.key:
                return walked
    raise NotFound


def at_random(rules: PlayRules, wanted: Condition, seeds: Iterable[int], *, violate: bool = False) -> Game:
    """The shortest of the random games that end as ``wanted``. Raises NotFound."""
    best: Game | None = None
    for seed in seeds:
        lots, game = random.Random(seed), begin(rules)
        while not game.is_over and (best is None or game.ply < best.ply) and game.ply < 300:
            game = next(_following(game, lots, violate))
            if wanted(game):
                best = game
                break
    if best is None:
        raise NotFound
    return best


def tried(find: Callable[[int], Game], seeds: Iterable[int] = range(60)) -> Game:
    """What ``find`` gives for the first seed with which it finds something. Raises NotFound."""
    for seed in seeds:
        try:
            return find(seed)
        except NotFound:
            continue
    raise NotFound
