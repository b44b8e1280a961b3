"""What people see of a message, and what becomes of it, over real HTTP."""

from __future__ import annotations

import io
from datetime import timedelta

import pytest
from PIL import Image

from bot.chats.port import (
    Adapter,
    Attachment,
    Forbidden,
    Gone,
    Impossible,
    Moved,
    Rendered,
    RetryAfter,
    Sent,
    Unknown,
)
from bot.render import units
from tests.chats.notes import Sending
from tests.servers.telegram.faults import Breaking
from tests.servers.telegram.world import World
from tests.telegram.program import connected, place_in

NAMES = ["<b>", "a & b", "&lt;", "😀🏳️‍🌈", "שרה כהן", "مريم", "Ганна", '"quoted"', "</pre>", "x < y > z"]
YES = ((("Tak", "do:K7R2:0:yes"),),)


def picture(colour: str = "red", width: int = 40, height: int = 30, kind: str = "PNG") -> bytes:
    out = io.BytesIO()
    frames = [Image.new("RGB", (width, height), each) for each in (colour, "black")]
    more = {"save_all": True, "append_images": frames[1:]} if kind == "GIF" else {}
    frames[0].save(out, kind, **more)
    return out.getvalue()


def board(colour: str = "red") -> Attachment:
    return Attachment("board.png", picture(colour), "image/png")


PDF = Attachment("tabela.pdf", b"%PDF-1.4 nothing", "application/pdf")


@pytest.mark.parametrize("name", NAMES)
async def test_names_stay_what_they_are_in_texts_captions_and_labels(
    world: World, adapter: Adapter, name: str
) -> None:
    anna = world.person("Anna", started=True)
    send = Sending(adapter, place_in(world, anna.id))
    await send(Rendered(f"{name} gra", buttons=(((name, "do::0:x"),),)))
    await send(Rendered(f"{name} gra", image=board(), alt=f"{name} na a1"))
    text, caption = anna.private.said
    assert (text.text, text.labels) == (f"{name} gra", [[name]])
    assert caption.text == f"{name} gra\n{name} na a1"
    assert [entity["type"] for entity in caption.content.entities if "quote" in entity["type"]] == [
        "expandable_blockquote"
    ]


async def test_what_keeps_its_columns_is_preformatted(world: World, adapter: Adapter) -> None:
    anna = world.person("Anna", started=True)
    table = "<1> | & |\n 2  |   |"
    text = f"Przed\n{table}\nPo"
    await Sending(adapter, place_in(world, anna.id))(Rendered(text, fixed_width=((6, 6 + len(table)),)))
    (said,) = anna.private.said
    assert said.text == text
    (entity,) = said.content.entities
    assert (entity["type"], entity["offset"], entity["length"]) == ("pre", 6, len(table))


async def test_a_board_is_one_photo_that_is_edited(world: World, adapter: Adapter) -> None:
    anna = world.person("Anna", started=True)
    send = Sending(adapter, place_in(world, anna.id))
    first = await send(Rendered("1", image=board(), alt="a", buttons=YES))
    assert isinstance(first, Sent)
    assert first.file_id
    for text, colour in (("2", "blue"), ("3", "blue"), ("4", "red")):
        assert isinstance(await send(Rendered(text, image=board(colour), alt="a"), first.message), Sent)
    (message,) = anna.private.said
    assert (message.text, message.labels, message.picture) == ("4\na", [], picture("red"))
    edits = [
        (call.method, bool(call.uploads)) for call in world.calls_of("editMessageMedia", "editMessageCaption")
    ]
    # the picture that has not changed is not touched, the one that was there before is known by its id
    assert edits == [("editMessageMedia", True), ("editMessageCaption", False), ("editMessageMedia", False)]


async def test_an_edit_that_changes_nothing_is_done(world: World, adapter: Adapter) -> None:
    anna = world.person("Anna", started=True)
    send = Sending(adapter, place_in(world, anna.id))
    text, photo = await send(Rendered("x")), await send(Rendered("y", image=board()))
    assert isinstance(text, Sent)
    assert isinstance(photo, Sent)
    assert await send(Rendered("x"), text.message) == Sent(text.message)
    assert await send(Rendered("y", image=board()), photo.message) == Sent(photo.message)


