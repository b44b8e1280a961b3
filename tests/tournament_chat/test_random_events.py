"""Whatever organisers do in whatever order: an event stays sound, and its log tells the same again."""

from __future__ import annotations

import random
from datetime import timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from rules.tournament.eventrules import System
from rules.tournament.match import was_played
from rules.tournament.model import Phase, Section, Standing
from tests.commands.room import keys
from tests.tournament_chat.hall import Hall, open_hall

RESULTS = ("1-0", "0-1", "1/2", "+/-", "-/+", "-/-")
STEPS = 45


def word(hall: Hall, chance: random.Random, numbers: int, boards: int) -> str:
    """Something that an organiser may say, sensible or not."""
    number, board = chance.randint(1, numbers), chance.randint(1, max(1, boards))
    return chance.choice(
        (
            *[f"/result {board} {chance.choice(RESULTS)}"] * 6,
            *["/next"] * 3,
            "/undo",
            f"/withdraw {number}",
            f"/return {number}",
            f"/exclude {number} talking",
            f"/bye {number}",
            f"/tournament add Late {numbers}{board}",
            "/standings",
            "/pairings",
        )
    )


def check(section: Section) -> None:
    """Nobody plays themselves, is paired twice in a round, or meets again in a Swiss."""
    met = []
    for round_ in section.rounds:
        paired = [number for pairing in round_.pairings for number in pairing.players]
        assert len(paired) == len(set(paired)) or section.system is not System.SWISS
        for pairing in round_.pairings:
            assert pairing.first != pairing.second
            if pairing.second is not None and was_played(pairing):
                met.append(frozenset(pairing.players))
    assert section.system is not System.SWISS or len(met) == len(set(met))


@pytest.mark.parametrize("system", [system.value for system in System])
@pytest.mark.parametrize("seed", range(3))
async def test_a_random_event_stays_sound(tmp_path: Path, system: str, seed: int) -> None:
    chance = random.Random(f"{system} {seed}")
    async with open_hall(tmp_path, seed=seed) as hall:
        await hall.begin_event("pzwarc-64", ["anna", "piotr"], 5, system=system, rounds="4")
        for _ in range(STEPS):
            if (await hall.event()).phase is Phase.CLOSED:  # its start was taken back
                await hall.organise("/tournament start")
            event = (await hall.event()).event
            due = [game.board for game in event.next_games()]
            board = chance.choice(due) if due and chance.random() < 0.8 else event.next_board
            text = word(hall, chance, len(event.entrants), board)
            if due and text.startswith("/result"):
                text = f"/result {board} {chance.choice(RESULTS)}"
            heard = await hall.organise(text)
            assert "error.ours" not in keys(heard), text
            assert heard, text
            for section in (await hall.event()).event.sections:
                check(section)
        for _ in range(60):
            if (await hall.event()).phase is Phase.CLOSED:
                await hall.organise("/tournament start")
            event = (await hall.event()).event
            if event.phase is not Phase.RUNNING:
                break
            if event.next_games():
                await hall.decide_all("1-0", "0-1", "1-0")
                continue
            heard = await hall.organise("/next")
            if "cannot-pair" in keys(heard):
                await hall.organise(f"/tournament rounds {max(1, len(event.sections[0].rounds))}")
        await hall.advance(timedelta(0))
        event = (await hall.event()).event
        assert event.phase is Phase.FINISHED
        for section in event.sections:
            placed = [number for place in section.places for number in place.entrants]
            assert sorted(placed) == sorted(section.entrants)
        assert all(
            score.points >= Fraction(0) for section in event.sections for score in event.table(section.id)
        )
        out = {e.number for e in event.having(Standing.EXCLUDED)}
        assert not out & {awarded.entrant for awarded in event.awards()}
