"""Whoever signs up, leaves, answers or presses what and when: an event stays sound, and the group blind.

``DAMKA_EXAMPLES`` is the number of examples; some hundreds find more than the usual run has time for.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cli.database import _recompute, _recompute_event
from bot.commands.tournament.eventfile import ENTERED
from rules.tournament.model import Phase, Standing
from storage.check import check
from tests.commands.room import Heard, keys, words
from tests.tournament_chat.desk import Desk, open_desk

EXAMPLES = int(os.environ.get("DAMKA_EXAMPLES", "10"))
PEOPLE = ("anna", "piotr", "ola", "jan")
REGULATIONS = ("grodziec-2017", "mikolajki-2023", "slidy-2015", "riazor", "pzwarc-64")
YEARS = ("1961", "2017", "2019-02-03")
"""no other number looks like these: if one turns up in the group, an answer has"""

person = st.sampled_from(PEOPLE)
name = st.sampled_from(("Ala", "Ola Nowak", "ala", "Марко", "X Æ A-12"))
reply = st.one_of(
    name,
    st.sampled_from(YEARS),
    st.sampled_from(
        ("me", "child", "other", "keep", "skip", "stop", "boy", "girl", "self", "guardian", "no")
    ),
    st.sampled_from(("IVa", "VII", "1e9", "", "/leave", "tak", "   ", "\ud800", "x" * 300)),
)
by_organiser = st.one_of(
    st.sampled_from(
        (
            "open",
            "open until 12:00",
            "close",
            "lots",
            "lots manual 1 2 3",
            "info",
            "approve",
            "paid",
            "cancel yes",
            "set capacity 3",
            "set names number",
            "set classes IVa VII",
            "seed 1, 2",
            "organiser add @piotr",
        )
    ),
    st.builds("{} {}".format, st.sampled_from(("approve", "reject", "paid", "replace")), st.integers(0, 9)),
    st.builds("add {} class=IVa born=2017 sex=girl".format, name),
    st.builds("add {}".format, name),
    st.builds("replace {} {}".format, st.integers(1, 4), name),
)
step = st.one_of(
    st.tuples(st.just("olga"), st.builds("/tournament {}".format, by_organiser)),
    st.tuples(person, st.builds("/tournament {}".format, by_organiser)),
    st.tuples(person, st.sampled_from(("/join", "/leave", "/leave 1", "/checkin", "/word oak", "/profile"))),
    st.tuples(person, reply.map("@{}".format)),
    st.tuples(person, st.integers(0, 9).map("press {}".format)),
    st.tuples(st.just(""), st.sampled_from(("1", "3600", "90000"))),
    st.tuples(person, name.map("sign up {}".format)),
    st.tuples(person, name.map("sign up {}".format)),
    st.tuples(person, st.just("/forgetme")),
)
RIGHT = {
    "grodziec-2017": ("guardian",),
    "mikolajki-2023": ("IVa", "2017"),
    "slidy-2015": ("2017", "girl"),
    "riazor": (),
    "pzwarc-64": (),
}
"""answers that lead to the end of the questions, behind for whom and the name"""


@settings(max_examples=EXAMPLES)
@given(regulation=st.sampled_from(REGULATIONS), seed=st.integers(0, 99), steps=st.lists(step, max_size=40))
def test_an_event_stays_sound_whatever_people_do(
    regulation: str, seed: int, steps: Sequence[tuple[str, str]]
) -> None:
    with TemporaryDirectory() as folder:
        asyncio.run(_live_through(Path(folder), regulation, seed, steps))


async def _live_through(folder: Path, regulation: str, seed: int, steps: Sequence[tuple[str, str]]) -> None:
    async with open_desk(folder, seed=seed) as desk:
        classes = {"classes": "IVa IVb VII"} if regulation == "mikolajki-2023" else None
        code = await desk.open(regulation, settings=classes)
        buttons: list[tuple[str, str]] = []
        for user, what in steps:
            heard = await _do(desk, regulation, code, user, what, buttons)
            assert "error.ours" not in keys(heard), (user, what)
            buttons += [(message.chat, data) for message in heard for data in message.buttons.values()]
            _check_group(heard)
            await _check_event(desk)
        await _check_database(desk)


async def _do(
    desk: Desk, regulation: str, code: str, user: str, what: str, buttons: Sequence[tuple[str, str]]
) -> list[Heard]:
    if not user:
        return await desk.advance(timedelta(seconds=int(what)))
    if what.startswith("press "):
        if not buttons:
            return []
        chat, data = buttons[-1 - int(what.split()[1]) % len(buttons)]
        return await desk.say(user, press=data, chat=chat if chat == "lib" else f"@{user}")
    if what.startswith("@"):
        return await desk.alone(user, what[1:])
    if what.startswith("sign up "):
        heard = await desk.alone(user, f"/join #{code}")
        for answer in ("child", what.removeprefix("sign up "), *RIGHT[regulation]):
            heard += await desk.answer(user, answer)
        return heard
    if what == "/forgetme":
        [asked] = await desk.alone(user, what)
        return await desk.alone(user, press=asked.button("forget"))
    return await desk.say(user, what)


def _check_group(heard: Sequence[Heard]) -> None:
    """No year and no date of birth is told where others read."""
    public = words([message for message in heard if message.chat == "lib" and message.to is None])
    assert not any(year in public for year in YEARS)


async def _check_event(desk: Desk) -> None:
    file = await desk.event()
    entrants = file.event.entrants
    assert list(entrants) == list(file.cards) == list(range(1, len(entrants) + 1))
    if file.event.capacity is not None and file.phase is Phase.OPEN and not file.rules.sign_up.approval:
        waiting = file.event.having(Standing.WAITING)
        assert not waiting or len(file.event.having(Standing.IN)) >= file.event.capacity
    named = [number for number, entrant in entrants.items() if entrant.standing in ENTERED]
    shown = [desk.texts(file.name(number)).casefold() for number in named]
    assert len(set(shown)) == len(shown)
    if file.event.secret is not None:
        lots = [entrant.lot for entrant in entrants.values() if entrant.lot is not None]
        assert len(set(lots)) == len(lots)


async def _check_database(desk: Desk) -> None:
    """What is stored follows from the log, and nobody who is gone left an answer."""
    assert [finding async for finding in check(desk.database, _recompute, _recompute_event)] == []
    file = await desk.event()
    async with desk.database.reading() as reading:
        for number, entrant in file.event.entrants.items():
            answers = await reading.personal.all(file.cards[number].subject)
            if entrant.standing in (Standing.LEFT, Standing.REJECTED):
                assert set(answers) <= {"name"}
