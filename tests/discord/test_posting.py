"""Messages on their way to Discord, and what becomes of them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.chats.port import (
    Attachment,
    Forbidden,
    Gone,
    Impossible,
    PlaceRef,
    Rendered,
    RetryAfter,
    Sent,
    Unknown,
)
from tests.chats.notes import Sending, say_something
from tests.discord.program import Club, adapter_for, alone, connected, place_in, sent
from tests.servers.discord import faults
from tests.servers.discord.permissions import Permission
from tests.servers.discord.world import World

POST = "POST /channels/{channel_id}/messages"
PNG = Attachment("board.png", b"\x89PNG\r\n\x1a\n" + bytes(64), "image/png")
PDF = Attachment("list.pdf", b"%PDF-1.4", "application/pdf")
OFFER = ((("Accept", "accept:G7R2:0:"), ("Decline", "decline:G7R2:0:")),)


async def test_a_board_is_one_message_with_its_picture_which_is_edited(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        send = Sending(adapter, place_in(world, club.channel))
        first = sent(await send(Rendered("Anna – Piotr", PNG, "White on c3", buttons=OFFER)))
        board = club.channel.messages[-1]
        assert (board.content, board.labels) == ("Anna – Piotr", ["Accept", "Decline"])
        assert [(one.name, one.description) for one in board.attachments] == [("board.png", "White on c3")]
        again = sent(await send(Rendered("Piotr won", PNG, "White on e5", file=PDF), edit=first.message))
    assert again.message == first.message
    assert club.channel.messages == [board]
    assert (board.content, board.labels) == ("Piotr won", [])
    assert [(one.name, one.description) for one in board.attachments] == [
        ("board.png", "White on e5"),
        ("list.pdf", None),
    ]


async def test_a_board_is_in_words_where_files_have_just_been_forbidden(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        send = Sending(adapter, place_in(world, club.channel))
        first = sent(await send(Rendered("Anna – Piotr", PNG, "White on c3", buttons=OFFER)))
        await world.denies(club.channel, Permission.ATTACH_FILES)
        sent(await send(Rendered("Anna – Piotr", PNG, "White on d4", buttons=OFFER), edit=first.message))
        sent(await send(Rendered("Anna – Piotr", PNG, "x" * 1990)))
        await world.denies(club.channel, Permission.SEND_MESSAGES)
        assert isinstance(await send(Rendered("Anna – Piotr", PNG)), Forbidden)
    board, long = club.channel.messages
    assert (board.content, board.labels, board.attachments) == (
        "Anna – Piotr\nWhite on d4",
        ["Accept", "Decline"],
        [],
    )
    assert long.content.startswith("Anna – Piotr\nxxx")


async def test_names_ping_nobody_and_mark_nothing_up(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        send = Sending(adapter, place_in(world, club.channel))
        await send(Rendered(f"@everyone <@{club.anna.id}> **x** ||y||"))
    message = club.channel.messages[-1]
    assert (message.mentioned, message.pings, message.pings_everyone) == ([], set(), False)
    assert "**" not in message.content


@pytest.mark.parametrize("text", ["x" * 2000, "*" * 2000, "Anna_1 – Piotr\n" * 133, "@everyone" * 222])
async def test_a_text_as_long_as_there_may_be_one_arrives(world: World, text: str) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        sent(await Sending(adapter, place_in(world, club.channel))(Rendered(text[:2000], PNG)))
    assert club.channel.messages


async def test_too_many_choices_for_buttons_are_menus(world: World) -> None:
    club = await Club.found(world)
    squares = tuple((f"{n}", f"piece:G7R2:4:{n}") for n in range(30))
    async with connected(world) as (adapter, notes):
        send = Sending(adapter, place_in(world, club.channel))
        await send(Rendered("Which piece?", buttons=(squares[:25], squares[25:], *OFFER)))
        asked = club.channel.messages[-1]
        assert [len(menu["options"]) for menu in asked.menus] == [25, 5] or len(asked.menus) == 1
        assert asked.labels[-2:] == ["Accept", "Decline"]
        await club.anna.selects(asked, "7", menu=asked.menus[0]["custom_id"])
        await world.until(lambda: notes.heard)
    assert notes.heard[0].press == "piece:G7R2:4:7"


async def test_a_message_that_seemed_lost_is_shown_once(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        place = place_in(world, club.channel)
        world.faults.plan(POST, faults.cut(done=True))
        first = await adapter.send(place, Rendered("Hello"), key=7, edit=None, resent=False)
        assert isinstance(first, Unknown | Sent)
        sent(await adapter.send(place, Rendered("Hello"), key=7, edit=None, resent=True))
    assert [message.content for message in club.channel.messages] == ["Hello"]


async def test_what_another_database_sent_under_the_same_key_is_another_message(world: World) -> None:
    """Keys begin anew with a new database, and go back with one that was restored."""
    club = await Club.found(world)
    other = await world.channel(club.guild, "other")
    for channel, text in ((club.channel, "Hello"), (club.channel, "Something else"), (other, "Hello")):
        async with connected(world) as (adapter, _):
            place = place_in(world, channel)
            sent(await adapter.send(place, Rendered(text), key=1, edit=None, resent=False))
    assert [message.content for message in club.channel.messages] == ["Hello", "Something else"]
    assert [message.content for message in other.messages] == ["Hello"]


async def test_a_deleted_message_is_gone(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        send = Sending(adapter, place_in(world, club.channel))
        first = sent(await send(Rendered("Hello")))
        await world.deletes(club.channel.messages[-1])
        assert await send(Rendered("Hello again"), edit=first.message) == Gone()


async def test_where_the_bot_may_not_write_is_forbidden(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        send = Sending(adapter, place_in(world, club.channel))
        await world.denies(club.channel, Permission.SEND_MESSAGES)
        assert isinstance(await send(Rendered("Hello")), Forbidden)
        await world.deletes(club.channel)
        assert isinstance(await send(Rendered("Hello")), Forbidden)


async def test_what_discord_takes_in_no_form_is_impossible(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        send = Sending(adapter, place_in(world, club.channel))
        assert isinstance(await send(Rendered("")), Impossible)
        sent(await send(Rendered("the next one")))


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [
        (faults.too_many(45.0), RetryAfter(timedelta(seconds=45))),
        (faults.too_many(0.2), Sent),
        (faults.too_many(0.2, scope="global"), Sent),
        (faults.cut(done=False), Sent),
    ],
)
async def test_a_fault_on_the_way(world: World, fault: faults.Fault, outcome: object) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        world.faults.plan(POST, fault)
        became = await Sending(adapter, place_in(world, club.channel))(Rendered("Hello"))
    if isinstance(outcome, type):
        assert isinstance(became, outcome | Unknown)
    else:
        assert became == outcome


async def test_nothing_is_sent_before_the_login_or_for_another_application(world: World) -> None:
    club = await Club.found(world)
    place = place_in(world, club.channel)
    assert isinstance(
        await adapter_for(world).send(place, Rendered("Hello"), key=1, edit=None, resent=False), RetryAfter
    )
    async with connected(world) as (adapter, _):
        elsewhere = PlaceRef("discord", "1", place.chat)
        assert isinstance(await Sending(adapter, elsewhere)(Rendered("Hello")), RetryAfter)
    assert club.channel.messages == []


# --- calls and pins -----------------------------------------------------------------------------------------


async def test_who_is_called_is_pinged_once_and_nobody_else(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        send = Sending(adapter, place_in(world, club.channel))
        text = f"<@{club.piotr.id}> and @everyone: {'_' * 950}"
        first = sent(await send(Rendered(text, calls=(str(club.anna.id),))))
        [message] = club.channel.messages
        assert message.content.endswith(f"\n-# {club.anna.mention}")
        assert message.pings == {club.anna.id}
        await send(Rendered("Later", calls=(str(club.anna.id),)), edit=first.message)
        assert message.content == "Later"
        await send(Rendered("_" * 1500, calls=(str(club.anna.id),)))  # it stands in an embed
        assert club.channel.messages[-1].content == f"-# {club.anna.mention}"


async def test_roles_are_called_by_their_names_and_not_pinged(world: World) -> None:
    club = await Club.found(world)
    role = await world.role(club.guild, "*Helpers*", 0, club.anna)
    async with connected(world) as (adapter, _):
        await Sending(adapter, place_in(world, club.channel))(Rendered(f"Arbiters: {role.mention}, <@&5>"))
    [message] = club.channel.messages
    assert message.content == r"Arbiters: @\*Helpers\*, \<@&5>"


@pytest.mark.parametrize("may_pin", [True, False])
async def test_what_is_to_be_found_easily_is_pinned_where_that_is_allowed(
    world: World, may_pin: bool
) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        if not may_pin:
            await world.denies(club.channel, Permission.PIN_MESSAGES, Permission.MANAGE_MESSAGES)
        send = Sending(adapter, place_in(world, club.channel))
        table = sent(await send(Rendered("Pairings", pin=True)))
        sent(await send(Rendered("Pairings again", pin=True), edit=table.message))
    pinned = [message.content for message in club.channel.messages if message.is_pinned]
    assert pinned == ["Pairings again"] * may_pin


# --- to one person ------------------------------------------------------------------------------------------


async def test_what_is_asked_in_a_server_is_answered_there_to_one_alone(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, notes):
        notes.answering = say_something
        await club.anna.uses("/profile", club.channel, wait=False)
        await world.until(lambda: notes.heard)
        send = Sending(adapter, alone(world, club.anna))
        question = sent(await send(Rendered("Your name?", buttons=OFFER)))
        assert club.anna.last(club.channel).content == "Your name?"
        assert "Your name?" not in club.piotr.reads(club.channel)
        await club.anna.presses("Accept", club.anna.last(club.channel))
        await world.until(lambda: len(notes.heard) == 2)
        assert notes.heard[1].place == alone(world, club.anna)
        assert notes.heard[1].is_private
        changed = sent(await send(Rendered("Your age?"), edit=question.message))
        assert changed.message == question.message
        assert club.anna.last(club.channel).content == "Your age?"
    assert club.anna.dm.messages == []


async def test_news_are_direct_messages(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        send = Sending(adapter, alone(world, club.anna))
        first = sent(await send(Rendered("Round 1: you play Piotr")))
        sent(await send(Rendered("Round 2: you play Piotr"), edit=first.message))
    assert [message.content for message in club.anna.dm.messages] == ["Round 2: you play Piotr"]


async def test_whoever_takes_no_messages_cannot_be_written_to(world: World) -> None:
    club = await Club.found(world)
    club.anna.closes_messages()
    async with connected(world) as (adapter, _):
        assert isinstance(await Sending(adapter, alone(world, club.anna))(Rendered("Hello")), Forbidden)


async def test_an_answer_to_one_without_an_interaction_comes_directly(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, _):
        send = Sending(adapter, place_in(world, club.channel))
        sent(await send(Rendered("Only for you", to=str(club.anna.id))))
        assert club.channel.messages == []
        assert club.anna.last(club.anna.dm).content == "Only for you"
        club.piotr.closes_messages()
        unread = sent(await send(Rendered("Only for you", to=str(club.piotr.id), language="pl")))
        told = club.channel.messages[-1]
        assert "Only for you" not in told.content
        assert told.mentioned == [club.piotr.user]
        assert await send(Rendered("Still for you", to=str(club.piotr.id)), edit=unread.message) == Gone()


async def test_a_passing_notice_is_for_whoever_has_just_pressed(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, notes):
        send = Sending(adapter, place_in(world, club.channel))
        await send(Rendered("Offer", buttons=OFFER))
        offer = club.channel.messages[-1]
        await club.piotr.presses("Accept", offer)
        await world.until(lambda: notes.heard)
        sent(await send(Rendered("Not your turn", to=str(club.piotr.id), toast=True)))
        sent(await send(Rendered("Not your turn", to=str(club.anna.id), toast=True)))
    assert club.piotr.last(club.channel).content == "Not your turn"
    assert "Not your turn" not in club.anna.reads(club.channel)
    assert club.channel.messages == [offer]


@pytest.mark.parametrize(("status", "code"), [(404, 10015), (401, 50027), (404, 10062)])
async def test_where_an_interaction_takes_nothing_more_it_comes_directly(
    world: World, status: int, code: int
) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, notes):
        notes.answering = say_something
        await club.anna.uses("/profile", club.channel, wait=False)
        await world.until(lambda: notes.heard)
        world.faults.plan("POST /webhooks/*", faults.failure(status, "Unknown", code))
        sent(await Sending(adapter, alone(world, club.anna))(Rendered("Your profile")))
    assert [message.content for message in club.anna.dm.messages] == ["Your profile"]


async def test_what_one_person_saw_is_said_anew_when_it_cannot_be_changed(world: World) -> None:
    club = await Club.found(world)
    async with connected(world) as (adapter, notes):
        notes.answering = say_something
        await club.anna.uses("/moves", club.channel, wait=False)
        await world.until(lambda: notes.heard)
        send = Sending(adapter, place_in(world, club.channel))
        first = sent(await send(Rendered("c3-d4", to=str(club.anna.id))))
        again = sent(await send(Rendered("d4-e5", to=str(club.anna.id)), edit=first.message))
        assert again.message == first.message
        assert club.anna.last(club.channel).content == "d4-e5"
    async with connected(world) as (adapter, _):
        send = Sending(adapter, place_in(world, club.channel))
        assert await send(Rendered("e5-f6", to=str(club.anna.id)), edit=first.message) == Gone()
