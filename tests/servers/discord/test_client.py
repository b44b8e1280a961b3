"""discord.py's own client on the server: logging in, hearing, answering, being cut off."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import timedelta

import aiohttp
import discord
import pytest
import pytest_asyncio

from tests.servers.discord import faults
from tests.servers.discord.model import Channel, Guild
from tests.servers.discord.people import Person
from tests.servers.discord.tiny import PICTURE, Tiny, buttons, running
from tests.servers.discord.world import World


@dataclass
class Scene:
    world: World
    guild: Guild
    hall: Channel
    anna: Person
    piotr: Person
    bot: Tiny

    @property
    def there(self) -> discord.TextChannel:
        found = self.bot.get_channel(self.hall.id)
        assert isinstance(found, discord.TextChannel)
        return found


@pytest_asyncio.fixture
async def scene() -> AsyncIterator[Scene]:
    async with World() as world:
        guild = await world.guild("Riazor")
        hall = await world.channel(guild, "hall")
        anna = await world.person("anna", "Anna", guild)
        piotr = await world.person("piotr", "Piotr", guild)
        async with running(world.discord, Tiny()) as bot:
            yield Scene(world, guild, hall, anna, piotr, bot)


async def test_it_logs_in_and_knows_its_guild(scene: Scene) -> None:
    assert [guild.name for guild in scene.bot.guilds] == ["Riazor"]
    assert scene.there.name == "hall"
    assert scene.there.permissions_for(scene.there.guild.me).send_messages
    assert scene.world.syncs == 1
    assert [name for _, name, _ in scene.world.gateway.session.events[:2]] == ["READY", "GUILD_CREATE"]


async def test_a_command_is_deferred_edited_and_followed_up(scene: Scene) -> None:
    done = await scene.anna.uses("/play", scene.hall, opponent=scene.piotr, regulation="riga")
    await scene.world.settled()
    assert done.text == f"{scene.piotr.mention} by riga\nmore"
    assert [message.text for message in scene.anna.sees(scene.hall)] == done.text.split("\n")
    assert scene.piotr.sees(scene.hall) == []
    assert all(not message.pings for message in done.messages)


async def test_what_is_typed_is_completed(scene: Scene) -> None:
    offered = await scene.anna.completes("/play", scene.hall, option="regulation", typed="ri")
    assert offered == {"Riazor": "riazor", "Riga": "riga"}


async def test_a_picture_with_buttons_and_a_form(scene: Scene) -> None:
    shown = await scene.anna.uses("/board show", scene.hall)
    await scene.world.settled()
    message = shown.messages[0]
    assert (message.attachments[0].content, message.attachments[0].description) == (PICTURE, "White to move")
    assert message.attachments[0].is_embedded
    assert message.labels == ["Ask", "Turn"]
    asked = await scene.piotr.presses("Ask", message)
    said = await scene.piotr.submits(asked.modal, "32-28")
    assert said.text == "You said 32-28"
    assert said.messages[0].is_ephemeral
    await scene.piotr.presses("Turn", message)
    assert message.content == "pressed turn"
    assert [revision.content for revision in message.revisions] == [""]


async def test_a_file_is_handed_over(scene: Scene) -> None:
    done = await scene.anna.uses("/board load", scene.hall, file=("rules.toml", b"[rules]"))
    assert done.text == "[rules]"


async def test_ordinary_messages_are_sent_and_edited(scene: Scene) -> None:
    sent = await scene.there.send("@everyone one", file=discord.File(io.BytesIO(PICTURE), "a.png"), nonce=7)
    again = await scene.there.send("@everyone one", nonce=7)
    assert again.id == sent.id
    await sent.edit(content="two", attachments=[discord.File(io.BytesIO(b"b"), "b.png")], view=buttons())
    [message] = scene.hall.messages
    assert (message.content, [one.name for one in message.attachments]) == ("two", ["b.png"])
    assert [(one.content, one.attachments[0].name) for one in message.revisions] == [
        ("@everyone one", "a.png")
    ]
    assert not message.pings_everyone
    await sent.pin()
    assert scene.hall.pins == [message]
    thread = await sent.create_thread(name="Game 1")
    await thread.send("hello")
    await thread.edit(archived=True)
    assert scene.guild.threads[0].is_archived
    await sent.delete()
    assert message.is_deleted


async def test_people_write_and_the_bot_reads_what_it_may(scene: Scene) -> None:
    await scene.anna.writes("32-28", scene.hall)
    await scene.anna.writes(f"{scene.world.bot.mention} 32-28", scene.hall)
    await scene.anna.writes("32-28", scene.anna.dm)
    await scene.world.settled()
    mentioning = f"{scene.world.bot.mention} 32-28"
    assert scene.bot.heard[1:] == ["message ''", f"message {mentioning!r}", "message '32-28'"]


@pytest.mark.parametrize("how", ["closed", "cut", "asked", "invalid but resumable"])
async def test_it_resumes_and_hears_what_it_missed(scene: Scene, how: str) -> None:
    gateway = scene.world.gateway
    if how == "closed":
        await gateway.disconnect()
    elif how == "cut":
        gateway.cut()
    elif how == "asked":
        await gateway.ask_to_reconnect()
    else:
        await gateway.invalidate(resumable=True)
    missed = await scene.anna.uses("/play", scene.hall, opponent=scene.piotr, wait=False)
    await scene.world.until(lambda: gateway.session.resumed)
    await asyncio.wait_for(missed.answered.wait(), 3)
    await scene.world.settled()
    assert missed.text.endswith("more")
    assert len(gateway.sessions) == 1


async def test_an_invalid_session_is_started_anew(scene: Scene) -> None:
    await scene.world.gateway.invalidate()
    await scene.world.until(
        lambda: len(scene.world.gateway.sessions) == 2 and scene.world.gateway.is_connected
    )
    done = await scene.anna.uses("/play", scene.hall, opponent=scene.piotr)
    await scene.world.settled()
    assert done.text.endswith("more")


async def test_an_answer_after_three_seconds_is_not_taken(scene: Scene) -> None:
    scene.bot.may_answer.clear()
    done = await scene.anna.uses("/play", scene.hall, opponent=scene.piotr, wait=False)
    done.grow_older(timedelta(seconds=3))
    scene.bot.may_answer.set()
    await scene.world.until(lambda: any(call.code == 10062 for call in scene.world.calls))
    assert not done.answered.is_set()


async def test_a_follow_up_after_a_quarter_of_an_hour_is_not_taken(scene: Scene) -> None:
    done = await scene.anna.uses("/play", scene.hall, opponent=scene.piotr)
    await scene.world.settled()
    done.grow_older(timedelta(minutes=15))
    hook = discord.Webhook.partial(scene.bot.application_id or 0, done.token, client=scene.bot)
    with pytest.raises(discord.HTTPException) as refused:
        await hook.send("late")
    assert (refused.value.status, refused.value.code) == (401, 50027)


@pytest.mark.parametrize("scope", ["user", "global", "shared"])
async def test_a_rate_limit_is_waited_out(scene: Scene, scope: str) -> None:
    scene.world.faults.plan("POST */messages", faults.too_many(0.1, scope=scope))
    await scene.there.send("one")
    sent = scene.world.calls_of("POST", "/channels/{channel_id}/messages")
    assert [call.status for call in sent] == [429, 200]
    assert len(scene.hall.messages) == 1


async def test_a_bucket_that_is_empty_makes_the_client_wait(scene: Scene) -> None:
    scene.world.faults.limits["POST /channels/{channel_id}/messages"] = (2, 0.3)
    for word in ("one", "two", "three"):
        await scene.there.send(word)
    sent = scene.world.calls_of("POST", "/channels/{channel_id}/messages")
    assert [call.status for call in sent] == [200, 200, 200]
    assert (sent[2].at - sent[0].at).total_seconds() >= 0.25


async def test_a_broken_connection_leaves_what_was_done(scene: Scene) -> None:
    scene.world.faults.plan("POST */messages", faults.cut(done=True))
    with pytest.raises((OSError, aiohttp.ClientError)):
        await scene.there.send("one", nonce=5)
    sent = await scene.there.send("one", nonce=5)
    assert [message.id for message in scene.hall.messages] == [sent.id]


async def test_the_bot_is_removed_and_added_again(scene: Scene) -> None:
    there = scene.there
    await scene.world.removes_bot(scene.guild)
    await scene.world.until(lambda: "remove Riazor" in scene.bot.heard)
    with pytest.raises(discord.Forbidden) as refused:
        await there.send("hello?")
    assert refused.value.code == 50001
    await scene.world.adds_bot(scene.guild)
    await scene.world.until(lambda: "join Riazor" in scene.bot.heard)
    await there.send("hello")


async def test_things_are_deleted_under_the_bot(scene: Scene) -> None:
    sent = await scene.there.send("one")
    thread = await sent.create_thread(name="Game 1")
    await scene.world.deletes(scene.hall.messages[0])
    with pytest.raises(discord.NotFound) as refused:
        await sent.edit(content="two")
    assert refused.value.code == 10008
    await scene.world.deletes(scene.hall)
    await scene.world.until(lambda: "channel gone hall" in scene.bot.heard)
    assert {f"deleted {sent.id}", "thread gone Game 1"} <= set(scene.bot.heard)
    with pytest.raises(discord.NotFound) as refused:
        await thread.send("two")
    assert refused.value.code == 10003


async def test_events_come_twice(scene: Scene) -> None:
    scene.world.gateway.repeats = True
    await scene.anna.writes("hello", scene.anna.dm)
    await scene.world.settled()
    assert scene.bot.heard[1:] == ["message 'hello'"] * 2
