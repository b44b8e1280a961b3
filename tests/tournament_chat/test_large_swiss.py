"""A Swiss of forty in a chat, whose report independent programs check round by round."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from caissify_pairings.fpc import check_trf

from bot.replies import Document
from rules.pieces import Color
from rules.tournament.model import EntrantNo, Pairing, PairingKind, Phase, PlannedPairing, Standing
from tests.tournament.checkers import complaints
from tests.tournament.second_opinion import as_pairs, dutch_pairs
from tests.tournament_chat.hall import open_hall

ENTRANTS, LATE, ROUNDS = 37, 3, 7
RESULTS = ("1-0", "1-0", "0-1", "1/2", "0-1", "1-0", "1/2", "+/-")
"""``+/-``: one of the two has not come"""


async def test_a_swiss_of_forty_with_odd_numbers_late_entries_and_withdrawals(tmp_path: Path) -> None:
    chance = random.Random(9)
    async with open_hall(tmp_path) as hall:
        await hall.open("riazor", settings={"start": "2026-12-06 19:30", "rounds": str(ROUNDS)})
        for number in range(1, ENTRANTS + 1):
            await hall.organise(f"/tournament add Player {number}")
        await hall.close_and_draw()
        await hall.organise("/tournament set pace by-hand")
        await hall.organise("/tournament start")
        for round_ in range(1, ROUNDS + 1):
            if round_ > 1:
                await hall.organise("/next")
            if round_ == 2:
                for number in range(LATE):
                    await hall.organise(f"/tournament add Late {number + 1}")
            due = list(await hall.due())
            if round_ in (3, 5, 6):  # somebody leaves, once before their game, once after it
                gone = due[0].white if round_ == 3 else due[-1].black
                await hall.organise(f"/withdraw {gone}")
            for game in await hall.due():
                await hall.organise(f"/result {game.board} {chance.choice(RESULTS)}")
        event = (await hall.event()).event
        assert event.phase is Phase.FINISHED
        heard = await hall.organise("/export trf")
    document = next(h.reply.document for h in heard if h.reply.document is not None)
    assert isinstance(document, Document)
    report = tmp_path / "event.trf"
    report.write_text(document.text, encoding="ascii")

    (section,) = event.sections
    assert len(section.entrants) == ENTRANTS + LATE
    assert len(section.rounds) == ROUNDS
    assert len(event.having(Standing.WITHDRAWN)) == 3
    byes = [p.kind is PairingKind.BYE for r in section.rounds for p in r.pairings if p.second is None]
    assert sum(byes) >= 3
    assert complaints("pairingchecker", report) == []
    assert complaints("tiebreakchecker", report) == []
    # Reading a report, it takes rounds before a late entry for byes by pairing; in this event it makes no
    # difference to what it would pair. Below it is told what each of them was.
    assert [one["round"] for one in check_trf(document.text)["rounds"] if not one["match"]] == []
    first = section.rounds[0].pairings[0]
    began = Color.WHITE if first.first == min(first.players) else Color.BLACK
    for round_ in section.rounds:
        before = replace(section, rounds=section.rounds[: round_.number - 1])
        playing = sorted(number for pairing in round_.pairings for number in pairing.players)
        assert dutch_pairs(before, [EntrantNo(n) for n in playing], ROUNDS, began) == as_pairs(
            [_planned(pairing) for pairing in round_.pairings]
        )


def _planned(pairing: Pairing) -> PlannedPairing:
    return PlannedPairing(pairing.kind, pairing.first, pairing.second, pairing.match)
