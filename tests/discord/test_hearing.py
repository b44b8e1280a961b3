"""What people do on Discord, on its way to the program."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.chats.port import (
    NEW_THREAD,
    AdapterError,
    Answers,
    Forbidden,
    Input,
    Moved,
    PlaceRef,
    Rendered,
    Sent,
)
from tests.chats.notes import Notes, Sending, say_something
from tests.discord.program import Club, adapter_for, alone, connected, place_in
from tests.servers.discord import shapes
from tests.servers.discord.model import FORUM
from tests.servers.discord.permissions import Permission
from tests.servers.discord.threads import open_thread
from tests.servers.discord.world import World

QUESTION = Rendered("What is your name?", asks="Your name")


async def test_a_command_is_kept_acknowledged_and_handled(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (_, notes):
        interaction = await club.anna.uses("/games", club.channel)
        await world.settled()
    heard = notes.heard[0]
    assert (heard.text, heard.typed, heard.is_private) == ("/games", {}, False)
    assert heard.place == place_in(world, club.channel)
    assert heard.alone == alone(world, club.anna)
    assert (heard.speaker.account, heard.speaker.name, heard.speaker.username) == (
        str(club.anna.id),
        "Anna",
        "anna",
    )
    assert heard.update == str(interaction.id)
    assert notes.done == [heard.update]
    assert club.anna.sees(club.channel) == []  # nothing was said, and nothing is left to wait for


@pytest.mark.parametrize(
    ("locale", "language"),
    [("pl", "pl"), ("uk", "uk"), ("en-US", "en-US"), ("es-ES", "gl"), ("es-419", "gl")],
)
async def test_whoever_reads_spanish_is_answered_in_galician(
    world: World, locale: str, language: str
) -> None:
    club = await Club.found(world)
    person = await world.person("reader", "Reader", club.guild, locale=locale)
    async with connected(world) as (_, notes):
        await person.uses("/start", club.channel)
        await world.until(lambda: notes.heard)
    assert notes.heard[0].speaker.locale == language


async def test_roles_rights_and_lacking_permissions_are_told(world: World) -> None:
    club = await Club.found(world)
    chief = await world.role(club.guild, "Chief", int(Permission.MANAGE_GUILD), club.anna)
    await world.denies(club.channel, Permission.ATTACH_FILES, Permission.CREATE_PUBLIC_THREADS)
    async with connected(world) as (_, notes):
        await club.anna.uses("/play", club.channel)
        await club.piotr.writes(f"{world.bot.mention} c3-d4", club.channel)
        await world.until(lambda: len(notes.heard) == 2)
    anna, piotr = notes.heard
    assert (anna.speaker.is_admin, anna.speaker.roles) == (True, (str(chief.id),))
    assert (piotr.speaker.is_admin, piotr.speaker.roles) == (False, ())
    assert anna.lacking == piotr.lacking == ("Create Public Threads", "Attach Files")


# --- words --------------------------------------------------------------------------------------------------


async def test_words_are_heard_where_the_bot_is_meant(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (_, notes):
        await club.anna.writes("c3-d4", club.channel)
        await club.anna.writes(f"{world.bot.mention} c3-d4 {club.piotr.mention}", club.channel)
        await club.anna.writes("32-28", club.anna.dm)
        await club.anna.writes(world.bot.mention, club.channel)
        await world.until(lambda: len(notes.heard) == 3)
    assert [heard.text for heard in notes.heard] == [f"c3-d4 @{club.piotr.id}", "32-28", "/start"]
    assert [heard.is_private for heard in notes.heard] == [False, True, False]
    assert notes.heard[0].mentions[0].name == "Piotr"
    assert notes.heard[1].place == alone(world, club.anna)
    assert notes.passed_in == [notes.heard[0].place]


async def test_bare_words_are_heard_where_the_operator_lets_them(world: World) -> None:
    club = await Club.found(world)
    async with connected(world, message_content=True) as (adapter, notes):
        posted = await Sending(adapter, place_in(world, club.channel))(Rendered("Board"))
        assert isinstance(posted, Sent)
        board = club.channel.messages[-1]
        first = await club.anna.writes("hello", club.channel)
        await club.anna.writes("c3-d4", club.channel, answers=board)
        await club.piotr.writes("/decline", club.channel, answers=first)
        await world.until(lambda: len(notes.heard) == 3)
    assert [heard.text for heard in notes.heard] == ["hello", "c3-d4", "/decline"]
    assert (notes.heard[1].reply_to, notes.heard[1].answered) == (posted.message, None)
    assert notes.heard[2].answered is not None
    assert notes.heard[2].answered.account == str(club.anna.id)


async def test_words_in_a_server_of_which_discord_has_not_told_yet_are_nothing(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    club = await Club.found(world)
    untold = await world.guild("Untold", bot=None)
    hall = await world.channel(untold, "hall")
    await world.joins(club.anna, untold)
    async with connected(world, message_content=True) as (_, notes):
        said = await club.anna.writes("nothing to the bot", hall)
        event = shapes.message_event(said, untold)
        await world.gateway.dispatch("MESSAGE_CREATE", event, guild_id=untold.id)
        await club.anna.writes("c3-d4", club.channel)
        await world.until(lambda: notes.heard)
        await world.settled()
    assert [heard.text for heard in notes.heard] == ["c3-d4"]
    assert "exception" not in caplog.text


async def test_a_thread_is_a_topic_of_its_channel(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (_, notes):
        thread = await club.anna.opens_thread("Ours", club.channel)
        await club.anna.uses("/board", thread)
        await world.until(lambda: notes.heard)
    assert notes.heard[0].place == place_in(world, thread)
    assert notes.heard[0].place.topic == str(thread.id)


async def test_a_post_of_a_forum_stands_for_itself(world: World) -> None:
    club = await Club.found(world)
    forum = await world.channel(club.guild, "games", kind=FORUM)
    post = await open_thread(world.discord, forum, club.anna.user, "Anna and Piotr")
    async with connected(world) as (adapter, notes):
        await club.anna.uses("/board", post)
        await world.until(lambda: notes.heard)
        place = notes.heard[0].place
        assert (place.chat, place.topic) == (str(post.id), "")
        begun = PlaceRef(place.platform, place.bot, place.chat, f"{NEW_THREAD}G7R2")
        assert await Sending(adapter, begun)(Rendered("Game G7R2")) == Moved(place)
        assert isinstance(await Sending(adapter, place)(Rendered("Game G7R2")), Sent)
        await world.locks(post, is_archived=True)
        assert isinstance(await Sending(adapter, place)(Rendered("Game G7R2")), Forbidden)
        await world.deletes(post)
        await world.until(lambda: notes.losses)
    assert notes.losses == [place]
    assert notes.moves == []


async def test_a_written_answer_is_given_in_a_form(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, notes):
        notes.answering = say_something
        await club.anna.uses("/join", club.channel)
        await Sending(adapter, alone(world, club.anna))(QUESTION)
        question = club.anna.last(club.channel)
        opened = await club.anna.presses("Answer", question)
    async with connected(world, notes) as (adapter, _):  # the form stays open while the program starts anew
        await club.anna.submits(opened.modal, answer="Anna Nowak")
        await world.until(lambda: len(notes.heard) == 2)
        answer = notes.heard[1]
        assert (answer.text, answer.is_private, answer.place) == ("Anna Nowak", True, alone(world, club.anna))
        await Sending(adapter, alone(world, club.anna))(Rendered("Thank you"))
        assert club.anna.last(club.channel).content == "Thank you"


# --- in time ------------------------------------------------------------------------------------------------


async def test_a_press_is_acknowledged_while_the_database_hangs(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (_, notes):
        notes.is_reachable.clear()
        interaction = await club.anna.uses("/games", club.channel)  # fails after three seconds
        assert interaction.is_thinking
        assert notes.heard == []
        notes.is_reachable.set()
        await world.settled()
    assert len(notes.heard) == 1


async def test_whoever_cannot_be_noted_is_told_to_try_again(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (_, notes):
        notes.failures = 1
        await club.anna.uses("/games", club.channel)
        await world.settled()
        assert notes.heard == []
        assert "Spróbuj ponownie" in club.anna.last(club.channel).content
        notes.failures = 1
        await club.anna.writes("c3-d4", club.anna.dm)
        await world.until(lambda: club.anna.dm.messages[1:])
        assert "try again" in club.anna.last(club.anna.dm).content


async def test_what_waits_for_the_database_is_said_to_be_noted(world: World) -> None:
    club, notes = await Club.found(world), Notes()

    async def fail_once(heard: Input) -> Answers:
        notes.failures = 1
        notes.answering = fail_once
        await notes._reach_database()
        return Answers()

    notes.answering = fail_once
    async with connected(world, notes):
        await club.anna.uses("/games", club.channel)
        await world.settled()
    assert "Zapisane" in club.anna.last(club.channel).content


async def test_what_discord_tells_twice_is_done_once(world: World) -> None:
    club = await Club.found(world)
    world.gateway.repeats = True
    async with connected(world) as (_, notes):
        await club.anna.uses("/games", club.channel)
        await world.settled()
    assert len(notes.heard) == 1
    assert len(world.calls_of("POST", "/interactions/{interaction_id}/{token}/callback")) == 1


async def test_what_was_kept_and_not_done_is_done_at_the_next_start(world: World) -> None:
    club, notes = await Club.found(world), Notes()
    async with connected(world, notes):

        async def hang(heard: Input) -> Answers:
            await asyncio.Event().wait()
            return Answers()

        notes.answering = hang
        await club.anna.uses("/play", club.channel, opponent=club.piotr, wait=False)
        await world.until(lambda: notes.kept)
    notes.kept["broken"] = ("{}", notes.timekeeper.now())

    async def nothing(heard: Input) -> Answers:
        return Answers()

    notes.answering = nothing
    async with connected(world, notes):
        pass
    assert [heard.text for heard in notes.heard] == ["/play"]
    assert notes.heard[0].typed == {"opponent": f"@{club.piotr.id}"}
    assert notes.heard[0].mentions[0].name == "Piotr"
    assert notes.dropped == ["broken"]
    assert notes.kept == {}


# --- the connection -----------------------------------------------------------------------------------------


async def test_deadlines_wait_while_nothing_is_heard(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (_, notes):
        await world.gateway.disconnect(4000)
        await world.until(lambda: notes.ears[-2:] == ["deaf", "hearing"])
        await club.anna.uses("/games", club.channel)
        await world.until(lambda: notes.heard)


@pytest.mark.parametrize("resumable", [True, False])
async def test_a_session_that_is_refused_begins_anew(world: World, resumable: bool) -> None:
    club = await Club.found(world)
    async with connected(world) as (_, notes):
        await world.gateway.invalidate(resumable=resumable)
        await world.until(lambda: notes.ears[-2:] == ["deaf", "hearing"])
        await club.anna.uses("/games", club.channel)
        await world.until(lambda: notes.heard)


async def test_a_wrong_token_is_told_with_its_remedy(world: World) -> None:
    with pytest.raises(AdapterError) as refused:
        await adapter_for(world, token="other").run(Notes())  # noqa: S106
    assert refused.value.said.key == "discord.wrong-token"


async def test_intents_that_are_not_granted_are_told_with_their_remedy(world: World) -> None:
    world.gateway.allowed_intents = 0
    with pytest.raises(AdapterError) as refused:
        await adapter_for(world, message_content=True).run(Notes())
    assert refused.value.said.key == "discord.refused-intents"


async def test_a_server_that_removes_the_bot_loses_its_places(world: World) -> None:
    club = await Club.found(world)
    other = await world.channel(club.guild, "other")
    async with connected(world) as (_, notes):
        await world.deletes(other)
        await world.until(lambda: notes.losses)
        await world.removes_bot(club.guild)
        await world.until(lambda: len(notes.losses) == 2)
        notes.finds.clear()
        await world.adds_bot(club.guild)
        await world.until(lambda: str(club.channel.id) in notes.finds)
        await club.anna.uses("/games", club.channel)
        await world.until(lambda: notes.heard)
    assert notes.losses == [place_in(world, other), place_in(world, club.channel)]


async def test_a_token_is_not_used_after_fifteen_minutes(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, notes):
        notes.answering = say_something
        await club.anna.uses("/games", club.channel)
        await world.until(lambda: notes.heard)
        world.discord.interactions[int(notes.done[0])].created -= timedelta(minutes=16)
        await Sending(adapter, alone(world, club.anna))(Rendered("News"))
    assert [message.content for message in club.anna.dm.messages] == ["News"]
