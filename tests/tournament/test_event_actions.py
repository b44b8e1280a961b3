"""The log's entries: every kind has a stable name and a body that is read back as it was."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from rules.actions import UnknownAction
from rules.tournament import actions
from rules.tournament.action import EventAction
from rules.tournament.actions import SCHEMA, Missing, PlannedSection, Settings, from_body
from rules.tournament.eventrules import MatchRule, Pace, System
from rules.tournament.model import BoardNo, ConsentBy, EntrantNo, How, PairingKind, Place, PlannedPairing

N, B = EntrantNo, BoardNo
AT = datetime(2026, 12, 6, 19, 30, tzinfo=UTC)
TIME = "2026-12-06T19:30:00+00:00"

STORED: list[tuple[EventAction, str, dict[str, Any]]] = [
    (actions.Created(Settings(2026)), "created", {"settings": {"year": 2026}}),
    (
        actions.Configured(
            Settings(2026, ("IVa",), 16, AT, "Hall", System.SWISS, 5, Pace.AT_ONCE)
        ),
        "configured",
        {
            "settings": {
                "year": 2026, "classes": ["IVa"], "capacity": 16, "starts": TIME, "place": "Hall",
                "system": "swiss", "rounds": 5, "pace": "at-once",
            }
        },
    ),
    (actions.Opened("ab", AT), "opened", {"commitment": "ab", "closes": TIME}),
    (actions.Closed(), "closed", {}),
    (actions.Cancelled(), "cancelled", {}),
    (actions.Scheduled(AT), "scheduled", {"at": TIME}),
    (actions.PointShown(2), "point-shown", {"index": 2}),
    (
        actions.Joined(N(3), "older", "VIIa", "girl", "1", ConsentBy.GUARDIAN, True),
        "joined",
        {
            "number": 3, "category": "older", "group": "VIIa", "prize_list": "girl", "consent": "1",
            "consent_by": "guardian", "by_organiser": True,
        },
    ),
    (actions.Approved(N(3)), "approved", {"number": 3}),
    (actions.Rejected(N(3)), "rejected", {"number": 3}),
    (actions.Paid(N(3), False), "paid", {"number": 3, "is_paid": False}),
    (actions.CheckedIn(N(3)), "checked-in", {"number": 3}),
    (actions.Recategorised(N(3), "older"), "recategorised", {"number": 3, "category": "older"}),
    (
        actions.Consented(N(3), "2", ConsentBy.SELF),
        "consented",
        {"number": 3, "consent": "2", "consent_by": "self"},
    ),
    (actions.Replaced(N(3), N(9)), "replaced", {"number": 3, "new_number": 9}),
    (actions.Seeded((N(3), N(1))), "seeded", {"order": [3, 1]}),
    (actions.Forbade(N(3), N(1), False), "forbade", {"first": 3, "second": 1, "is_forbidden": False}),
    (actions.WordAdded(N(3), "ab"), "word-added", {"number": 3, "hash": "ab"}),
    (actions.LotsDrawn("s", (N(2), N(1))), "lots-drawn", {"secret": "s", "order": [2, 1]}),
    (actions.LotsEntered("s", (N(2), N(1))), "lots-entered", {"secret": "s", "order": [2, 1]}),
    (
        actions.Started(0, (PlannedSection("a", "c", "", System.KNOCKOUT, (N(2), N(1)), 4),)),
        "started",
        {
            "stage": 0,
            "sections": [
                {
                    "id": "a", "category": "c", "group": "", "system": "knockout", "entrants": [2, 1],
                    "goes_on": 4,
                }
            ],
        },
    ),
    (actions.RoundsSet("a", 4), "rounds-set", {"section": "a", "rounds": 4}),
    (
        actions.Paired(
            "a",
            1,
            B(7),
            (
                PlannedPairing(PairingKind.FINAL, N(2), N(1), MatchRule(to_wins=2), "younger", "Z7", "6.3"),
                PlannedPairing(PairingKind.BYE, N(3), None, MatchRule()),
            ),
            AT,
        ),
        "paired",
        {
            "section": "a", "round": 1, "first_board": 7, "deadline": TIME,
            "pairings": [
                {
                    "kind": "final", "first": 2, "second": 1, "match": {"to_wins": 2},
                    "white_by": "younger", "white_article": "Z7", "article": "6.3",
                },
                {"kind": "bye", "first": 3, "second": None, "match": {}},
            ],
        },
    ),
    (actions.DeadlineSet("a", 1, None), "deadline-set", {"section": "a", "round": 1, "deadline": None}),
    (
        actions.DeadlinePassed("a", 1, (Missing(B(7), (N(2),)),)),
        "deadline-passed",
        {"section": "a", "round": 1, "missing": [{"board": 7, "entrants": [2]}]},
    ),
    (
        actions.SectionFinished("a", (Place(1, (N(2),), "6.3"),), (N(2),)),
        "section-finished",
        {
            "section": "a", "places": [{"first": 1, "entrants": [2], "article": "6.3"}], "goes_on": [2],
        },
    ),
    (actions.EventFinished(), "event-finished", {}),
    (actions.GameOpened(B(7), 1, "G7"), "game-opened", {"board": 7, "game": 1, "code": "G7"}),
    (
        actions.GameEnded(B(7), 1, "G7", "1+", How.PLAYED, "agreement", "6.5"),
        "game-ended",
        {"board": 7, "game": 1, "code": "G7", "result": "1+", "reason": "agreement", "article": "6.5"},
    ),
    (actions.GameCalledOff(B(7), 1, "G7"), "game-called-off", {"board": 7, "game": 1, "code": "G7"}),
    (
        actions.Reported(B(7), 1, "1-0", N(2), How.FORFEIT),
        "reported",
        {"board": 7, "game": 1, "result": "1-0", "by": 2, "how": "forfeit"},
    ),
    (actions.Confirmed(B(7), 1, N(1)), "confirmed", {"board": 7, "game": 1, "by": 1}),
    (actions.Decided(B(7), 1, "0-1"), "decided", {"board": 7, "game": 1, "result": "0-1"}),
    (actions.Withdrawn(N(2)), "withdrawn", {"number": 2}),
    (actions.Returned(N(2)), "returned", {"number": 2}),
    (actions.Excluded(N(2), "6.5"), "excluded", {"number": 2, "article": "6.5"}),
    (actions.ByeRequested(N(2), 3), "bye-requested", {"number": 2, "round": 3}),
    (actions.Paused(), "paused", {}),
    (actions.Resumed(), "resumed", {}),
    (actions.Undone(12), "undone", {"seq": 12}),
]  # fmt: skip


@pytest.mark.parametrize(("action", "kind", "body"), STORED, ids=[kind for _, kind, _ in STORED])
def test_an_action_is_stored_and_read_back(action: EventAction, kind: str, body: dict[str, Any]) -> None:
    assert action.kind == kind
    assert action.to_body() == body
    assert from_body(kind, SCHEMA, json.loads(json.dumps(body))) == action


def test_every_kind_of_action_has_its_row() -> None:
    def kinds(cls: type) -> set[str]:
        return {cls.kind for cls in cls.__subclasses__()}  # type: ignore[attr-defined]

    assert {kind for _, kind, _ in STORED} == kinds(EventAction)


@pytest.mark.parametrize(
    ("kind", "schema", "body"),
    [
        pytest.param("flown", SCHEMA, {}, id="another kind"),
        pytest.param("closed", SCHEMA + 1, {}, id="a later schema"),
        pytest.param("closed", SCHEMA, {"by": 1}, id="a field too many"),
        pytest.param("approved", SCHEMA, {}, id="a field missing"),
        pytest.param("approved", SCHEMA, {"number": "3"}, id="a text for a number"),
        pytest.param("approved", SCHEMA, {"number": True}, id="a truth for a number"),
        pytest.param("seeded", SCHEMA, {"order": 3}, id="a number for a list"),
        pytest.param("scheduled", SCHEMA, {"at": "tomorrow"}, id="no time"),
        pytest.param("scheduled", SCHEMA, {"at": 5}, id="a number for a time"),
        pytest.param("created", SCHEMA, {"settings": 2026}, id="a number for an object"),
        pytest.param("created", SCHEMA, {"settings": {"year": 2026, "system": "chess"}}, id="no system"),
    ],
)
def test_what_this_version_cannot_read_is_told(kind: str, schema: int, body: dict[str, Any]) -> None:
    with pytest.raises(UnknownAction) as caught:
        from_body(kind, schema, body)
    assert caught.value.data == {"kind": kind, "schema": schema}
