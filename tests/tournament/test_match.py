"""Which game of a match is due, with which colours, and who has won it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.tournament.eventrules import MatchRule, System
from rules.tournament.match import Part, must_decide, next_game, settle
from rules.tournament.model import BoardNo, EntrantNo, How, Pairing, PairingKind

ANNA, PIOTR = EntrantNo(1), EntrantNo(2)
ONE = MatchRule(article="6.4")
TWO = MatchRule(games=2, article="6.3", extra_article="6.3 b")
TO_TWO = MatchRule(to_wins=2)
RETURN = MatchRule(return_game_decides=True, article="P6", extra_article="Z17")


def pairing_of(rule: MatchRule) -> Pairing:
    return Pairing(BoardNo(1), PairingKind.GAME, ANNA, PIOTR, rule, white_by="lot", white_article="6.2")


def played(rule: MatchRule, results: str, *, decides: bool = True) -> Pairing:
    """A pairing after these results, each from White's view."""
    pairing = settle(pairing_of(rule), decides).pairing
    for result in results.split():
        due = next_game(pairing)
        assert due is not None, "the match was over before"
        how = How.BOTH_ABSENT if result == "0-0" else How.PLAYED
        game = replace(pairing.games[due.game - 1], result=result, how=how)
        games = (*pairing.games[: due.game - 1], game, *pairing.games[due.game :])
        pairing = settle(replace(pairing, games=games), decides).pairing
    return pairing


DRAW = "1/2-1/2"


@pytest.mark.parametrize(
    ("rule", "results", "winner"),
    [
        pytest.param(ONE, "1-0", ANNA, id="one game, won by White"),
        pytest.param(ONE, "0-1", PIOTR, id="one game, won by Black"),
        pytest.param(ONE, f"{DRAW} 1-0", PIOTR, id="a drawn game is replayed with colours swapped"),
        pytest.param(
            ONE, f"1+ {DRAW} 1-0", ANNA, id="a draw with advantage is a draw; White is Anna's again"
        ),
        pytest.param(TWO, "1-0 0-1", ANNA, id="two games, both Anna's"),
        pytest.param(TWO, f"1-0 {DRAW}", ANNA, id="a win and a draw: more points"),
        pytest.param(TWO, f"{DRAW} 1-0", PIOTR, id="a draw, and Piotr wins as White"),
        pytest.param(TWO, "1-0 1-0 1-0", ANNA, id="one each, then an extra game"),
        pytest.param(TWO, f"{DRAW} {DRAW} {DRAW} 1-0", PIOTR, id="extra games one at a time until decided"),
        pytest.param(TO_TWO, "1-0 0-1", ANNA, id="to two won games, at once"),
        pytest.param(TO_TWO, f"1-0 {DRAW} {DRAW} 1-0 0-1", PIOTR, id="draws prolong a match to two wins"),
        pytest.param(RETURN, f"{DRAW} 0-1", ANNA, id="the return game alone decides"),
        pytest.param(RETURN, f"{DRAW} {DRAW} 0-1", PIOTR, id="a drawn return game is returned"),
        pytest.param(ONE, "0-0", None, id="both absent: nobody goes on"),
        pytest.param(TWO, "1-0 0-0", ANNA, id="both absent from the second game: who leads"),
        pytest.param(TO_TWO, "1-0 0-0", ANNA, id="both absent ends a match to two wins"),
    ],
)
def test_a_match_that_must_be_decided_has_this_winner(
    rule: MatchRule, results: str, winner: EntrantNo | None
) -> None:
    pairing = played(rule, results)
    assert (pairing.is_decided, pairing.winner, next_game(pairing)) == (True, winner, None)


@pytest.mark.parametrize(
    ("rule", "results", "game", "white", "part", "article"),
    [
        pytest.param(ONE, "", 1, ANNA, Part.REGULAR, "6.4", id="the first game"),
        pytest.param(TWO, "1-0", 2, PIOTR, Part.REGULAR, "6.3", id="two games are played in any case"),
        pytest.param(TWO, "1-0 1-0", 3, ANNA, Part.EXTRA, "6.3 b", id="level after two"),
        pytest.param(
            TO_TWO, f"{DRAW} 1-0", 3, ANNA, Part.REGULAR, "", id="to two wins no game is an extra one"
        ),
        pytest.param(RETURN, DRAW, 2, PIOTR, Part.RETURN, "Z17", id="the return game, colours swapped"),
        pytest.param(TWO, "0-0", 2, PIOTR, Part.REGULAR, "6.3", id="nobody came to the first of two games"),
    ],
)
def test_the_next_game_is_due_with_swapped_colours(
    rule: MatchRule, results: str, game: int, white: EntrantNo, part: Part, article: str
) -> None:
    due = next_game(played(rule, results))
    assert due is not None
    assert (due.game, due.white, due.part, due.article) == (game, white, part, article)
    assert due.black == (PIOTR if white == ANNA else ANNA)
    assert (due.white_by, due.white_article) == (("lot", "6.2") if game == 1 else ("swap", ""))


