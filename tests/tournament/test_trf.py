"""Reports: laid out as the format has it, accepted by gacrux's checkers, with a list of what is lost."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import ClassVar

import pytest
from caissify_pairings.fpc import check_trf

from rules.tournament.eventrules import MatchRule, RoundRobinRules, Scoring, System, TieBreak
from rules.tournament.model import EntrantNo, How, MatchGame, PairingKind, PlannedPairing, Standing
from rules.tournament.tie_breaks import TieBreaks
from rules.tournament.trf import TIE_BREAK_CODES, Heading, Lost, Unsaid, ascii_name, to_trf
from tests.tournament.checkers import complaints, run_checker
from tests.tournament.swiss_events import (
    CHESS,
    DRAUGHTS,
    DRAW,
    SwissEvent,
    entrants_of,
    section_of,
    swiss_rules,
    with_results,
)

HEADING = Heading("Damka Open", "Mikolajki", date(2026, 12, 6), date(2026, 12, 7), "Anna Arbiter")


def report_of(event: SwissEvent) -> tuple[str, tuple[Lost, ...]]:
    names = {number: f"Player {number}" for number in event.section.entrants}
    return to_trf(
        event.section, event.entrants, event.rules, names, HEADING, event.request.draw, event.forbidden
    )


def game(white: int, black: int, match: MatchRule = MatchRule()) -> PlannedPairing:  # noqa: B008 - frozen
    return PlannedPairing(PairingKind.GAME, EntrantNo(white), EntrantNo(black), match)


@pytest.mark.parametrize(
    ("seed", "count", "scoring"),
    [(1, 40, CHESS), (2, 39, DRAUGHTS), (3, 25, DRAUGHTS), (4, 16, CHESS), (5, 11, CHESS), (6, 7, DRAUGHTS)],
)
def test_every_round_and_every_tie_break_of_a_lively_event_is_accepted(
    seed: int, count: int, scoring: Scoring, tmp_path: Path
) -> None:
    event = SwissEvent(seed, count, 7 if count > 20 else 5, scoring, late=0.15, leaves=0.05)
    played = sum(1 for _ in event.play())
    text, lost = report_of(event)
    assert lost == ()
    report = tmp_path / "event.trf"
    report.write_text(text, encoding="ascii")
    assert complaints("pairingchecker", report) == []
    # Ranks after so many rounds, by points and the tie-breaks that the report names.
    assert complaints("tiebreakchecker", report, "-n", str(played)) == []
    # And each value by itself.
    coded = {one: code for one, code in TIE_BREAK_CODES.items() if one is not TieBreak.DIRECT_GAME}
    answer = run_checker("tiebreakchecker", report, "-n", str(played), "-t", "PTS", *coded.values())
    ours = TieBreaks(event.section, event.entrants, event.rules)
    for theirs in answer["tiebreakResult"]["competitors"]:
        number = event.section.entrants[theirs["cid"] - 1]
        values = [float(ours.points[number]), *(float(ours.values(one)[number]) for one in coded)]
        assert [float(value) for value in theirs["tiebreakScore"]] == values


def test_a_checker_refuses_the_report_of_a_swapped_pair(tmp_path: Path) -> None:
    event = SwissEvent(8, 10, 3, late=0, leaves=0, asks_bye=0, forfeits=0, siblings=0)
    rounds = list(event.play())
    last = event.section.rounds[-1]
    one, other = (pairing.games[0] for pairing in last.pairings[:2])
    games = (replace(one, black=other.black), replace(other, black=one.black))
    swapped = [
        replace(pairing, second=changed.black, games=(changed,))
        for pairing, changed in zip(last.pairings, games, strict=False)
    ]
    wrong = replace(last, pairings=(*swapped, *last.pairings[2:]))
    event.section = replace(event.section, rounds=(*event.section.rounds[:-1], wrong))
    report = tmp_path / "event.trf"
    report.write_text(report_of(event)[0], encoding="ascii")
    assert complaints("pairingchecker", report) == [len(rounds)]


@pytest.mark.parametrize("seed", range(4))
def test_an_independent_checker_accepts_it_too(seed: int) -> None:
    # It takes every bye for one by pairing: an event in which nobody asks for one or comes late.
    event = SwissEvent(seed, random.Random(seed).randint(9, 16), 5, asks_bye=0, late=0, siblings=0)
    for _ in event.play():
        pass
    summary = check_trf(report_of(event)[0])["summary"]
    assert summary["rounds_checked"] == len(event.section.rounds)
    assert summary["rounds_mismatched"] == 0


def test_a_swiss_of_forty_with_late_entries_and_withdrawals_is_accepted_by_all(tmp_path: Path) -> None:
    # The independent checker takes the rounds before a late entry for byes as well; in this event it makes no
    # difference to what it would pair.
    event = SwissEvent(12, 40, 7, late=0, leaves=0.03, asks_bye=0, siblings=0)
    for number in event.section.entrants[-3:]:
        event.entrants[number] = replace(event.entrants[number], enters=2)
    rounds = list(event.play())
    assert sum(any(plan.kind is PairingKind.BYE for plan in plans) for plans in rounds) == 5
    assert sum(not entrant.is_playing for entrant in event.entrants.values()) == 3
    text, lost = report_of(event)
    assert lost == ()
    report = tmp_path / "event.trf"
    report.write_text(text, encoding="ascii")
    assert complaints("pairingchecker", report) == []
    assert complaints("tiebreakchecker", report) == []
    assert [one["round"] for one in check_trf(text)["rounds"] if not one["match"]] == []


def test_the_layout_is_that_of_the_format() -> None:
    section = section_of(3, 2)
    rules = swiss_rules(DRAUGHTS)
    bye = PlannedPairing(PairingKind.BYE, EntrantNo(3), None, MatchRule())
    section = with_results(section, (game(1, 2), bye), {1: "1-0"})
    names = {EntrantNo(1): "Ada", EntrantNo(2): "Bo"}
    text, lost = to_trf(
        section,
        entrants_of(section),
        rules,
        names,
        HEADING,
        DRAW,
        frozenset({frozenset(section.entrants[1:])}),
    )
    # Cutting the only value leaves 1 and 3 nothing. In full, 1 has the 0 of entrant 2, and 3 has a draw in
    # the one round there is (C.07, 16.4.2): 1, and so the better rank.
    assert text.splitlines() == [
        "012 Damka Open",
        "022 Mikolajki",
        "042 2026/12/06",
        "052 2026/12/07",
        "062 3",
        "102 Anna Arbiter",
        "092 Individual: Swiss-System",
        "142 2",
        "XXR 2",
        text.splitlines()[9],
        "162  W 2.0    D 1.0    L 0.0    P 2.0",
        "192 FIDE_DUTCH_2026",
        "212 PTS BH/C1 BH SB DE WIN",
        "001    1      Ada                                                                2.0    2     2 w 1",
        "001    2      Bo                                                                 0.0    3     1 b 0",
        "001    3      No 3                                                               2.0    1  0000 - U",
        "260   1   2    2    3",
    ]
    assert text.splitlines()[9] in ("152 W", "152 B")
    assert lost == (Lost(Unsaid.NAMES, (EntrantNo(3),)),)


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ganna", "Ganna"),
        ("Żółć Gęślą", "Zolc Gesla"),
        ("Núñez  Peón", "Nunez Peon"),
        ("Людмила", "Lyudmila"),
        ("王小明", "WangXiaoMing"),
        ("A" * 40, "A" * 33),
        ("Maximiliane von Hohenlohe-Langenburg", "Maximiliane von Hohenlohe-Langenb"),
        ("🙂", ":slight_smile:"),
    ],
)
def test_names_are_written_in_ascii_of_at_most_33_characters(name: str, written: str) -> None:
    assert ascii_name(name) == written
    assert written.isascii()
    assert len(written) <= 33


def test_a_round_robin_is_accepted_with_ranks_by_sonneborn_berger(tmp_path: Path) -> None:
    rules = replace(
        swiss_rules(DRAUGHTS, (TieBreak.DIRECT_GAME, TieBreak.SONNEBORN_BERGER, TieBreak.WINS)),
        round_robin=RoundRobinRules(1, MatchRule()),
    )
    section = section_of(4, 3, System.ROUND_ROBIN)
    for games, results in (
        (((1, 4), (2, 3)), ("1-0", "1/2-1/2")),
        (((4, 3), (1, 2)), ("0-1", "-+")),
        (((2, 4), (3, 1)), ("1-0", "0-1")),
    ):
        plan = tuple(game(white, black) for white, black in games)
        section = with_results(section, plan, dict(enumerate(results, start=1)))
    names = {number: f"P{number}" for number in section.entrants}
    text, lost = to_trf(section, entrants_of(section), rules, names, HEADING, DRAW)
    assert lost == ()
    assert "192 FIDE_ROUNDROBIN" in text
    report = tmp_path / "table.trf"
    report.write_text(text, encoding="ascii")
    assert complaints("tiebreakchecker", report) == []


def test_a_knockout_has_no_report() -> None:
    section = section_of(4, 2, System.KNOCKOUT)
    with pytest.raises(ValueError, match="knockout"):
        to_trf(section, entrants_of(section), swiss_rules(), {}, HEADING, DRAW)


class TestWhatIsLost:
    """Everything that the format has no words for is listed with whom it concerns."""

    rules = swiss_rules()
    names: ClassVar = {EntrantNo(number): f"P{number}" for number in range(1, 5)}

    def lost(self, results: dict[int, str], **changes: object) -> dict[Unsaid, tuple[EntrantNo, ...]]:
        section = with_results(section_of(4, 1), (game(1, 2), game(3, 4)), results)
        entrants = entrants_of(section)
        rules = replace(self.rules, **changes)  # type: ignore[arg-type]
        _, lost = to_trf(section, entrants, rules, self.names, HEADING, DRAW)
        return {one.what: one.entrants for one in lost}

    def test_nothing_of_plain_results(self) -> None:
        assert self.lost({1: "1-0", 2: "+-"}) == {}

    def test_draws_with_advantage(self) -> None:
        assert self.lost({1: "1-0", 2: "1+"}) == {Unsaid.ADVANTAGE: (3, 4)}

    def test_tie_breaks_without_a_code(self) -> None:
        assert self.lost({1: "1-0", 2: "0-1"}, tie_breaks=(TieBreak.PLUS_MINUS,)) == {Unsaid.TIE_BREAKS: ()}

    def test_points_for_a_bye_that_are_neither_of_a_win_nor_of_a_draw(self) -> None:
        swiss = self.rules.swiss
        assert swiss is not None
        rules = replace(self.rules, swiss=replace(swiss, requested_bye_points=CHESS.draw / 2))
        bye = PlannedPairing(PairingKind.REQUESTED_BYE, EntrantNo(3), None, MatchRule())
        section = with_results(section_of(3, 1), (game(1, 2), bye), {1: "1-0"})
        _, lost = to_trf(section, entrants_of(section), rules, self.names, HEADING, DRAW)
        assert lost == (Lost(Unsaid.POINTS, (EntrantNo(3),)),)

    def test_games_of_a_match_and_those_annulled(self) -> None:
        section = with_results(section_of(4, 1), (game(1, 2), game(3, 4)), {1: "1-0", 2: "1-0"})
        first, second = section.rounds[0].pairings
        first = replace(first, games=(*first.games, MatchGame(EntrantNo(2), EntrantNo(1), "1-0")))
        second = replace(second, games=(replace(second.games[0], how=How.ANNULLED),))
        section = replace(section, rounds=(replace(section.rounds[0], pairings=(first, second)),))
        text, lost = to_trf(section, entrants_of(section), self.rules, self.names, HEADING, DRAW)
        assert {one.what: one.entrants for one in lost} == {
            Unsaid.MATCHES: (1, 2),
            Unsaid.POINTS: (1, 2),
            Unsaid.ANNULLED: (3, 4),
        }
        assert text.splitlines()[-1].endswith(" 0.0    3")

    def test_the_last_rank_of_the_excluded(self) -> None:
        section = with_results(section_of(2, 1), (game(1, 2),), {1: "1-0"})
        entrants = entrants_of(section)
        entrants[EntrantNo(1)] = replace(entrants[EntrantNo(1)], standing=Standing.EXCLUDED)
        _, lost = to_trf(section, entrants, self.rules, self.names, HEADING, DRAW)
        assert lost == (Lost(Unsaid.EXCLUDED, (EntrantNo(1),)),)


def test_an_open_game_is_written_without_a_result() -> None:
    section = with_results(section_of(2, 1), (game(2, 1),), {1: "1-0"})
    pairing = section.rounds[0].pairings[0]
    still_open = replace(pairing, is_decided=False, games=(replace(pairing.games[0], result=None),))
    section = replace(section, rounds=(replace(section.rounds[0], pairings=(still_open,)),))
    names = {number: f"P{number}" for number in section.entrants}
    text, _ = to_trf(section, entrants_of(section), swiss_rules(), names, HEADING, DRAW)
    assert [line[91:] for line in text.splitlines() if line.startswith("001")] == ["   2 b", "   1 w"]
