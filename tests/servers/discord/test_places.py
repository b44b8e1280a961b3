"""Where the bot may do what: channels, threads, private chats, guilds."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from tests.servers.discord import faults
from tests.servers.discord.model import Channel
from tests.servers.discord.permissions import Permission
from tests.servers.discord.raw import Answer, Raw

Body = dict[str, Any]

EMBED: Body = {"embeds": [{"title": "a"}]}

LACKING: list[tuple[Permission, str, str, Body | None, int]] = [
    (Permission.VIEW_CHANNEL, "POST", "/messages", {"content": "a"}, 50001),
    (Permission.VIEW_CHANNEL, "GET", "", None, 50001),
    (Permission.SEND_MESSAGES, "POST", "/messages", {"content": "a"}, 50013),
    (Permission.EMBED_LINKS, "POST", "/messages", EMBED, 50013),
    (Permission.READ_MESSAGE_HISTORY, "GET", "/messages/{message}", None, 50013),
    (Permission.CREATE_PUBLIC_THREADS, "POST", "/threads", {"name": "a", "type": 11}, 50013),
    (Permission.CREATE_PUBLIC_THREADS, "POST", "/messages/{message}/threads", {"name": "a"}, 50013),
    (Permission.CREATE_PRIVATE_THREADS, "POST", "/threads", {"name": "a"}, 50013),
    (Permission.PIN_MESSAGES, "PUT", "/messages/pins/{message}", None, 50013),
    (Permission.MANAGE_MESSAGES, "DELETE", "/messages/{theirs}", None, 50013),
    (Permission.MANAGE_CHANNELS, "PATCH", "", {"name": "a"}, 50013),
]


@pytest.mark.parametrize(("lacking", "method", "path", "body", "code"), LACKING)
async def test_what_a_permission_is_needed_for(
    raw: Raw, lacking: Permission, method: str, path: str, body: Body | None, code: int
) -> None:
    await raw.says({"content": "a"})
    theirs = await raw.anna.writes("b", raw.hall)
    path = f"/channels/{raw.hall.id}" + path.format(message=raw.hall.messages[0].id, theirs=theirs.id)
    await raw.world.denies(raw.hall, lacking)
    answer = await raw.ask(method, path, body)
    assert (answer.status, answer.code) == (403, code)
    await raw.world.allows(raw.hall, lacking)
    answer = await raw.ask(method, path, body)
    assert answer.status in (200, 204), answer.body


async def test_files_need_a_permission(raw: Raw) -> None:
    await raw.world.denies(raw.hall, Permission.ATTACH_FILES)
    answer = await raw.ask("POST", f"/channels/{raw.hall.id}/messages", {}, files={"a.png": b"a"})
    assert (answer.status, answer.code) == (403, 50013)


UNKNOWN: list[tuple[str, str, int, int]] = [
    ("GET", "/channels/1", 404, 10003),
    ("POST", "/channels/1/messages", 404, 10003),
    ("PATCH", "/channels/{hall}/messages/1", 404, 10008),
    ("PUT", "/channels/{hall}/messages/pins/1", 404, 10008),
    ("GET", "/guilds/1", 404, 10004),
    ("GET", "/guilds/{guild}/members/1", 404, 10013),
    ("GET", "/guilds/{guild}/members/{stranger}", 404, 10007),
    ("GET", "/users/1", 404, 10013),
    ("GET", "/nothing", 404, 0),
    ("GET", "/channels/hall", 400, 50035),
    ("PUT", "/channels/{hall}", 404, 0),
]


@pytest.mark.parametrize(("method", "path", "status", "code"), UNKNOWN)
async def test_what_is_not_there(raw: Raw, method: str, path: str, status: int, code: int) -> None:
    stranger = await raw.world.person("ola", "Ola")
    path = path.format(hall=raw.hall.id, guild=raw.guild.id, stranger=stranger.id)
    answer = await raw.ask(method, path, {"content": "a"} if method in ("POST", "PATCH") else None)
    assert (answer.status, answer.code) == (status, code)


@pytest.mark.parametrize("token", ["", "Bot wrong", "discord-test-token"])
async def test_a_wrong_token_is_refused(raw: Raw, token: str) -> None:
    answer = await raw.ask("GET", "/users/@me", Authorization=token)
    assert (answer.status, answer.body) == (401, {"message": "401: Unauthorized", "code": 0})


async def test_messages_of_others_cannot_be_edited(raw: Raw) -> None:
    theirs = await raw.anna.writes("b", raw.hall)
    answer = await raw.ask("PATCH", f"/channels/{raw.hall.id}/messages/{theirs.id}", {"content": "c"})
    assert (answer.status, answer.code) == (403, 50005)


async def private(raw: Raw) -> tuple[Channel, Answer]:
    """Open the chat with Anna and write to her."""
    opened = await raw.ask("POST", "/users/@me/channels", {"recipient_id": str(raw.anna.id)})
    channel = raw.world.discord.channels[int(opened.body["id"])]
    return channel, await raw.says({"content": "hello"}, channel)


async def test_people_are_written_to_alone(raw: Raw) -> None:
    channel, answer = await private(raw)
    assert (answer.status, raw.anna.reads(channel)) == (200, "hello")
    assert channel is raw.anna.dm
    again, _ = await private(raw)
    assert again is channel


async def test_who_takes_no_messages_gets_none(raw: Raw) -> None:
    raw.anna.closes_messages()
    _, answer = await private(raw)
    assert (answer.status, answer.code) == (403, 50007)
    raw.anna.opens_messages()
    _, answer = await private(raw)
    assert answer.status == 200


async def test_who_has_left_cannot_be_written_to(raw: Raw) -> None:
    await raw.anna.leaves(raw.guild)
    _, answer = await private(raw)
    assert (answer.status, answer.code) == (403, 50278)
    member = await raw.ask("GET", f"/guilds/{raw.guild.id}/members/{raw.anna.id}")
    assert (member.status, member.code) == (404, 10007)


async def thread(raw: Raw) -> Channel:
    made = await raw.ask("POST", f"/channels/{raw.hall.id}/threads", {"name": "Game 1", "type": 11})
    return raw.world.discord.channels[int(made.body["id"])]


BAD_THREADS: list[tuple[Body, str, str]] = [
    ({"name": "a" * 101, "type": 11}, "name", "BASE_TYPE_MAX_LENGTH"),
    ({"name": "", "type": 11}, "name", "BASE_TYPE_REQUIRED"),
    ({"name": "a", "type": 11, "auto_archive_duration": 61}, "auto_archive_duration", "BASE_TYPE_CHOICES"),
    ({"name": "a", "type": 0}, "type", "BASE_TYPE_CHOICES"),
]


@pytest.mark.parametrize(("body", "where", "code"), BAD_THREADS)
async def test_what_is_wrong_with_a_thread(raw: Raw, body: Body, where: str, code: str) -> None:
    answer = await raw.ask("POST", f"/channels/{raw.hall.id}/threads", body)
    assert answer.wrong() == {where: code}


async def test_a_message_has_one_thread(raw: Raw) -> None:
    await raw.says({"content": "a"})
    [message] = raw.hall.messages
    path = f"/channels/{raw.hall.id}/messages/{message.id}/threads"
    made = await raw.ask("POST", path, {"name": "Game 1"})
    assert (made.status, made.body["id"]) == (200, str(message.id))
    again = await raw.ask("POST", path, {"name": "Game 1"})
    assert (again.status, again.code) == (400, 160004)


async def test_an_archived_thread_is_woken_by_writing_and_by_nothing_else(raw: Raw) -> None:
    place = await thread(raw)
    said = await raw.says({"content": "a"}, place)
    path = f"/channels/{place.id}"
    assert (await raw.ask("PATCH", path, {"archived": True})).status == 200
    for method, rest, body in (
        ("PATCH", f"/messages/{said.body['id']}", {"content": "b"}),
        ("PUT", f"/messages/pins/{said.body['id']}", None),
        ("PATCH", "", {"name": "b"}),
    ):
        answer = await raw.ask(method, path + rest, body)
        assert (answer.status, answer.code) == (400, 50083)
    assert (await raw.says({"content": "c"}, place)).status == 200
    assert not place.is_archived


async def test_what_stands_in_an_archived_thread_is_deleted_unless_it_is_locked(raw: Raw) -> None:
    place = await thread(raw)
    said = [await raw.says({"content": "a"}, place) for _ in range(2)]
    await raw.world.archives(place)
    paths = [f"/channels/{place.id}/messages/{one.body['id']}" for one in said]
    assert (await raw.ask("DELETE", paths[0])).status == 204
    assert place.thread is not None
    place.thread.is_locked = True
    assert (await raw.ask("DELETE", paths[1])).code == 50083


async def test_in_a_locked_thread_only_moderators_write_and_edit(raw: Raw) -> None:
    place = await thread(raw)
    said = await raw.says({"content": "a"}, place)
    path = f"/channels/{place.id}/messages/{said.body['id']}"
    assert place.thread is not None
    place.thread.is_locked = True
    await raw.world.allows(raw.hall, Permission.MANAGE_THREADS)
    assert (await raw.ask("PATCH", path, {"content": "b"})).status == 200
    await raw.world.denies(raw.hall, Permission.MANAGE_THREADS)
    assert (await raw.ask("PATCH", path, {"content": "b"})).code == 160005
    assert (await raw.says({"content": "c"}, place)).code == 160005


async def test_whose_thread_it_is_archives_it(raw: Raw) -> None:
    own, theirs = await thread(raw), await raw.anna.opens_thread("Chat", raw.hall)
    answers = [await raw.ask("PATCH", f"/channels/{one.id}", {"archived": True}) for one in (own, theirs)]
    assert [answer.status for answer in answers] == [200, 403]
    locked = await raw.ask("PATCH", f"/channels/{own.id}", {"archived": False, "locked": True})
    assert (locked.status, locked.code) == (403, 50013)


async def test_writing_in_a_thread_has_a_permission_of_its_own(raw: Raw) -> None:
    place = await thread(raw)
    await raw.world.denies(raw.hall, Permission.SEND_MESSAGES)
    assert (await raw.says({"content": "a"}, place)).status == 200
    await raw.world.denies(raw.hall, Permission.SEND_MESSAGES_IN_THREADS)
    assert (await raw.says({"content": "a"}, place)).code == 50013


async def test_whoever_is_mentioned_in_a_thread_is_in_it(raw: Raw) -> None:
    place = await thread(raw)
    await raw.says(
        {
            "content": f"{raw.anna.mention} {raw.piotr.mention}",
            "allowed_mentions": {"users": [str(raw.anna.id)]},
        },
        place,
    )
    assert place.thread is not None
    assert set(place.thread.members) == {raw.world.bot.id, raw.anna.id}


async def test_what_is_deleted_is_gone_with_all_in_it(raw: Raw) -> None:
    place = await thread(raw)
    await raw.world.deletes(raw.hall)
    for channel in (raw.hall, place):
        answer = await raw.says({"content": "a"}, channel)
        assert (answer.status, answer.code) == (404, 10003)


async def test_a_guild_without_the_bot_is_closed_to_it(raw: Raw) -> None:
    await raw.world.removes_bot(raw.guild)
    for answer in (
        await raw.says({"content": "a"}),
        await raw.ask("GET", f"/guilds/{raw.guild.id}"),
        await raw.ask("GET", f"/guilds/{raw.guild.id}/members/{raw.anna.id}"),
    ):
        assert (answer.status, answer.code) == (403, 50001)
    await raw.world.adds_bot(raw.guild)
    assert (await raw.says({"content": "a"})).status == 200


async def test_history_is_read_newest_first(raw: Raw) -> None:
    for word in ("a", "b", "c"):
        await raw.says({"content": word})
    answer = await raw.ask("GET", f"/channels/{raw.hall.id}/messages?limit=2")
    assert [message["content"] for message in answer.body] == ["c", "b"]


async def test_the_application_says_what_it_is(raw: Raw) -> None:
    about = await raw.ask("GET", "/oauth2/applications/@me")
    assert about.body["id"] == str(raw.world.discord.application_id)
    start = await raw.ask("GET", "/gateway/bot")
    assert start.body["url"] == raw.world.discord.gateway_url
    assert start.body["session_start_limit"]["remaining"] == 1000


async def test_a_rate_limit_says_when_to_come_back(raw: Raw) -> None:
    raw.world.faults.limits["POST /channels/{channel_id}/messages"] = (1, 30.0)
    first, second = [await raw.says({"content": "a"}) for _ in range(2)]
    assert (first.headers["X-RateLimit-Limit"], first.headers["X-RateLimit-Remaining"]) == ("1", "0")
    assert second.status == 429
    assert 29 < second.body["retry_after"] <= 30
    assert second.headers["X-RateLimit-Scope"] == "user"
    assert second.headers["X-RateLimit-Bucket"] == first.headers["X-RateLimit-Bucket"]
    other = await raw.world.channel(raw.guild, "other")
    assert (await raw.says({"content": "a"}, other)).status == 200


FAULTS: list[tuple[str, faults.Fault, int]] = [
    ("broken", faults.failure(500), 500),
    ("away", faults.failure(503, "Service Unavailable"), 503),
    ("too often", faults.too_many(1.5), 429),
    ("too often edited", faults.too_many(1.5, code=30046), 429),
    ("cut before", faults.cut(done=False), -1),
    ("cut after", faults.cut(done=True), -1),
    ("a page of a proxy", faults.proxy_page(), 502),
    ("slow", faults.slow(0.05), 200),
]


@pytest.mark.parametrize(("fault", "status"), [case[1:] for case in FAULTS], ids=[case[0] for case in FAULTS])
async def test_what_goes_wrong_when_planned(raw: Raw, fault: faults.Fault, status: int) -> None:
    raw.world.faults.plan("POST /channels/*/messages", fault)
    path = f"{raw.world.discord.api}/channels/{raw.hall.id}/messages"
    headers = {"Authorization": f"Bot {raw.world.discord.token}"}
    try:
        async with raw.http.post(path, json={"content": "a"}, headers=headers) as response:
            assert response.status == status
    except aiohttp.ClientError:
        assert status == -1
    done = fault.cuts == "after" or status == 200
    assert len(raw.hall.messages) == done
    assert (await raw.says({"content": "b"})).status == 200
    assert [call.status for call in raw.world.calls][-1] == 200
