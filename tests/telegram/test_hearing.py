"""What the adapter hands over of that which people do, over real HTTP."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.chats.port import Answers, Input, Rendered
from tests.chats.notes import Sending
from tests.servers.telegram.world import World
from tests.telegram.program import connected, place_in
from tests.waiting import until


async def test_a_private_message_says_who_speaks_and_where_they_are_alone(world: World) -> None:
    anna = world.person("Anna <b>&", "anna", language="pl")
    async with connected(world) as (_, program):
        said = anna.starts_bot("join_K7R2")
        await until(lambda: program.heard)
    (heard,) = program.heard
    here = place_in(world, anna.id)
    assert (heard.place, heard.alone, heard.is_private) == (here, here, True)
    assert (heard.text, heard.at) == ("/start join_K7R2", said.at.replace(microsecond=0))
    speaker = heard.speaker
    assert (speaker.account, speaker.name, speaker.username, speaker.locale) == (
        str(anna.id),
        "Anna <b>&",
        "anna",
        "pl",
    )
    assert heard.update is not None


@pytest.mark.parametrize(
    ("text", "heard"),
    [
        ("/play@damka_test_bot @piotr", "/play @piotr"),
        ("/play@DAMKA_TEST_BOT", "/play"),
        ("/graj @piotr", "/graj @piotr"),
        ("@damka_test_bot c3-d4", "c3-d4"),
        ("@damka_test_bot\nc3-d4", "c3-d4"),
        ("@damka_test_bot, c3-d4", "c3-d4"),
        ("c3-d4", "c3-d4"),
        ("גבר 😀 <i>", "גבר 😀 <i>"),
    ],
)
async def test_a_group_is_heard_without_the_bots_own_name(text: str, heard: str) -> None:
    async with World(privacy_mode=False) as world:
        anna = world.person("Anna", "anna")
        group = world.group("Czytelnia", anna)
        async with connected(world) as (_, program):
            anna.writes(text, in_=group)
            await until(lambda: program.heard)
        assert program.said_texts == [heard]
        assert program.heard[0].place == place_in(world, group.id)
        assert program.heard[0].alone is None


async def test_what_is_for_another_bot_or_nobody_is_dropped() -> None:
    async with World(privacy_mode=False) as world:
        anna = world.person("Anna", "anna")
        group = world.group("Czytelnia", anna)
        async with connected(world) as (_, program):
            anna.writes("/play@other_bot", in_=group)
            anna.uploads("photo.png", b"nothing", in_=group)
            await until(lambda: len(program.done) == 2)
        assert (program.heard, program.kept) == ([], {})


async def test_a_named_account_without_a_username_can_be_told(world: World) -> None:
    anna, piotr = world.person("Anna", "anna"), world.person("Piotr 😀 Nowak")
    group = world.group("Czytelnia", anna, piotr)
    async with connected(world) as (_, program):
        anna.writes("/play Piotr 😀 Nowak riazor", in_=group, naming={"Piotr 😀 Nowak": piotr})
        await until(lambda: program.heard)
    (heard,) = program.heard
    assert heard.text == f"/play @{piotr.id} riazor"
    assert [(each.account, each.name) for each in heard.mentions] == [(str(piotr.id), "Piotr 😀 Nowak")]


async def test_an_answer_tells_whom_and_which_message_it_answers(world: World) -> None:
    anna, piotr = world.person("Anna", "anna"), world.person("Piotr", "piotr")
    group = world.group("Czytelnia", anna, piotr, kind="supergroup")
    async with connected(world) as (_, program):
        first = piotr.writes("/start", in_=group)
        anna.writes("/play", in_=group, reply_to=first)
        await until(lambda: len(program.heard) == 2)
    heard = program.heard[1]
    assert heard.reply_to == str(first.id)
    assert heard.answered is not None
    assert heard.answered.account == str(piotr.id)
    assert heard.place.topic == ""


async def test_a_topic_is_a_place_of_its_own(world: World) -> None:
    anna = world.person("Anna", "anna")
    forum = world.group("Czytelnia", anna, forum=True)
    topic = forum.open_topic("Warcaby", anna)
    async with connected(world) as (_, program):
        anna.writes("/play", in_=forum, thread=topic)
        anna.writes("/games", in_=forum)
        await until(lambda: len(program.heard) == 2)
    by_text = {heard.text: heard for heard in program.heard}
    assert by_text["/play"].place == place_in(world, forum.id, topic)
    assert by_text["/play"].reply_to is None
    assert by_text["/games"].place == place_in(world, forum.id)


async def test_who_speaks_without_a_name_is_told_apart(world: World) -> None:
    anna, piotr = world.person("Anna", "anna"), world.person("Piotr", "piotr")
    group = world.group("Czytelnia", anna, piotr, kind="supergroup")
    channel = world.channel("Ogłoszenia", anna)
    foreign = world.channel("Kanał Piotra", piotr, bot=False)
    group.promote(anna, anonymous=True)
    async with connected(world) as (_, program):
        anna.writes("/tournament link", in_=group)
        channel.posts("/tournament link K7R2")
        piotr.writes("/play", in_=group, as_=foreign)
        await until(lambda: len(program.heard) == 3)
    told = {
        heard.text: (heard.speaker.account, heard.speaker.is_anonymous, heard.speaker.is_admin)
        for heard in program.heard
    }
    assert told == {
        "/tournament link": (str(group.id), True, True),
        "/tournament link K7R2": (str(channel.id), True, True),
        "/play": (str(foreign.id), True, False),
    }


async def test_who_presses_in_a_channel_is_not_seen_there(world: World) -> None:
    anna, ola = world.person("Anna", "anna"), world.person("Ola", "ola")
    channel, group = world.channel("Ogłoszenia", anna), world.group("Czytelnia", anna, ola)
    async with connected(world) as (adapter, program):
        for place in (channel, group):
            button = ((("Więcej", "do::0:help"),),)
            await Sending(adapter, place_in(world, place.id))(Rendered("Zapisy", buttons=button))
            ola.presses("Więcej", place.last())
        await until(lambda: len(program.heard) == 2)
    unseen = {heard.place: heard.speaker.is_unseen for heard in program.heard}
    assert unseen == {place_in(world, channel.id): True, place_in(world, group.id): False}


async def test_edited_messages_are_not_asked_for(world: World) -> None:
    anna = world.person("Anna", "anna")
    async with connected(world) as (_, program):
        said = anna.writes("c3-d4")
        anna.edits(said, "e3-f4")
        anna.writes("next")
        await until(lambda: len(program.heard) == 2)
    assert program.said_texts == ["c3-d4", "next"]


async def test_a_file_comes_along_unless_it_is_too_large(world: World) -> None:
    anna = world.person("Anna", "anna")
    async with connected(world) as (_, program):
        anna.uploads("zasady.toml", b"id = 'x'")
        anna.uploads("gruby.toml", b"#" * ((1 << 20) + 1))
        await until(lambda: len(program.heard) == 2)
    small, large = (heard.upload for heard in program.heard)
    assert small is not None
    assert (small.name, small.content, small.is_too_large) == ("zasady.toml", b"id = 'x'", False)
    assert large is not None
    assert (large.name, large.content, large.is_too_large) == ("gruby.toml", b"", True)
    assert len(world.calls_of("getFile")) == 1


async def test_a_file_that_cannot_be_had_just_now_is_asked_for_again(world: World) -> None:
    anna = world.person("Anna", "anna")
    refusal = "Bad Request: wrong file_id or the file is temporarily unavailable"
    world.telegram.faults.refuse(400, refusal, calls=1, methods=("getFile",))
    async with connected(world) as (_, program):
        anna.uploads("zasady.toml", b"id = 'x'")
        await until(lambda: program.heard)
    (heard,) = program.heard
    assert heard.upload is not None
    assert (heard.upload.content, heard.upload.is_too_large) == (b"id = 'x'", False)


async def test_a_chat_that_moves_and_one_that_is_lost_are_told(world: World) -> None:
    anna = world.person("Anna", "anna", started=True)
    group = world.group("Czytelnia", anna)
    async with connected(world) as (_, program):
        new = group.migrate()
        anna.blocks_bot()
        await until(lambda: program.losses and len(program.moves) == 2)
        new.kick_bot(anna)
        await until(lambda: len(program.losses) == 2)
        anna.unblocks_bot()
        new.welcome_bot(anna)
        await until(lambda: program.finds[-2:] == [str(anna.id), str(new.id)])
        await until(lambda: not program.kept)
    assert set(program.moves) == {(place_in(world, group.id), place_in(world, new.id))}
    assert program.losses == [place_in(world, anna.id), place_in(world, new.id)]
    assert not program.heard


async def test_a_message_keeps_its_time_and_a_press_has_that_of_its_receipt(world: World) -> None:
    anna = world.person("Anna", "anna", started=True)
    anna.writes("old", ago=timedelta(hours=2))
    before = world.telegram.now()
    async with connected(world) as (_, program):
        await until(lambda: program.heard)
    assert before - program.heard[0].at >= timedelta(hours=1, minutes=59)


async def test_the_inputs_of_a_chat_keep_their_order_and_hold_up_no_other(world: World) -> None:
    anna, piotr = world.person("Anna", "anna"), world.person("Piotr", "piotr")
    gate = asyncio.Event()
    async with connected(world) as (_, program):

        async def answer(heard: Input) -> Answers:
            if heard.text == "0":
                await gate.wait()
            return Answers()

        program.answering = answer
        for number in range(5):
            anna.writes(str(number))
        piotr.writes("quick")
        await until(lambda: program.heard)
        assert program.said_texts == ["quick"]
        gate.set()
        await until(lambda: len(program.heard) == 6)
    assert program.said_texts == ["quick", "0", "1", "2", "3", "4"]
