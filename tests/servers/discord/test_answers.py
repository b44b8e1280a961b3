"""Answering interactions: once, in time, and in a form that fits."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.servers.discord.interactions import Interaction
from tests.servers.discord.raw import Answer, Raw
from tests.servers.discord.tiny import Tiny, running

Body = dict[str, Any]

FORM = {
    "type": 9,
    "data": {
        "custom_id": "f",
        "title": "a",
        "components": [
            {"type": 18, "label": "Move", "component": {"type": 4, "custom_id": "move", "style": 1}},
        ],
    },
}
SAID: Body = {"type": 4, "data": {"content": "a"}}
HIDDEN: Body = {"type": 4, "data": {"content": "a", "flags": 64}}
DEFERRED: Body = {"type": 5, "data": {"flags": 64}}
OPEN_DEFERRED: Body = {"type": 5}
SEEN: Body = {"type": 6}
UPDATED: Body = {"type": 7, "data": {"content": "b", "components": []}}
OFFERED: Body = {"type": 8, "data": {"choices": [{"name": "a", "value": "a"}]}}


def form(**more: Any) -> Body:
    return {"type": 9, "data": FORM["data"] | more}  # type: ignore[operator]


def field(**more: Any) -> Body:
    return form(
        components=[{"type": 18, "label": "a", "component": {"type": 4, "custom_id": "a", "style": 1} | more}]
    )


async def used(raw: Raw, kind: str = "command") -> Interaction:
    """An interaction that waits for its first answer."""
    discord = raw.world.discord
    if kind == "command":
        path = f"/applications/{discord.application_id}/commands"
        await raw.ask("PUT", path, [{"name": "play", "description": "a"}])
        return await raw.anna.uses("/play", raw.hall, wait=False)
    if kind == "form":
        opened = await used(raw)
        await answer(raw, opened, FORM)
        return await raw.anna.submits(opened.modal, "32-28", wait=False)
    if kind == "typed":
        path = f"/applications/{discord.application_id}/commands"
        typed = {"name": "move", "description": "a", "type": 3, "autocomplete": True}
        await raw.ask("PUT", path, [{"name": "move", "description": "a", "options": [typed]}])
        data = {"id": "1", "name": "move", "type": 1, "options": [typed | {"value": "3", "focused": True}]}
        return await raw.anna._interact(4, raw.hall, data, wait=False)
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "a", "custom_id": "a"}]}
    await raw.says({"content": "a", "components": [row]})
    return await raw.anna.presses("a", raw.hall.messages[-1], wait=False)


async def answer(raw: Raw, interaction: Interaction, body: Body) -> Answer:
    path = f"/interactions/{interaction.id}/{interaction.token}/callback"
    return await raw.ask("POST", path, body, Authorization="")


def hook(raw: Raw, interaction: Interaction, rest: str = "") -> str:
    return f"/webhooks/{raw.world.discord.application_id}/{interaction.token}{rest}"


FIT: list[tuple[str, Body, bool]] = [
    ("command", SAID, True),
    ("command", DEFERRED, True),
    ("command", FORM, True),
    ("command", SEEN, False),
    ("command", UPDATED, False),
    ("command", OFFERED, False),
    ("press", SAID, True),
    ("press", SEEN, True),
    ("press", UPDATED, True),
    ("press", FORM, True),
    ("form", SAID, True),
    ("form", FORM, False),
    ("form", UPDATED, False),
    ("typed", OFFERED, True),
    ("typed", SAID, False),
    ("command", {"type": 1}, False),
    ("command", {}, False),
]


@pytest.mark.parametrize(("kind", "body", "fits"), FIT)
async def test_what_answers_what(raw: Raw, kind: str, body: Body, fits: bool) -> None:
    interaction = await used(raw, kind)
    given = await answer(raw, interaction, body)
    assert (given.status == 204) is fits, given.body
    assert interaction.answered.is_set() is fits


async def test_it_is_answered_once(raw: Raw) -> None:
    interaction = await used(raw)
    await answer(raw, interaction, SAID)
    again = await answer(raw, interaction, SAID)
    assert (again.status, again.code) == (400, 40060)
    assert len(raw.hall.messages) == 1


@pytest.mark.parametrize(("seconds", "code"), [(2.5, None), (3.1, 10062)])
async def test_it_is_answered_in_three_seconds(raw: Raw, seconds: float, code: int | None) -> None:
    interaction = await used(raw)
    interaction.grow_older(timedelta(seconds=seconds))
    given = await answer(raw, interaction, SAID)
    assert (given.code if given.body else None) == code


async def test_a_wrong_token_is_no_interaction(raw: Raw) -> None:
    interaction = await used(raw)
    given = await raw.ask("POST", f"/interactions/{interaction.id}/x/callback", SAID)
    assert (given.status, given.code) == (404, 10062)


@pytest.mark.parametrize(
    ("minutes", "status", "code"), [(14, 200, None), (15, 401, 50027)], ids=["in time", "too late"]
)
async def test_its_token_is_good_for_a_quarter_of_an_hour(
    raw: Raw, minutes: int, status: int, code: int | None
) -> None:
    interaction = await used(raw)
    await answer(raw, interaction, SAID)
    interaction.grow_older(timedelta(minutes=minutes))
    for method, rest in (("POST", ""), ("PATCH", "/messages/@original")):
        given = await raw.ask(method, hook(raw, interaction, rest), {"content": "b"})
        assert (given.status, given.body.get("code")) == (status, code)


async def test_nothing_follows_before_the_first_answer(raw: Raw) -> None:
    interaction = await used(raw)
    given = await raw.ask("POST", hook(raw, interaction), {"content": "a"})
    assert (given.status, given.code) == (404, 10015)


async def test_who_sees_what(raw: Raw) -> None:
    interaction = await used(raw)
    await answer(raw, interaction, DEFERRED)
    assert interaction.is_thinking
    await raw.ask("PATCH", hook(raw, interaction, "/messages/@original"), {"content": "mine"})
    await raw.ask("POST", hook(raw, interaction), {"content": "hidden", "flags": 64})
    await raw.ask("POST", hook(raw, interaction), {"content": "open"})
    assert raw.anna.reads(raw.hall).split("\n") == ["mine", "hidden", "open"]
    assert raw.piotr.reads(raw.hall) == "open"
    hidden = interaction.messages[0]
    for method in ("PATCH", "DELETE", "GET"):
        given = await raw.ask(method, f"/channels/{raw.hall.id}/messages/{hidden.id}", {"content": "x"})
        assert given.code == 10008


@pytest.mark.parametrize("is_locked", [False, True])
async def test_a_press_brings_a_thread_back_unless_it_is_locked(raw: Raw, is_locked: bool) -> None:
    place = await raw.anna.opens_thread("Game 1", raw.hall)
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "a", "custom_id": "a"}]}
    await raw.says({"content": "a", "components": [row]}, place)
    await raw.world.archives(place)
    assert place.thread is not None
    place.thread.is_locked = is_locked
    interaction = await raw.anna.presses("a", place.messages[-1], wait=False)
    given = await answer(raw, interaction, UPDATED)
    assert (given.status, place.is_archived) == ((400, True) if is_locked else (204, False))


async def test_ephemeral_messages_come_as_if_they_were_private(raw: Raw) -> None:
    async with running(raw.world.discord, Tiny()):
        interaction = await used(raw)
        await answer(raw, interaction, HIDDEN)
        name, event = raw.world.gateway.session.events[-1][1:]
        assert (name, event["flags"], "guild_id" in event) == ("MESSAGE_CREATE", 64, False)


async def test_the_first_message_after_thinking_takes_its_place(raw: Raw) -> None:
    interaction = await used(raw)
    await answer(raw, interaction, DEFERRED)
    await raw.ask("POST", hook(raw, interaction), {"content": "open?"})
    assert [message.is_ephemeral for message in interaction.messages] == [True]
    assert not interaction.is_thinking


async def test_a_press_updates_its_message(raw: Raw) -> None:
    interaction = await used(raw, "press")
    await answer(raw, interaction, UPDATED)
    [message] = raw.hall.messages
    assert (message.content, message.components) == ("b", [])
    await raw.ask("PATCH", hook(raw, interaction, "/messages/@original"), {"content": "c"})
    assert message.content == "c"
    given = await raw.ask("DELETE", hook(raw, interaction, "/messages/@original"))
    assert (given.status, message.is_deleted) == (204, True)


async def test_a_callback_says_what_it_made_where_asked(raw: Raw) -> None:
    interaction = await used(raw)
    path = f"/interactions/{interaction.id}/{interaction.token}/callback?with_response=1"
    given = await raw.ask("POST", path, HIDDEN)
    assert given.body["interaction"]["response_message_ephemeral"] is True
    assert given.body["resource"]["message"]["content"] == "a"


WRONG: list[tuple[str, str, Body, str, str]] = [
    (
        "choices",
        "typed",
        {"type": 8, "data": {"choices": [{"name": "a", "value": "a"}] * 26}},
        "data.choices",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        "choice",
        "typed",
        {"type": 8, "data": {"choices": [{"name": "a" * 101, "value": "a"}]}},
        "data.choices.0.name",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        "value",
        "typed",
        {"type": 8, "data": {"choices": [{"name": "a", "value": ""}]}},
        "data.choices.0.value",
        "BASE_TYPE_REQUIRED",
    ),
    ("title", "command", form(title="a" * 46), "data.title", "BASE_TYPE_MAX_LENGTH"),
    ("no title", "command", form(title=""), "data.title", "BASE_TYPE_REQUIRED"),
    ("custom id", "command", form(custom_id="a" * 101), "data.custom_id", "BASE_TYPE_MAX_LENGTH"),
    ("no fields", "command", form(components=[]), "data.components", "BASE_TYPE_BAD_LENGTH"),
    (
        "label",
        "command",
        form(
            components=[
                {"type": 18, "label": "a" * 46, "component": {"type": 4, "custom_id": "a", "style": 1}}
            ]
        ),
        "data.components.0.label",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        "placeholder",
        "command",
        field(placeholder="a" * 101),
        "data.components.0.component.placeholder",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        "length",
        "command",
        field(max_length=4001),
        "data.components.0.component.max_length",
        "NUMBER_TYPE_MAX",
    ),
    ("style", "command", field(style=3), "data.components.0.component.style", "BASE_TYPE_CHOICES"),
    (
        "an old label",
        "command",
        form(
            components=[
                {"type": 1, "components": [{"type": 4, "custom_id": "a", "style": 1, "label": "a" * 46}]}
            ]
        ),
        "data.components.0.components.0.label",
        "BASE_TYPE_MAX_LENGTH",
    ),
    ("flags", "command", {"type": 5, "data": {"flags": 1 << 15}}, "data.flags", "MESSAGE_FLAGS_INVALID"),
    (
        "content",
        "command",
        {"type": 4, "data": {"content": "a" * 2001}},
        "data.content",
        "BASE_TYPE_MAX_LENGTH",
    ),
]


@pytest.mark.parametrize(
    ("kind", "body", "where", "code"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG]
)
async def test_what_is_wrong_with_an_answer(raw: Raw, kind: str, body: Body, where: str, code: str) -> None:
    interaction = await used(raw, kind)
    given = await answer(raw, interaction, body)
    assert (given.status, given.code) == (400, 50035)
    assert given.wrong() == {where: code}
    # What was refused has not been answered: there is time for another try.
    assert not interaction.answered.is_set()


async def test_a_form_is_filled_in_as_it_was_shown(raw: Raw) -> None:
    opened = await used(raw)
    await answer(raw, opened, FORM)
    assert opened.modal is not None
    assert list(opened.modal.fields) == ["Move"]
    sent = await raw.anna.submits(opened.modal, move="32-28", wait=False)
    component = {"type": 4, "custom_id": "move", "value": "32-28"}
    assert sent.data == {"custom_id": "f", "components": [{"type": 18, "component": component}]}
    with pytest.raises(AssertionError, match="has to be filled in"):
        await raw.anna.submits(opened.modal, "", wait=False)
    with pytest.raises(AssertionError, match="has no"):
        await raw.anna.submits(opened.modal, other="a", wait=False)


async def test_only_what_is_there_can_be_pressed(raw: Raw) -> None:
    interaction = await used(raw)
    hidden = {
        "type": 1,
        "components": [{"type": 2, "style": 1, "label": "x", "custom_id": "x", "disabled": True}],
    }
    await answer(raw, interaction, {"type": 4, "data": {"content": "a", "flags": 64, "components": [hidden]}})
    message = interaction.messages[0]
    for person, label, why in (
        (raw.piotr, "x", "does not see"),
        (raw.anna, "y", "no button"),
        (raw.anna, "x", "disabled"),
    ):
        with pytest.raises(AssertionError, match=why):
            await person.presses(label, message)
