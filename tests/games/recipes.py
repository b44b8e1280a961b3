"""Which games are looked for: of each regulation, by name, a way to find it.

What must come out of them is stated by hand in ``tests.games.ends``, not here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.ending import Reason
from rules.game import Game
from rules.gametype import Position
from rules.pieces import Color, Kind
from rules.playrules import PlayRules
from tests.games import trails
from tests.games.finder import Condition, at_random, go_on, play, reach, repeat, script, stands, tried

Recipe = Callable[[PlayRules], Game]
WHITE, BLACK = Color.WHITE, Color.BLACK

# --- conditions ---------------------------------------------------------------------------------------------


def over(reason: Reason, winner: Color | None = None) -> Condition:
    """The game has ended so, or was stopped so and then decided by the kings on the board."""

    def is_over(game: Game) -> bool:
        end = game.outcome
        return end is not None and reason in (end.reason, end.stopped_by) and winner in (None, end.winner)

    return is_over


def standing(*materials: str) -> Condition:
    return lambda game: stands(game.position, *materials)


def both(*conditions: Condition) -> Condition:
    return lambda game: all(condition(game) for condition in conditions)


def before(ply: int) -> Condition:
    return lambda game: game.ply < ply


def quiet(game: Game) -> bool:
    """Whether the last ply moved a king and took nothing."""
    move = game.moves[-1].move
    piece = game.position.piece_at(move.target)
    return not move.is_capture and not move.promotes and piece is not None and piece.kind is Kind.KING


def holder(position: Position) -> Color | None:
    """The side that alone has a king, and whatever else, on the main diagonal."""
    on_it = [p for square in position.board.main_diagonal() if (p := position.piece_at(square)) is not None]
    for color in Color:
        if all(piece.color is color for piece in on_it) and any(piece.kind is Kind.KING for piece in on_it):
            return color
    return None


def holds(color: Color | None) -> Condition:
    return lambda game: holder(game.position) is color


def gives(game: Game) -> bool:
    """Whether the side on turn must capture."""
    moves = game.position.legal_moves()
    return bool(moves) and moves[0].is_capture


def huffed(game: Game) -> bool:
    return any(played.huffed is not None for played in game.moves)


# --- ways ---------------------------------------------------------------------------------------------------


def opening(rules: PlayRules) -> Game:
    """Two moves of each, nothing more."""
    return at_random(rules, lambda game: game.ply == 4, (0,))


def bare(material: str) -> Recipe:
    """A material, and nothing has ended yet."""
    return lambda rules: reach(rules, material, 0)


def blocked(winner: Color) -> Recipe:
    return lambda rules: at_random(rules, over(Reason.BLOCKED, winner), range(400))


def lasting(material: str, reason: Reason = Reason.MATERIAL, *, keep: Condition | None = None) -> Recipe:
    """A material that stays on the board until a draw rule ends the game for ``reason``."""
    kept = both(standing(material), keep or (lambda game: True))
    return lambda rules: tried(
        lambda seed: go_on(reach(rules, material, seed), both(over(reason), kept), kept, seed)
    )


def idle(material: str) -> Recipe:
    """Nothing but kings moving, until no progress ends the game."""
    return lasting(material, Reason.NO_PROGRESS, keep=quiet)


def held(material: str, by: Color) -> Recipe:
    """As ``lasting``, once a side has come to hold the main diagonal."""

    def find(rules: PlayRules) -> Game:
        kept = both(standing(material), holds(by))
        return tried(
            lambda seed: go_on(
                _until(reach(rules, material, seed), kept, standing(material), 8, seed),
                both(over(Reason.MATERIAL), kept),
                kept,
                seed,
            )
        )

    return find


def _until(game: Game, wanted: Condition, keep: Condition, plies: int, seed: int) -> Game:
    """At most so many plies, until ``wanted``; none if it holds already."""
    if wanted(game):
        return game
    wanted_alive: Condition = lambda after: not after.is_over and wanted(after)  # noqa: E731
    return go_on(game, wanted_alive, both(keep, before(game.ply + plies)), seed)


def given_up(material: str, then: str) -> Recipe:
    """A piece of the stronger side is given up on the way: one count goes on over both materials."""

    def find(seed: int, rules: PlayRules) -> Game:
        game = reach(rules, material, seed)
        shrunk = both(standing(then), lambda after: after.ply >= game.ply + 8)
        game = _until(game, shrunk, standing(material), 20, seed)
        return go_on(game, both(over(Reason.MATERIAL), standing(then)), standing(then), seed)

    return lambda rules: tried(lambda seed: find(seed, rules))


def repeated(material: str, times: int = 3) -> Recipe:
    return lambda rules: tried(lambda seed: repeat(reach(rules, material, seed), times))


# --- the limit of moves in which three kings must win ------------------------------------------------------


def _forced(rules: PlayRules, seed: int) -> Game:
    """White has three kings, and has just come to hold the main diagonal."""
    three = standing("3K v K")
    return _until(reach(rules, "3K v K", seed), both(three, holds(WHITE)), three, 10, seed)


def forced_kept(rules: PlayRules) -> Game:
    """All twelve moves on the diagonal, with all three kings."""
    kept = both(standing("3K v K"), holds(WHITE))
    return tried(lambda seed: go_on(_forced(rules, seed), both(over(Reason.MATERIAL), kept), kept, seed))


def forced_latched(rules: PlayRules) -> Game:
    """The diagonal is left and a king given up, and the count goes on."""

    def find(seed: int) -> Game:
        three = standing("3K v K")
        game = _forced(rules, seed)
        game = _until(game, both(three, holds(None)), three, 6, seed)
        game = _until(
            game, both(standing("2K v K"), lambda after: holder(after.position) is not WHITE), three, 10, seed
        )
        return go_on(game, over(Reason.MATERIAL), standing("2K v K"), seed)

    return tried(find)


def forced_won(rules: PlayRules) -> Game:
    """The last piece is captured with the twelfth move."""

    def find(seed: int) -> Game:
        game = _forced(rules, seed)
        last = game.ply + (24 if game.turn is BLACK else 23)
        won = both(over(Reason.NO_PIECES, WHITE), lambda after: after.ply == last)
        return go_on(game, won, both(standing("3K v K"), before(last)), seed)

    return tried(find)


def giving_at_last(rules: PlayRules) -> Game:
    """The fortieth ply without progress gives a piece, which breaks the count as it is made."""

    def find(seed: int) -> Game:
        game = reach(rules, "K+m v K+m", seed)
        last = game.ply + 40
        return go_on(
            game,
            lambda after: after.ply == last and not after.is_over and quiet(after) and gives(after),
            both(quiet, standing("K+m v K+m"), before(last)),
            seed,
        )

    return tried(find)


# --- huffing ------------------------------------------------------------------------------------------------


def huff_by_itself(rules: PlayRules) -> Game:
    """A capture is missed that one piece could have made."""
    return at_random(rules, both(huffed, lambda game: not game.huff_choice), range(400), violate=True)


def _choice(rules: PlayRules) -> Game:
    """The opponent has to choose among several pieces."""
    return at_random(
        rules, lambda game: len(game.huff_choice) > 1 and not huffed(game), range(400), violate=True
    )


def huff_by_choice(rules: PlayRules) -> Game:
    """The piece that the opponent names is not the one that a move instead would take."""
    return go_on(_choice(rules), lambda game: game.moves[-1].huffed is not None, lambda game: False, 1)


def huff_by_move(rules: PlayRules) -> Game:
    """The opponent moves instead of choosing."""
    game = _choice(rules)
    lowest = min(game.huff_choice, key=game.position.board.number)
    chosen = go_on(game, lambda after: after.moves[-1].huffed == lowest, lambda after: False, 0)
    return play(chosen, chosen.position.legal_moves()[0])


def all_through(rules: PlayRules) -> Game:
    """Captures are missed all the time, until a side has nothing left."""
    lost = both(over(Reason.NO_PIECES), lambda game: any(said.startswith("/") for said in script(game)))
    return at_random(rules, lost, range(200), violate=True)


def last_huffed(piece: str) -> Recipe:
    """Black's last piece is huffed, so White has won."""

    def find(rules: PlayRules) -> Game:
        won = both(huffed, over(Reason.NO_PIECES, WHITE))
        return tried(
            lambda seed: go_on(
                reach(rules, f"? v {piece}", seed),
                won,
                both(lambda game: not huffed(game), before(90)),
                seed,
                violate=True,
            )
        )

    return find


