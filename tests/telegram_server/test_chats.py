"""Who hears what, and where the bot may be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.servers.telegram.people import Person, Place
from tests.servers.telegram.world import World
from tests.telegram_server.raw import Raw, button, keyboard, picture

PRIVACY: list[tuple[str, bool, str]] = [
    # what is written, whether a bot with privacy mode hears it, to what it answers
    ("hello", False, ""),
    ("32-28", False, ""),
    ("32-28", True, "the bot"),
    ("hello", False, "somebody"),
    ("hello", True, "a command"),
    ("/play", True, ""),
    ("/play@damka_test_bot @piotr", True, ""),
    ("/play@DAMKA_test_bot", True, ""),
    ("/play@other_bot", False, ""),
    ("well /play it", True, ""),
    ("ask @damka_test_bot then", True, ""),
    ("ask @piotr then", False, ""),
]


@pytest.mark.parametrize(("text", "is_heard", "answering"), PRIVACY)
@pytest.mark.parametrize("privacy_mode", [True, False])
async def test_privacy(
    world: World, raw: Raw, text: str, is_heard: bool, answering: str, privacy_mode: bool
) -> None:
    world.telegram.settings.has_privacy_mode = privacy_mode
    anna = world.person("Anna")
    group = world.group("Library", anna)
    await raw.call("sendMessage", {"chat_id": group.id, "text": "board"})
    answered = {
        "": None,
        "the bot": group.last(),
        "somebody": anna.writes("earlier", in_=group),
        "a command": anna.writes("/moves", in_=group),
    }[answering]
    message = anna.writes(text, in_=group, reply_to=answered)
    heard = [update.body.get("message_id") for update in world.pending]
    assert (message.id in heard) == (is_heard or not privacy_mode)


async def test_commands_without_a_name_are_the_last_bots(world: World, raw: Raw) -> None:
    anna = world.person("Anna")
    group = world.group("Library", anna)
    group.another_bot_speaks()
    anna.writes("/play", in_=group)
    assert world.pending == []
    await raw.call("sendMessage", {"chat_id": group.id, "text": "a"})
    anna.writes("/play", in_=group)
    assert len(world.pending) == 1


async def test_an_administrator_hears_all(world: World) -> None:
    anna = world.person("Anna")
    group = world.group("Library", anna, bot_is_admin=True)
    anna.writes("hello", in_=group)
    assert len(world.pending) == 1


def kicked(group: Place, anna: Person) -> None:
    group.kick_bot(anna)


def blocked(group: Place, anna: Person) -> None:
    anna.blocks_bot()


def gone(group: Place, anna: Person) -> None:
    group.chat.is_deleted = True


def account_deleted(group: Place, anna: Person) -> None:
    anna.user.is_deleted = True


def nothing(group: Place, anna: Person) -> None:
    pass


SHUT: list[tuple[str, Callable[[Place, Person], None], str, str]] = [
    # the kind of chat, what happens, to whom the bot writes, what Telegram says
    ("group", kicked, "group", "Forbidden: bot was kicked from the group chat"),
    ("supergroup", kicked, "group", "Forbidden: bot was kicked from the supergroup chat"),
    ("channel", kicked, "group", "Forbidden: bot was kicked from the channel chat"),
    ("group", gone, "group", "Forbidden: the group chat was deleted"),
    ("group", blocked, "anna", "Forbidden: bot was blocked by the user"),
    ("group", account_deleted, "anna", "Forbidden: user is deactivated"),
    ("group", nothing, "piotr", "Forbidden: bot can't initiate conversation with a user"),
    ("group", nothing, "olha", "Bad Request: chat not found"),
]


@pytest.mark.parametrize(("kind", "happens", "whom", "why"), SHUT)
async def test_doors_that_are_shut(
    world: World, raw: Raw, kind: str, happens: Callable[[Place, Person], None], whom: str, why: str
) -> None:
    anna, piotr, olha = world.person("Anna", started=True), world.person("Piotr"), world.person("Olha")
    group = world.group("Library", anna, piotr, kind=kind, bot_is_admin=kind == "channel")
    happens(group, anna)
    target = {"group": group.id, "anna": anna.id, "piotr": piotr.id, "olha": olha.id}[whom]
    status, said = await raw.call("sendMessage", {"chat_id": target, "text": "a"})
    assert (status, said) == (403 if why.startswith("Forbidden") else 400, why)


async def test_the_bot_is_told_where_it_is_let_in_and_thrown_out(world: World) -> None:
    anna = world.person("Anna", started=True)
    group = world.group("Library", anna, bot=False)
    group.welcome_bot(anna)
    group.promote_bot(anna, "can_pin_messages")
    group.kick_bot(anna)
    anna.blocks_bot()
    anna.starts_bot()
    changes = [update.body for update in world.pending if update.kind == "my_chat_member"]
    assert [
        (change["chat"]["type"], change["old_chat_member"]["status"], change["new_chat_member"]["status"])
        for change in changes
    ] == [
        ("group", "left", "member"),
        ("group", "member", "administrator"),
        ("group", "administrator", "kicked"),
        ("private", "member", "kicked"),
        ("private", "kicked", "member"),
    ]


async def test_a_group_becomes_a_supergroup(world: World, raw: Raw) -> None:
    anna = world.person("Anna")
    group = world.group("Library", anna)
    _, sent = await raw.call("sendMessage", {"chat_id": group.id, "text": "a"})
    new = group.migrate()
    leaving, coming = (update.body for update in world.pending)
    assert (leaving["chat"]["id"], leaving["migrate_to_chat_id"]) == (group.id, new.id)
    assert (coming["chat"]["id"], coming["migrate_from_chat_id"]) == (new.id, group.id)
    for method in ("sendMessage", "editMessageText"):
        fields = {"chat_id": group.id, "text": "b"}
        if method == "editMessageText":
            fields["message_id"] = sent["message_id"]
        address = f"{world.base_url}{world.token}/{method}"
        async with raw._session.post(address, json=fields) as response:
            assert await response.json() == {
                "ok": False,
                "error_code": 400,
                "description": "Bad Request: group chat was upgraded to a supergroup chat",
                "parameters": {"migrate_to_chat_id": new.id},
            }
    assert (await raw.call("sendMessage", {"chat_id": new.id, "text": "b"}))[0] == 200
    assert new.texts == ["b"]
    assert anna.writes("/play", in_=new).chat.type == "supergroup"


async def test_topics(world: World, raw: Raw) -> None:
    anna = world.person("Anna")
    forum = world.group("Library", anna, forum=True)
    topic = forum.open_topic("Grodziec", anna)
    anna.writes("/play", in_=forum, thread=topic)
    _, sent = await raw.call("sendMessage", {"chat_id": forum.id, "message_thread_id": topic, "text": "a"})
    assert (sent["message_thread_id"], sent["is_topic_message"]) == (topic, True)
    opened, asked = (update.body for update in world.pending)
    assert opened["forum_topic_created"]["name"] == "Grodziec"
    assert (asked["message_thread_id"], asked["reply_to_message"]["message_id"]) == (topic, topic)
    answered = anna.writes("c3-d4", in_=forum, reply_to=forum.last())
    assert (answered.thread, answered.json()["chat"]["is_forum"]) == (topic, True)
    refused = (400, "Bad Request: message thread not found")
    fields = {"chat_id": forum.id, "message_thread_id": topic + 5, "text": "a"}
    assert await raw.call("sendMessage", fields) == refused


async def test_a_reply_to_what_is_gone_is_sent_without_it_but_not_from_another_topic(
    world: World, raw: Raw
) -> None:
    anna = world.person("Anna")
    forum = world.group("Library", anna, forum=True)
    here, there = forum.open_topic("Grodziec", anna), forum.open_topic("Slidy", anna)
    gone = anna.writes("/play", in_=forum, thread=here)
    gone.deleted_at = world.telegram.now()
    answer = {"message_id": gone.id, "allow_sending_without_reply": True}
    fields = {"chat_id": forum.id, "text": "a", "reply_parameters": answer}
    assert (await raw.call("sendMessage", {**fields, "message_thread_id": here}))[0] == 200
    refused = (400, "Bad Request: message to be replied not found")
    assert await raw.call("sendMessage", {**fields, "message_thread_id": there}) == refused


async def test_a_reply_in_a_supergroup_is_a_thread_but_no_topic(world: World, raw: Raw) -> None:
    anna = world.person("Anna")
    group = world.group("Library", anna, kind="supergroup")
    _, board = await raw.call("sendMessage", {"chat_id": group.id, "text": "board"})
    shown = anna.writes("32-28", in_=group, reply_to=group.last()).json()
    assert (shown["message_thread_id"], shown.get("is_topic_message")) == (board["message_id"], None)


async def test_a_channel_takes_posts_of_its_administrators(world: World, raw: Raw) -> None:
    anna = world.person("Anna")
    channel = world.channel("News", anna, username="damka_news")
    _, sent = await raw.call("sendMessage", {"chat_id": "@damka_news", "text": "a"})
    assert (sent["sender_chat"]["id"], "from" in sent) == (channel.id, False)
    assert (await raw.call("editMessageText", {"chat_id": channel.id, "message_id": 1, "text": "b"}))[
        0
    ] == 200
    channel.posts("/link AB12")
    (update,) = world.pending
    assert (update.kind, update.body["text"]) == ("channel_post", "/link AB12")
    assert channel.texts == ["b"]
    question = {"chat_id": channel.id, "text": "a", "reply_markup": {"force_reply": True}}
    assert await raw.call("sendMessage", question) == (400, "Bad Request: inline keyboard expected")
    channel.promote_bot(anna, "can_edit_messages")
    refused = (400, "Bad Request: need administrator rights in the channel chat")
    assert await raw.call("sendMessage", {"chat_id": channel.id, "text": "a"}) == refused


async def test_those_who_speak_without_a_name(world: World, raw: Raw) -> None:
    anna, piotr = world.person("Anna"), world.person("Piotr")
    group = world.group("Library", anna, piotr, kind="supergroup")
    channel = world.channel("News", anna)
    group.promote(anna, anonymous=True)
    hidden = anna.writes("/play", in_=group).json()
    assert (hidden["from"]["username"], hidden["sender_chat"]["id"]) == ("GroupAnonymousBot", group.id)
    as_channel = piotr.writes("/play", in_=group, as_=channel).json()
    assert (as_channel["from"]["username"], as_channel["sender_chat"]["id"]) == ("Channel_Bot", channel.id)


async def test_members_and_rights(world: World, raw: Raw) -> None:
    anna, piotr, olha = world.person("Anna"), world.person("Piotr"), world.person("Olha", started=True)
    group = world.group("Library", anna, piotr)

    async def status(person: Person) -> Any:
        return (await raw.call("getChatMember", {"chat_id": group.id, "user_id": person.id}))[1]["status"]

    assert [await status(person) for person in (anna, piotr, olha)] == ["creator", "member", "left"]
    group.promote(piotr, by=anna)
    _, admins = await raw.call("getChatAdministrators", {"chat_id": group.id})
    assert [admin["user"]["first_name"] for admin in admins] == ["Anna", "Piotr"]
    group.demote(piotr, by=anna)
    assert await status(piotr) == "member"
    group.remove(piotr, by=anna)
    assert await status(piotr) == "left"
    with pytest.raises(LookupError):
        piotr.writes("hello", in_=group)


LACKING = [
    ("can_send_messages", "sendMessage", "text messages"),
    ("can_send_messages", "sendPhoto", "photos"),
    ("can_send_photos", "sendPhoto", "photos"),
    ("can_send_documents", "sendDocument", "documents"),
]


@pytest.mark.parametrize(("permission", "method", "what"), LACKING)
async def test_what_a_group_forbids(world: World, raw: Raw, permission: str, method: str, what: str) -> None:
    anna = world.person("Anna")
    group = world.group("Library", anna)
    group.forbid(permission)

    async def send() -> tuple[int, Any]:
        if method == "sendMessage":
            return await raw.call(method, {"chat_id": group.id, "text": "a"})
        kind = method.removeprefix("send").lower()
        return await raw.call(method, {"chat_id": group.id}, **{kind: ("a.png", picture())})

    assert await send() == (400, f"Bad Request: not enough rights to send {what} to the chat")
    group.promote_bot(anna)
    assert (await send())[0] == 200


async def test_pinning_needs_a_right(world: World, raw: Raw) -> None:
    anna = world.person("Anna")
    group = world.group("Library", anna, kind="supergroup")
    _, sent = await raw.call("sendMessage", {"chat_id": group.id, "text": "a"})
    there = {"chat_id": group.id, "message_id": sent["message_id"]}
    refused = (400, "Bad Request: not enough rights to manage pinned messages in the chat")
    assert await raw.call("pinChatMessage", there) == refused
    group.promote_bot(anna, "can_pin_messages")
    assert await raw.call("pinChatMessage", {**there, "disable_notification": True}) == (200, True)
    assert group.chat.pinned == [sent["message_id"]]
    assert await raw.call("unpinChatMessage", there) == (200, True)


async def test_menus_by_scope_and_language(world: World, raw: Raw) -> None:
    anna, piotr = world.person("Anna", language="pl"), world.person("Piotr", language="fr")
    group = world.group("Library", anna, piotr)

    async def offer(command: str, **where: Any) -> None:
        commands = [{"command": command, "description": "x"}]
        assert await raw.call("setMyCommands", {"commands": commands, **where}) == (200, True)

    await offer("help")
    await offer("pomoc", language_code="pl")
    await offer("open", scope={"type": "all_chat_administrators"})
    assert world.menu(anna, group) == ["open"]
    assert world.menu(piotr, group) == ["help"]
    assert world.menu(anna, anna.private) == ["pomoc"]
    await offer("here", scope={"type": "chat", "chat_id": group.id})
    assert world.menu(piotr, group) == ["here"]
    await raw.call("deleteMyCommands", {"scope": {"type": "chat", "chat_id": group.id}})
    assert (await raw.call("getMyCommands", {"language_code": "pl"}))[1][0]["command"] == "pomoc"
    assert world.menu(piotr, group) == ["help"]


async def test_a_button_can_lead_into_the_private_chat(world: World, raw: Raw) -> None:
    anna = world.person("Anna")
    group = world.group("Library", anna)
    key = {"text": "Join", "url": f"https://t.me/{world.bot_username}?start=join_K7R2"}
    await raw.call("sendMessage", {"chat_id": group.id, "text": "a", "reply_markup": keyboard([key])})
    anna.presses("Join", group.last(keys=True))
    (update,) = world.pending
    assert (update.body["text"], update.body["chat"]["type"]) == ("/start join_K7R2", "private")
    assert (await raw.call("sendMessage", {"chat_id": anna.id, "text": "a"}))[0] == 200


async def test_an_old_button_can_still_be_pressed(world: World, raw: Raw) -> None:
    anna, piotr = world.person("Anna"), world.person("Piotr")
    group = world.group("Library", anna, piotr)
    fields = {"chat_id": group.id, "text": "a", "reply_markup": keyboard([button()])}
    _, sent = await raw.call("sendMessage", fields)
    message = group.last(keys=True)
    assert message.seen_by == {anna.user, piotr.user}
    await raw.call("deleteMessage", {"chat_id": group.id, "message_id": sent["message_id"]})
    anna.presses_data("y", message)
    (update,) = world.pending
    assert (update.body["data"], update.body["message"]["date"]) == ("y", 0)


FORCED = [
    # what forces a reply, the text, whether it answers Anna, who then replies
    ({"force_reply": True}, "Name?", False, {"Anna", "Piotr"}),
    ({"force_reply": True, "selective": True}, "Name?", False, set()),
    ({"force_reply": True, "selective": True}, "Name?", True, {"Anna"}),
    ({"force_reply": True, "selective": True}, "Name, @piotr?", False, {"Piotr"}),
    ({"remove_keyboard": True}, "Name?", True, set()),
]


@pytest.mark.parametrize(("markup", "text", "answers", "who"), FORCED)
async def test_a_client_answers_what_forces_a_reply(
    world: World, raw: Raw, markup: dict[str, Any], text: str, answers: bool, who: set[str]
) -> None:
    people = [world.person("Anna", "anna"), world.person("Piotr", "piotr")]
    group = world.group("Library", *people)
    asked = people[0].writes("/join", in_=group)
    fields: dict[str, Any] = {"chat_id": group.id, "text": text, "reply_markup": markup}
    if answers:
        fields["reply_parameters"] = {"message_id": asked.id}
    await raw.call("sendMessage", fields)
    replying = {person.user.first_name for person in people if person.writes("hm", in_=group).reply_to}
    assert replying == who
    assert [person.writes("hm", in_=group).reply_to for person in people] == [None, None]
