"""Roles of a chat: whoever has the one that its settings name organises, or is arbiter."""

from __future__ import annotations

import pytest

from tests.commands.room import Room, keys

ORGANISERS, ARBITERS = "100200300", "100200301"


async def set_up(room: Room) -> None:
    await room.say("eva", f"/settings organisers <@&{ORGANISERS}>", admin=True, roles=("1",))
    await room.say("eva", f"/settings arbiters {ARBITERS}", admin=True, roles=("1",))


async def test_a_role_organises_the_events_of_its_chat(room: Room) -> None:
    await set_up(room)
    await room.say("olga", "/tournament new riazor Open")
    assert keys(await room.say("jan", "/tournament open"))[0] == "tournament.not-organiser"
    heard = await room.say("jan", "/tournament open", roles=(ORGANISERS,))
    assert "signup.open" in keys(heard)
    [refused] = await room.say("jan", "/tournament close", roles=(ARBITERS,))
    assert refused.keys[0] == "tournament.not-organiser"


async def test_the_same_role_means_nothing_in_another_chat(room: Room) -> None:
    await set_up(room)
    await room.say("olga", "/tournament new riazor Open", chat="other")
    [refused] = await room.say("jan", "/tournament open", roles=(ORGANISERS,), chat="other")
    assert refused.keys[0] == "tournament.not-organiser"


async def test_a_role_judges_the_games_of_its_chat(room: Room) -> None:
    await set_up(room)
    code = await room.begin("riazor")
    [refused] = await room.say("jan", f"/adjudicate {code} 1-0 because", roles=(ORGANISERS,))
    assert refused.keys == ["refused.not-an-arbiter"]
    heard = await room.say("jan", f"/adjudicate {code} 1-0 because", roles=(ARBITERS,))
    assert "end.title" in keys(heard)


async def test_none_takes_the_role_away_again(room: Room) -> None:
    await set_up(room)
    await room.say("olga", "/tournament new riazor Open")
    await room.say("eva", "/settings organisers none", admin=True)
    [refused] = await room.say("jan", "/tournament open", roles=(ORGANISERS,))
    assert refused.keys[0] == "tournament.not-organiser"


@pytest.mark.parametrize("value", ["@everybody", "organisers", "<@12>x", "1" * 30])
async def test_what_is_no_role_is_refused(room: Room, value: str) -> None:
    [refused] = await room.say("eva", f"/settings organisers {value}", admin=True)
    assert refused.keys == ["settings.unknown-role"]


async def test_roles_are_shown_where_there_are_any(room: Room) -> None:
    [plain] = await room.say("anna", "/settings")
    assert "setting.organisers" not in plain.keys
    [shown] = await room.say("anna", "/settings", roles=("1",))
    assert {"setting.organisers", "settings.no-role"} <= set(shown.keys)