async def test_a_text_and_a_picture_do_not_become_each_other(world: World, adapter: Adapter) -> None:
    anna = world.person("Anna", started=True)
    send = Sending(adapter, place_in(world, anna.id))
    text, photo = await send(Rendered("x")), await send(Rendered("y", image=board()))
    assert isinstance(text, Sent)
    assert isinstance(photo, Sent)
    assert await send(Rendered("x", image=board()), text.message) == Gone()
    assert await send(Rendered("y"), photo.message) == Gone()


async def test_after_a_restart_messages_are_edited_all_the_same(world: World) -> None:
    anna = world.person("Anna", started=True)
    async with connected(world) as (adapter, _):
        send = Sending(adapter, place_in(world, anna.id))
        text, photo = await send(Rendered("x")), await send(Rendered("y", image=board()))
        assert isinstance(text, Sent)
        assert isinstance(photo, Sent)
    async with connected(world) as (adapter, _):
        send = Sending(adapter, place_in(world, anna.id))
        assert await send(Rendered("y"), photo.message) == Gone()
        assert await send(Rendered("x2"), text.message) == Sent(text.message)
        assert isinstance(await send(Rendered("y2", image=board()), photo.message), Sent)
    assert anna.private.texts == ["x2", "y2"]


@pytest.mark.parametrize(
    ("attachment", "kind"),
    [
        (Attachment("game.gif", picture(kind="GIF"), "image/gif"), "animation"),
        (Attachment("wide.png", picture(width=2100, height=100), "image/png"), "document"),
        (Attachment("large.png", picture(width=9000, height=1001), "image/png"), "document"),
        (Attachment("board.png", picture(), "image/png"), "photo"),
    ],
)
async def test_pictures_come_as_what_telegram_takes(
    world: World, adapter: Adapter, attachment: Attachment, kind: str
) -> None:
    anna = world.person("Anna", started=True)
    assert isinstance(await Sending(adapter, place_in(world, anna.id))(Rendered("x", image=attachment)), Sent)
    (message,) = anna.private.said
    assert message.file is not None
    assert message.file.kind == kind
    assert message.file.content == attachment.content


async def test_a_file_id_that_telegram_forgot_is_made_anew(world: World, adapter: Adapter) -> None:
    anna = world.person("Anna", started=True)
    send = Sending(adapter, place_in(world, anna.id))
    await send(Rendered("1", image=board()))
    world.telegram.files.by_id.clear()
    assert isinstance(await send(Rendered("2", image=board())), Sent)
    assert [message.picture for message in anna.private.said] == [picture(), picture()]


async def test_the_words_of_a_picture_have_room_in_the_caption(world: World, adapter: Adapter) -> None:
    anna = world.person("Anna", started=True)
    send = Sending(adapter, place_in(world, anna.id))
    for length in (0, 900, 1022, 1023, 1024):
        text = "😀" * 2 + "t" * (length - 4) if length else ""
        assert isinstance(await send(Rendered(text, image=board(), alt="&" * 500)), Sent)
    texts = anna.private.texts
    assert [units(text) for text in texts] == [500, 1024, 1022, 1023, 1024]
    assert texts[1].endswith("&…")


async def test_a_long_question_below_a_picture_says_no_more_than_there_is_room_for(
    world: World, adapter: Adapter
) -> None:
    group = world.group("Czytelnia", world.person("Anna", "anna"))
    question = Rendered("?" * 1024, image=board(), asks="klasy", buttons=YES)
    assert isinstance(await Sending(adapter, place_in(world, group.id))(question), Sent)
    assert group.last().text == "?" * 1024


async def test_what_is_important_is_pinned_where_that_is_allowed(world: World, adapter: Adapter) -> None:
    anna = world.person("Anna", "anna")
    ruled = world.group("Z prawami", anna, kind="supergroup", bot_is_admin=True)
    plain = world.group("Bez praw", anna, kind="supergroup")
    plain.forbid("can_pin_messages")
    for group in (ruled, plain):
        assert isinstance(await Sending(adapter, place_in(world, group.id))(Rendered("!", pin=True)), Sent)
    assert ruled.chat.pinned == [ruled.last().id]
    assert plain.chat.pinned == []


# --- faults ------------------------------------------------------------------------------------------------


