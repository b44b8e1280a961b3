"""The games of a pairing: which is due next, with which colours, and when the match is decided.

- Colours are swapped from game to game.
- ``MatchRule.games`` are played in any case; whoever has won more of them has won the match. In a knockout,
  and where an extra game shall tell level entrants apart, single games follow while it is level, until one is
  won.
- With ``to_wins`` the match ends with that many won games; draws prolong it.
- A game to which neither side came decides a match: for whoever leads, or for nobody.
- Whoever leaves in the middle of a match has lost it, the games that were due by forfeit.
- A correction that decides the match earlier annuls the games after it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.tournament.eventrules import MatchRule, System
from rules.tournament.model import BoardNo, EntrantNo, How, MatchGame, Pairing, PairingKind

BOTH_ABSENT = "0-0"
_WON_BY = {"1-0": "white", "0-1": "black"}


class Part(StrEnum):
    """What a game is in its match."""

    REGULAR = "regular"
    EXTRA = "extra"
    RETURN = "return"
    """it alone decides"""


@dataclass(frozen=True, slots=True)
class NextGame:
    """Game ``game`` (from 1) at ``board`` is due. ``white_by`` and ``white_article``: why White has White.

    ``code``: the game in a chat in which it is being played. ``article`` is that of the match, or of what
    comes after a level one.
    """

    board: BoardNo
    game: int
    white: EntrantNo
    black: EntrantNo
    part: Part
    white_by: str
    white_article: str
    article: str
    code: str | None


@dataclass(frozen=True, slots=True)
class Settled:
    """A pairing after what its games say; ``dropped``: numbers (from 1) of games that count no more."""

    pairing: Pairing
    dropped: tuple[int, ...] = ()


def must_decide(system: System, kind: PairingKind) -> bool:
    """Whether a match cannot stay level."""
    return system is System.KNOCKOUT or kind is PairingKind.EXTRA


def winner_of(game: MatchGame) -> EntrantNo | None:
    """Who won a game; None for a draw, an open game, or one to which nobody came."""
    side = _WON_BY.get(game.result or "")
    if side is None:
        return None
    return game.white if side == "white" else game.black


def was_played(pairing: Pairing) -> bool:
    """Whether the two have met: an open game is going to be played, a forfeit is not."""
    return any(game.how is How.PLAYED for game in pairing.games)


def next_game(pairing: Pairing) -> NextGame | None:
    """The game that is due in a pairing, None if it is decided or a bye."""
    for place, game in enumerate(pairing.games):
        if game.result is None and game.how is not How.ANNULLED:
            before = sum(1 for other in pairing.games[:place] if other.how is not How.ANNULLED)
            part = _part(pairing.match, before)
            rule = pairing.match
            return NextGame(
                board=pairing.board,
                game=place + 1,
                white=game.white,
                black=game.black,
                part=part,
                white_by="swap" if before else pairing.white_by,
                white_article="" if before else pairing.white_article,
                article=rule.article if part is Part.REGULAR else rule.extra_article,
                code=game.code,
            )
    return None


def _part(rule: MatchRule, before: int) -> Part:
    if rule.to_wins is not None or before < rule.games:
        return Part.REGULAR
    return Part.RETURN if rule.return_game_decides else Part.EXTRA


def settle(pairing: Pairing, decides: bool) -> Settled:
    """Work out from its games whether a pairing is decided, and by whom; add the game that is due, if one is.

    ``decides``: the match cannot stay level.
    """
    if pairing.second is None:
        return Settled(replace(pairing, is_decided=True, winner=pairing.first))
    if pairing.walkover:
        return _settle_walkover(pairing)
    kept: list[MatchGame] = []
    dropped: list[int] = []
    wins: Counter[EntrantNo] = Counter()
    played, is_over, is_open = 0, False, False
    for number, game in enumerate(pairing.games, 1):
        if game.how is How.ANNULLED:
            kept.append(game)
        elif is_over or is_open:
            dropped.append(number)
            if game.result is not None or game.code is not None:
                kept.append(replace(game, how=How.ANNULLED))
        elif game.result is None:
            kept.append(game)
            is_open = True
        else:
            kept.append(game)
            played += 1
            _count(wins, game)
            is_over = _is_over(pairing.match, wins, played, game, decides)
    if not is_over and not is_open:
        kept.append(_game(pairing, played))
    return Settled(_decided(pairing, kept, is_over, _leader(pairing, wins)), tuple(dropped))


def _settle_walkover(pairing: Pairing) -> Settled:
    """All games that were due are lost for whoever did not play on."""
    kept: list[MatchGame] = []
    played = 0
    for game in pairing.games:
        if game.how is How.ANNULLED:
            kept.append(game)
            continue
        played += 1
        kept.append(_forfeit(game, pairing.walkover) if game.result is None else game)
    due = 1 if pairing.match.to_wins is not None else pairing.match.games
    while played < due:
        kept.append(_forfeit(_game(pairing, played), pairing.walkover))
        played += 1
    stays = [number for number in pairing.players if number not in pairing.walkover]
    return Settled(_decided(pairing, kept, True, stays[0] if stays else None))


def _forfeit(game: MatchGame, absent: tuple[EntrantNo, ...]) -> MatchGame:
    if game.white in absent and game.black in absent:
        result, how = BOTH_ABSENT, How.BOTH_ABSENT
    else:
        result, how = ("0-1" if game.white in absent else "1-0"), How.FORFEIT
    return replace(game, result=result, how=how, proposed=None, proposed_by=None)


def _game(pairing: Pairing, played: int) -> MatchGame:
    """The game after ``played`` others."""
    first, second = pairing.players
    return MatchGame(first, second) if played % 2 == 0 else MatchGame(second, first)


def _count(wins: Counter[EntrantNo], game: MatchGame) -> None:
    winner = winner_of(game)
    if winner is not None:
        wins[winner] += 1


def _is_over(rule: MatchRule, wins: Counter[EntrantNo], played: int, last: MatchGame, decides: bool) -> bool:
    if last.how is How.BOTH_ABSENT and (decides or rule.to_wins is not None):
        return rule.to_wins is not None or played >= rule.games
    if rule.to_wins is not None:
        return max(wins.values(), default=0) >= rule.to_wins
    if played < rule.games:
        return False
    return not decides or len(set(wins.values())) == 2 or len(wins) == 1


def _leader(pairing: Pairing, wins: Counter[EntrantNo]) -> EntrantNo | None:
    first, second = pairing.players
    if wins[first] == wins[second]:
        return None
    return first if wins[first] > wins[second] else second


def _decided(pairing: Pairing, games: list[MatchGame], is_over: bool, winner: EntrantNo | None) -> Pairing:
    return replace(pairing, games=tuple(games), is_decided=is_over, winner=winner if is_over else None)
