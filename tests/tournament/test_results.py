"""Results as players report, organisers decide, and games in a chat bring them."""

from __future__ import annotations

import pytest

from rules.tournament import actions
from rules.tournament.actions import EventAction
from rules.tournament.eventrules import MatchRule, System
from rules.tournament.happenings import (
    Contradicted,
    GamesDropped,
    MatchGoesOn,
    MatchOver,
    ResultProposed,
    ResultStands,
    RoundOver,
    SectionReopened,
)
from rules.tournament.model import BoardNo, EntrantNo, How, Phase
from rules.tournament.refusals import EventRefused, Refusal
from rules.tournament.results import format_result, parse_result
from tests.tournament.directing import Director, rules_for, why

DRAW = "1/2-1/2"


def board(number: int, game: int = 1) -> dict[str, object]:
    return {"board": BoardNo(number), "game": game}


def reported(number: int, result: str, by: int, game: int = 1, how: How = How.PLAYED) -> actions.Reported:
    return actions.Reported(BoardNo(number), game, result, EntrantNo(by), how)


def decided(number: int, result: str, game: int = 1, how: How = How.PLAYED) -> actions.Decided:
    return actions.Decided(BoardNo(number), game, result, how)


def confirmed(number: int, by: int) -> actions.Confirmed:
    return actions.Confirmed(BoardNo(number), 1, EntrantNo(by))


def four(system: System = System.KNOCKOUT, match: MatchRule = MatchRule()) -> Director:  # noqa: B008
    """Four entrants; board 1 is 1-2, board 2 is 3-4, White first."""
    director = Director(rules_for(system, match=match)).begin(4)
    if system is System.KNOCKOUT:
        assert [(game.board, game.white, game.black) for game in director.event.next_games()] == [
            (1, 1, 2),
            (2, 3, 4),
        ]
    return director


@pytest.mark.parametrize(
    ("text", "result", "how"),
    [
        ("1-0", "1-0", How.PLAYED),
        ("2-0", "1-0", How.PLAYED),
        ("0 : 1", "0-1", How.PLAYED),
        ("1/2", DRAW, How.PLAYED),
        ("½-½", DRAW, How.PLAYED),
        ("1-1", DRAW, How.PLAYED),
        ("1+", "1+", How.PLAYED),
        ("1-", "1-", How.PLAYED),
        ("+/-", "1-0", How.FORFEIT),
        ("-/+", "0-1", How.FORFEIT),
        ("−/−", "0-0", How.BOTH_ABSENT),
    ],
)
def test_results_are_read_as_people_write_them(text: str, result: str, how: How) -> None:
    assert parse_result(text) == (result, how)
    assert parse_result(format_result(result, how)) == (result, how)


@pytest.mark.parametrize("text", ["", "3-0", "1", "+", "won", "1-0-1"])
def test_what_is_no_result_is_told(text: str) -> None:
    with pytest.raises(EventRefused) as caught:
        parse_result(text)
    assert why(caught.value) == (Refusal.NOT_A_RESULT, {"result": text, "how": None})


def test_a_report_counts_when_the_opponent_says_the_same() -> None:
    director = four()
    director.do(reported(1, "1-0", by=1))
    assert director.the(ResultProposed).waits_for == 2
    director.do(reported(1, "1-0", by=2))
    assert director.the(ResultStands).pairing.winner == 1
    assert director.the(MatchOver).pairing.board == 1


def test_a_report_counts_when_the_opponent_confirms_it() -> None:
    director = four()
    director.do(reported(1, "0-1", by=2, how=How.FORFEIT))
    director.do(confirmed(1, by=1))
    game = director.event.find(BoardNo(1)).pairing.games[0]
    assert (game.result, game.how, game.proposed, game.proposed_by) == ("0-1", How.FORFEIT, None, None)