@pytest.mark.parametrize(
    ("rule", "results", "winner"),
    [
        pytest.param(ONE, DRAW, None, id="one drawn game"),
        pytest.param(TWO, "1-0 1-0", None, id="one each of two games"),
        pytest.param(TWO, f"1-0 {DRAW}", ANNA, id="a win and a draw"),
        pytest.param(TWO, "0-0 0-0", None, id="nobody came to either game"),
    ],
)
def test_a_match_in_a_table_may_stay_level(rule: MatchRule, results: str, winner: EntrantNo | None) -> None:
    pairing = played(rule, results, decides=False)
    assert (pairing.is_decided, pairing.winner) == (True, winner)


@pytest.mark.parametrize(
    ("rule", "results", "games", "winner"),
    [
        pytest.param(ONE, "", [("1-0", How.FORFEIT)], ANNA, id="the only game"),
        pytest.param(TWO, "", [("1-0", How.FORFEIT), ("0-1", How.FORFEIT)], ANNA, id="both games"),
        pytest.param(
            TWO, "0-1", [("0-1", How.PLAYED), ("0-1", How.FORFEIT)], ANNA, id="who leads and leaves has lost"
        ),
        pytest.param(
            TO_TWO, "0-1", [("0-1", How.PLAYED), ("0-1", How.FORFEIT)], ANNA, id="only the open game of many"
        ),
    ],
)
def test_whoever_leaves_has_lost_what_was_due(
    rule: MatchRule, results: str, games: list[tuple[str, How]], winner: EntrantNo
) -> None:
    left = settle(replace(played(rule, results), walkover=(PIOTR,)), decides=True).pairing
    assert [(game.result, game.how) for game in left.games] == games
    assert (left.is_decided, left.winner, next_game(left)) == (True, winner, None)


def test_where_both_leave_nobody_has_won() -> None:
    left = settle(replace(played(ONE, ""), walkover=(ANNA, PIOTR)), decides=True).pairing
    assert [(game.result, game.how) for game in left.games] == [("0-0", How.BOTH_ABSENT)]
    assert (left.is_decided, left.winner) == (True, None)


def test_a_correction_that_decides_earlier_annuls_the_games_after_it() -> None:
    after_replay = played(ONE, f"{DRAW} 1-0")
    corrected = replace(
        after_replay, games=(replace(after_replay.games[0], result="1-0"), after_replay.games[1])
    )
    settled = settle(corrected, decides=True)
    assert settled.dropped == (2,)
    assert [game.how for game in settled.pairing.games] == [How.PLAYED, How.ANNULLED]
    assert settled.pairing.winner == ANNA


def test_a_correction_before_the_next_game_has_begun_takes_it_away() -> None:
    drawn = played(ONE, DRAW)
    assert len(drawn.games) == 2
    settled = settle(replace(drawn, games=(replace(drawn.games[0], result="0-1"), drawn.games[1])), True)
    assert [game.result for game in settled.pairing.games] == ["0-1"]
    assert settled.pairing.winner == PIOTR


def test_a_bye_is_decided_at_once() -> None:
    bye = Pairing(BoardNo(3), PairingKind.BYE, ANNA, None, ONE)
    settled = settle(bye, decides=True).pairing
    assert (settled.is_decided, settled.winner, next_game(settled)) == (True, ANNA, None)


@pytest.mark.parametrize(
    ("system", "kind", "decides"),
    [
        (System.KNOCKOUT, PairingKind.GAME, True),
        (System.KNOCKOUT, PairingKind.THIRD_PLACE, True),
        (System.ROUND_ROBIN, PairingKind.GAME, False),
        (System.SWISS, PairingKind.GAME, False),
        (System.ROUND_ROBIN, PairingKind.EXTRA, True),
    ],
)
def test_knockouts_and_extra_games_must_be_decided(system: System, kind: PairingKind, decides: bool) -> None:
    assert must_decide(system, kind) is decides
