"""Sign-up in any order keeps to its capacity and to its order."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.tournament import actions
from rules.tournament.actions import EventAction, Settings
from rules.tournament.eventrules import SignUp, System
from rules.tournament.model import EntrantNo, Standing
from rules.tournament.refusals import EventRefused
from tests.tournament.directing import Director, rules_for

NUMBERS = st.integers(1, 12).map(EntrantNo)
ACTIONS: st.SearchStrategy[EventAction] = st.one_of(
    st.builds(actions.Joined, st.just(EntrantNo(0)), by_organiser=st.booleans()),
    st.builds(actions.Approved, NUMBERS),
    st.builds(actions.Rejected, NUMBERS),
    st.builds(actions.Withdrawn, NUMBERS),
    st.builds(actions.Excluded, NUMBERS),
    st.builds(actions.Replaced, NUMBERS, st.just(EntrantNo(0))),
    st.builds(lambda capacity: actions.Configured(Settings(2026, capacity=capacity)), st.integers(1, 6)),
)


@settings(max_examples=150)
@given(st.booleans(), st.lists(ACTIONS, max_size=40))
def test_nobody_waits_where_there_is_room_and_numbers_are_given_once(
    approval: bool, steps: list[EventAction]
) -> None:
    sign_up = SignUp(questions=(), approval=approval, capacity=3)
    director = Director(rules_for(System.SWISS, sign_up=sign_up))
    director.open()
    let_in = 0
    for step in steps:
        number = director.event.next_number
        if isinstance(step, actions.Joined):
            step = replace(step, number=number)
        elif isinstance(step, actions.Replaced):
            step = replace(step, new_number=number)
        waited = isinstance(step, actions.Approved) and director.event.entrants.get(step.number)
        over = bool(waited) and waited.standing is Standing.WAITING
        before = len(director.event.having(Standing.IN))
        try:
            director.do(step)
        except EventRefused:
            continue
        now = director.event.having(Standing.IN)
        let_in = max(let_in, before + 1) if over else let_in
        room = director.event.capacity or 0
        assert len(now) <= max(room, before, let_in)
        assert not director.event.having(Standing.WAITING) or len(now) >= room
        assert list(director.event.entrants) == [*range(1, director.event.next_number)]
    assert director.replayed() == director.event