def test_contradicting_reports_are_no_result_until_somebody_gives_in() -> None:
    director = four()
    director.do(reported(1, "1-0", by=1))
    director.do(reported(1, "0-1", by=2))
    assert director.told == (Contradicted(BoardNo(1), 1, "0-1", EntrantNo(2), "1-0"),)
    assert director.event.find(BoardNo(1)).pairing.games[0].result is None
    director.do(confirmed(1, by=1))
    assert director.event.find(BoardNo(1)).pairing.winner == 2


def test_who_reports_twice_changes_the_own_word() -> None:
    director = four()
    director.do(reported(1, "1-0", by=1))
    director.do(reported(1, DRAW, by=1))
    assert director.the(ResultProposed).result == DRAW


def test_the_organiser_needs_nobody() -> None:
    director = four()
    director.do(reported(1, "1-0", by=1))
    director.do(decided(1, "0-1"))
    director.do(decided(2, "1-0"))
    assert director.the(RoundOver) == RoundOver("main", 1)


def test_a_level_match_goes_on_with_colours_swapped() -> None:
    director = four()
    director.do(decided(1, DRAW))
    assert director.the(MatchGoesOn).game == 2
    (due, _) = director.event.next_games()
    assert (due.game, due.white, due.black) == (2, 2, 1)


def test_a_game_in_a_chat_brings_its_result() -> None:
    director = four()
    director.do(actions.GameOpened(BoardNo(1), 1, "G7"))
    assert [game.code for game in director.event.next_games()] == ["G7", None]
    director.do(actions.GameEnded(BoardNo(1), 1, "G7", "1-0", reason="blocked", article="7.8"))
    game = director.event.find(BoardNo(1)).pairing.games[0]
    assert (game.result, game.reason, game.article) == ("1-0", "blocked", "7.8")


def test_a_game_called_off_has_to_be_opened_again() -> None:
    director = four()
    director.do(actions.GameOpened(BoardNo(1), 1, "G7"))
    director.do(actions.GameCalledOff(BoardNo(1), 1, "G7"))
    director.do(actions.GameOpened(BoardNo(1), 1, "H8"))
    assert director.event.next_games()[0].code == "H8"


def test_the_organisers_word_stops_a_game_in_a_chat() -> None:
    director = four()
    director.do(actions.GameOpened(BoardNo(1), 1, "G7"))
    director.do(decided(1, "1-0"))
    assert director.the(GamesDropped) == GamesDropped(BoardNo(1), ("G7",))


@pytest.mark.parametrize(
    ("action", "reason", "data"),
    [
        pytest.param(reported(9, "1-0", 1), Refusal.NOT_PAIRED, {"board": 9}, id="no such board"),
        pytest.param(decided(3, "1-0"), Refusal.A_BYE, {"board": 3, "number": 5}, id="a bye"),
        pytest.param(reported(1, "1-0", 3), Refusal.NOT_A_PLAYER, {"board": 1, "number": 3}, id="a stranger"),
        pytest.param(
            decided(1, "1-0", game=2), Refusal.NOT_THE_GAME, {**board(1, 2), "due": 1}, id="not yet due"
        ),
        pytest.param(
            decided(2, "1-0", game=2), Refusal.NOT_THE_GAME, {**board(2, 2), "due": None}, id="never due"
        ),
        pytest.param(
            decided(1, "1-0", game=0), Refusal.NOT_THE_GAME, {**board(1, 0), "due": 1}, id="no game at all"
        ),
        pytest.param(
            decided(1, "5-0"), Refusal.NOT_A_RESULT, {"result": "5-0", "how": How.PLAYED}, id="no result"
        ),
        pytest.param(
            decided(1, DRAW, how=How.FORFEIT),
            Refusal.NOT_A_RESULT,
            {"result": DRAW, "how": How.FORFEIT},
            id="nobody draws by forfeit",
        ),
        pytest.param(
            decided(1, "1-0", how=How.ANNULLED),
            Refusal.NOT_A_RESULT,
            {"result": "1-0", "how": How.ANNULLED},
            id="nobody decides that a game counts for nothing",
        ),
        pytest.param(
            reported(2, "0-1", 4), Refusal.HAS_RESULT, {**board(2), "result": "1-0"}, id="a player corrects"
        ),
        pytest.param(decided(2, "1-0"), Refusal.HAS_RESULT, {**board(2), "result": "1-0"}, id="said already"),
        pytest.param(confirmed(1, 2), Refusal.NOTHING_REPORTED, board(1), id="nothing to confirm"),
        pytest.param(
            actions.GameEnded(BoardNo(1), 1, "G7", "1-0"),
            Refusal.WRONG_CODE,
            {**board(1), "code": None},
            id="a game that was never opened",
        ),
        pytest.param(
            actions.GameCalledOff(BoardNo(2), 1, "G7"),
            Refusal.HAS_RESULT,
            {**board(2), "result": "1-0"},
            id="a game that is over",
        ),
    ],
)
def test_results_are_refused(action: EventAction, reason: Refusal, data: dict[str, object]) -> None:
    """Five in a knockout: 1-2 on board 1, another pair on board 2 (decided), a bye on board 3."""
    director = Director(rules_for(System.KNOCKOUT)).begin(5)
    bye = director.event.find(BoardNo(3)).pairing
    assert bye.second is None
    director.do(decided(2, "1-0"))
    data = {**data, **({"number": bye.first} if reason is Refusal.A_BYE else {})}
    players = director.event.find(BoardNo(1)).pairing.players
    if isinstance(action, actions.Confirmed):
        action = actions.Confirmed(action.board, action.game, players[1])
    assert why(director.refuses(action)) == (reason, data)