async def test_outcomes_of_what_telegram_does_to_a_bot(world: World, adapter: Adapter) -> None:
    anna = world.person("Anna", "anna", started=True)
    group = world.group("Czytelnia", anna)
    gone = world.group("Wyrzucony", anna)
    new = group.migrate()
    gone.kick_bot(anna)
    here, faults = Sending(adapter, place_in(world, anna.id)), world.telegram.faults
    assert await Sending(adapter, place_in(world, group.id, 4))(Rendered("x")) == Moved(
        place_in(world, new.id, 4)
    )
    assert isinstance(await Sending(adapter, place_in(world, gone.id))(Rendered("x")), Forbidden)
    assert isinstance(await Sending(adapter, place_in(world, 12345))(Rendered("x")), Forbidden)
    assert await here(Rendered("x"), "999") == Gone()
    assert isinstance(await here(Rendered("")), Impossible)
    faults.throttle(17, methods=("sendMessage",))
    assert await here(Rendered("x")) == RetryAfter(timedelta(seconds=17))
    for breaking in Breaking:
        faults.hang_up(breaking, methods=("sendMessage",))
        assert isinstance(await here(Rendered("x")), Unknown)
    faults.refuse(500, "Internal Server Error", methods=("sendMessage",))
    assert isinstance(await here(Rendered("x")), Unknown)
    anna.blocks_bot()
    assert isinstance(await here(Rendered("x")), Forbidden)


async def test_where_no_pictures_are_allowed_there_are_words(world: World, adapter: Adapter) -> None:
    anna = world.person("Anna", "anna")
    group = world.group("Czytelnia", anna)
    group.forbid("can_send_photos", "can_send_documents")
    send = Sending(adapter, place_in(world, group.id))
    assert isinstance(await send(Rendered("Ruch: <Anna>", image=board(), alt="a1, b2", buttons=YES)), Sent)
    assert (group.last().text, group.last().labels) == ("Ruch: <Anna>\na1, b2", [["Tak"]])
    assert isinstance(await send(Rendered("", file=PDF)), Impossible)


@pytest.mark.parametrize(
    "refusal",
    [
        "Bad Request: not enough rights to send photos to the chat",
        "Bad Request: CHAT_SEND_PHOTOS_FORBIDDEN",
    ],
)
async def test_a_board_is_in_words_where_pictures_have_just_been_forbidden(
    world: World, adapter: Adapter, refusal: str
) -> None:
    anna = world.person("Anna", "anna")
    group = world.group("Czytelnia", anna)
    send = Sending(adapter, place_in(world, group.id))
    first = await send(Rendered("1", image=board(), alt="a1"))
    assert isinstance(first, Sent)
    moved = Rendered("2", image=board("blue"), alt="b2")
    world.telegram.faults.refuse(400, refusal, methods=("sendPhoto", "editMessageMedia"), calls=2)
    assert await send(moved, first.message) == Gone()
    assert isinstance(await send(moved), Sent)
    assert group.last().text == "2\nb2"


async def test_a_topic_that_is_not_there_is_forbidden(world: World, adapter: Adapter) -> None:
    anna = world.person("Anna", "anna")
    forum = world.group("Czytelnia", anna, forum=True)
    assert isinstance(await Sending(adapter, place_in(world, forum.id, 77))(Rendered("x")), Forbidden)
    topic = forum.open_topic("Warcaby", anna)
    assert isinstance(await Sending(adapter, place_in(world, forum.id, topic))(Rendered("x")), Sent)
    assert forum.last().thread == topic


async def test_what_was_never_sent_is_told_apart_from_what_may_have_been(
    world: World, adapter: Adapter
) -> None:
    anna = world.person("Anna", started=True)
    async with world.outage():
        assert isinstance(await Sending(adapter, place_in(world, anna.id))(Rendered("x")), RetryAfter)
    assert isinstance(await Sending(adapter, place_in(world, anna.id))(Rendered("x")), Sent)


async def test_messages_of_another_bot_are_left_to_it(world: World, adapter: Adapter) -> None:
    anna = world.person("Anna", started=True)
    place = place_in(world, anna.id)
    other = type(place)(place.platform, "42", place.chat)
    assert isinstance(await Sending(adapter, other)(Rendered("x")), RetryAfter)
    assert not world.calls_of("sendMessage")