# --- the list -----------------------------------------------------------------------------------------------

PLAIN: Mapping[str, Recipe] = {
    "opening": opening,
    "no pieces": bare("? v 0"),
    "no pieces, black wins": bare("0 v ?"),
    "blocked": blocked(WHITE),
    "blocked, black wins": blocked(BLACK),
}
HUFFING: Mapping[str, Recipe] = {
    "huff": huff_by_itself,
    "huff by choice": huff_by_choice,
    "huff by move": huff_by_move,
    "last man huffed": last_huffed("m"),
    "last king huffed": last_huffed("K"),
}

RECIPES: Mapping[str, Mapping[str, Recipe]] = {
    "grodziec-2017": {
        **PLAIN,
        **HUFFING,
        "K v K": lasting("K v K"),
        "2K v K": lasting("2K v K"),
        "K v 3K": lasting("K v 3K"),
        "3K v K, then 2K v K": given_up("3K v K", "2K v K"),
        "no progress": idle("K+m v K+m"),
        "huffs all through": all_through,
        "three times": repeated("K+m v K+m"),
    },
    "mikolajki-2023": {
        **PLAIN,
        **HUFFING,
        "no progress, equal": idle("K+m v K+m"),
        "no progress, white has more": idle("2K v K"),
        "no progress, black has more": idle("K+2m v 2K"),
        "more kings": bare("2K+m v K+3m"),
    },
    "pzwarc-64": {
        **PLAIN,
        "repetition": repeated("K+m v K+m"),
        "no progress": idle("K+m v K+m"),
        "weaker holds, 3K v K": held("3K v K", BLACK),
        "weaker holds, 2K+m v K": held("2K+m v K", BLACK),
        "weaker holds, K v K+2m": held("K v K+2m", WHITE),
        "stronger holds": held("3K v K", WHITE),
        "nobody holds": lasting("3K v K", Reason.NO_PROGRESS, keep=holds(None)),
        "2K v K": lasting("2K v K"),
        "K+m v K": lasting("K+m v K"),
        "K v K": lasting("K v K"),
    },
    "pzwarc-100": {
        **PLAIN,
        "repetition": repeated("K+m v K+m"),
        "no progress": idle("K+m v K+m"),
        "3K v K": lasting("3K v K"),
        "2K+m v K": lasting("2K+m v K"),
        "K v K+2m": lasting("K v K+2m"),
        "2K v K": lasting("2K v K"),
        "K+m v K": lasting("K+m v K"),
        "K v K": lasting("K v K"),
    },
    "pzwarc-100-advantage": {
        **PLAIN,
        "repetition": repeated("K+m v K+m"),
        "repetition, ahead": repeated("K+m v 2K+2m"),
        "no progress": idle("K+m v K+m"),
        "no progress, ahead": idle("2K+2m v K+m"),
        "3K v K": lasting("3K v K"),
        "K v 2K+m": lasting("K v 2K+m"),
        "K+2m v K": lasting("K+2m v K"),
        "2K v K": lasting("2K v K"),
        "ahead": bare("2K+2m v K+m"),
    },
    "riazor": {
        **PLAIN,
        "repetition": repeated("K+m v K+m"),
        "forced, kept": forced_kept,
        "forced, latched": forced_latched,
        "forced, won": forced_won,
        "no progress": idle("K+m v K+m"),
        "giving at last": giving_at_last,
    },
    "slidy-2015": {
        "opening": opening,
        "blocked": blocked(WHITE),
        "blocked, black wins": blocked(BLACK),
        "round": trails.round_and_round,
    },
}