def test_who_reported_cannot_confirm() -> None:
    director = four()
    director.do(reported(1, "1-0", by=1))
    assert director.refuses(confirmed(1, by=1)).reason is Refusal.NOTHING_REPORTED


def test_a_game_in_a_chat_is_not_reported_by_players() -> None:
    director = four()
    director.do(actions.GameOpened(BoardNo(1), 1, "G7"))
    assert why(director.refuses(reported(1, "1-0", by=1))) == (
        Refusal.PLAYED_IN_CHAT,
        {**board(1), "code": "G7"},
    )


# --- corrections ----------------------------------------------------------------------------------------


def test_a_correction_is_told_with_what_stood_before() -> None:
    director = four()
    director.do(decided(1, "1-0"))
    director.do(decided(1, "0-1"))
    told = director.the(ResultStands)
    assert (told.before, told.pairing.winner) == ("1-0", 2)


def test_a_correction_that_ends_a_match_drops_the_game_after_it() -> None:
    director = four()
    director.do(decided(1, DRAW))
    director.do(actions.GameOpened(BoardNo(1), 2, "G7"))
    director.do(decided(1, "1-0"))
    assert director.the(GamesDropped).codes == ("G7",)
    assert director.event.find(BoardNo(1)).pairing.winner == 1


def test_a_knockout_winner_is_not_corrected_under_the_next_round() -> None:
    director = four()
    director.play_round()
    director.pair()
    assert why(director.refuses(decided(1, "0-1"))) == (Refusal.DEPENDS, {"section": "main", "round": 2})
    director.do(decided(1, "1-0", how=How.FORFEIT))  # the same winner


def test_a_table_is_corrected_under_later_rounds() -> None:
    director = four(System.ROUND_ROBIN)
    director.play_round()
    director.pair()
    first = director.event.sections[0].rounds[0].pairings[0]
    before = {row.entrant: row.points for row in director.event.table("main")}
    director.do(decided(first.board, "0-1"))
    after = {row.entrant: row.points for row in director.event.table("main")}
    assert (after[first.first], after[first.players[1]]) == (
        before[first.first] - 2,
        before[first.players[1]] + 2,
    )


def test_a_correction_of_the_last_game_opens_the_end_again() -> None:
    director = four()
    director.play_on()
    assert director.event.phase is Phase.FINISHED
    assert director.event.sections[0].places[0].entrants == (1,)
    director.do(decided(3, "0-1"))
    assert director.the(SectionReopened).section == "main"
    director.pair()
    assert director.event.phase is Phase.FINISHED
    assert director.event.sections[0].places[0].entrants == (3,)
