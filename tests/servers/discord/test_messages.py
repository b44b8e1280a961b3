"""What a message may be: lengths, counts, types, files, mentions, components."""

from __future__ import annotations

from typing import Any

import pytest

from tests.servers.discord.permissions import Permission
from tests.servers.discord.raw import Raw

Body = dict[str, Any]


def embed(**more: Any) -> Body:
    return {"embeds": [{"title": "a"} | more]}


def row(*components: Body) -> Body:
    return {"type": 1, "components": list(components)}


def button(number: int = 0, **more: Any) -> Body:
    return {"type": 2, "style": 1, "label": "a", "custom_id": f"b{number}"} | more


def menu(count: int = 1, **more: Any) -> Body:
    options = [{"label": f"o{number}", "value": f"{number}"} for number in range(count)]
    return {"type": 3, "custom_id": "m", "options": options} | more


def shown(*rows: Body) -> Body:
    return {"content": "a", "components": list(rows)}


def layout(*components: Body) -> Body:
    return {"flags": 1 << 15, "components": list(components)}


def text(length: int = 1) -> Body:
    return {"type": 10, "content": "a" * length}


FIELD = {"name": "a", "value": "b"}

REFUSED: list[tuple[str, Body, str, str]] = [
    ("content too long", {"content": "a" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    ("content no text", {"content": 7}, "content", "STRING_TYPE_CONVERT"),
    ("embeds no list", {"embeds": {}}, "embeds", "LIST_TYPE_CONVERT"),
    ("too many embeds", {"embeds": [{"title": "a"}] * 11}, "embeds", "BASE_TYPE_MAX_LENGTH"),
    ("title", embed(title="a" * 257), "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
    ("description", embed(description="a" * 4097), "embeds.0.description", "BASE_TYPE_MAX_LENGTH"),
    ("fields", embed(fields=[FIELD] * 26), "embeds.0.fields", "BASE_TYPE_MAX_LENGTH"),
    (
        "field name",
        embed(fields=[FIELD | {"name": "a" * 257}]),
        "embeds.0.fields.0.name",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        "field value",
        embed(fields=[FIELD | {"value": "a" * 1025}]),
        "embeds.0.fields.0.value",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        "empty field",
        embed(fields=[{"name": "a", "value": ""}]),
        "embeds.0.fields.0.value",
        "BASE_TYPE_REQUIRED",
    ),
    ("footer", embed(footer={"text": "a" * 2049}), "embeds.0.footer.text", "BASE_TYPE_MAX_LENGTH"),
    ("author", embed(author={"name": "a" * 257}), "embeds.0.author.name", "BASE_TYPE_MAX_LENGTH"),
    ("colour", embed(color=0x1000000), "embeds.0.color", "NUMBER_TYPE_MAX"),
    ("picture", embed(image={"url": "board.png"}), "embeds.0.image.url", "URL_TYPE_INVALID_URL"),
    ("time", embed(timestamp="tomorrow"), "embeds.0.timestamp", "DATE_TIME_TYPE_PARSE"),
    ("empty embed", {"embeds": [{}]}, "embeds.0.description", "BASE_TYPE_REQUIRED"),
    (
        "all embeds",
        {"embeds": [{"description": "a" * 4000}, {"description": "a" * 2001}]},
        "embeds",
        "MAX_EMBED_SIZE_EXCEEDED",
    ),
    ("rows", shown(*[row(button(n)) for n in range(6)]), "components", "BASE_TYPE_MAX_LENGTH"),
    (
        "buttons",
        shown(row(*[button(n) for n in range(6)])),
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    ("empty row", shown(row()), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    ("no row", shown(button()), "components.0.type", "BASE_TYPE_CHOICES"),
    ("label", shown(row(button(label="a" * 81))), "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"),
    (
        "no label",
        shown(row(button(label=""))),
        "components.0.components.0",
        "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
    ),
    ("style", shown(row(button(style=7))), "components.0.components.0.style", "BASE_TYPE_CHOICES"),
    (
        "custom id",
        shown(row(button(custom_id="a" * 101))),
        "components.0.components.0.custom_id",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        "the same custom id",
        shown(row(button(), button())),
        "components.0.components.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    (
        "link with custom id",
        shown(row(button(style=5, url="https://example.org"))),
        "components.0.components.0",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    (
        "emoji",
        shown(row(button(emoji={"name": "a"}))),
        "components.0.components.0.emoji",
        "COMPONENT_INVALID_EMOJI",
    ),
    (
        "menu beside a button",
        shown(row(menu(), button())),
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    ("options", shown(row(menu(26))), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    ("no options", shown(row(menu(0))), "components.0.components.0.options", "BASE_TYPE_BAD_LENGTH"),
    (
        "option label",
        shown(row(menu(options=[{"label": "a" * 101, "value": "a"}]))),
        "components.0.components.0.options.0.label",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        "the same value",
        shown(row(menu(options=[{"label": "a", "value": "a"}] * 2))),
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        "most",
        shown(row(menu(2, max_values=3))),
        "components.0.components.0.max_values",
        "SELECT_COMPONENT_MAX_VALUES_TOO_HIGH",
    ),
    (
        "placeholder",
        shown(row(menu(placeholder="a" * 151))),
        "components.0.components.0.placeholder",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        "text input",
        shown(row({"type": 4, "custom_id": "a"})),
        "components.0.components.0.type",
        "BASE_TYPE_CHOICES",
    ),
    ("layout without its flag", shown(text()), "components.0.type", "BASE_TYPE_CHOICES"),
    (
        "words of a layout",
        layout(text(4000), text()),
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    (
        "parts of a layout",
        layout(*[{"type": 17, "components": [text()] * 20}] * 2),
        "components",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        "content beside a layout",
        layout(text()) | {"content": "a"},
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    (
        "a picture that is not there",
        layout({"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}),
        "components",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    ("nonce", {"content": "a", "nonce": "1" * 26}, "nonce", "NONCE_TYPE_TOO_LONG"),
    ("flags", {"content": "a", "flags": 64}, "flags", "MESSAGE_FLAGS_INVALID"),
    (
        "unknown kinds of mentions",
        {"content": "a", "allowed_mentions": {"parse": ["all"]}},
        "allowed_mentions.parse.0",
        "BASE_TYPE_CHOICES",
    ),
    (
        "mentions both ways",
        {"content": "a", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    (
        "too many mentioned",
        {"content": "a", "allowed_mentions": {"parse": [], "users": [str(n) for n in range(101)]}},
        "allowed_mentions.users",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        "a reply to nothing",
        {"content": "a", "message_reference": {"message_id": "1"}},
        "message_reference",
        "REPLIES_UNKNOWN_MESSAGE",
    ),
    (
        "a file that is not there",
        {"content": "a", "attachments": [{"id": 0}]},
        "attachments.0.id",
        "ATTACHMENT_NOT_FOUND",
    ),
]


@pytest.mark.parametrize(
    ("body", "where", "code"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
async def test_what_is_wrong_with_a_message(raw: Raw, body: Body, where: str, code: str) -> None:
    answer = await raw.says(body)
    assert (answer.status, answer.code) == (400, 50035)
    assert answer.wrong() == {where: code}
    assert raw.hall.messages == []


TAKEN = [
    {"content": "ż" * 2000},
    embed(title="a" * 256, description="a" * 4096, fields=[{"name": "a" * 256, "value": "b" * 1024}]),
    shown(*[row(*[button(5 * r + n, label="a" * 80) for n in range(5)]) for r in range(5)]),
    shown(row(menu(25, placeholder="a" * 150, max_values=25))),
    shown(row({"type": 2, "style": 5, "label": "a", "url": "https://example.org"})),
    shown(row(button(label=None, emoji={"name": "♟️"}))),
    layout({"type": 17, "accent_color": 7, "components": [text(4000), {"type": 14}, row(button())]}),
    layout({"type": 9, "components": [text()], "accessory": button()}),
    {"content": "a", "nonce": 10**24, "enforce_nonce": True},
]


@pytest.mark.parametrize("body", TAKEN)
async def test_a_message_at_its_limits_is_taken(raw: Raw, body: Body) -> None:
    answer = await raw.says(body)
    assert answer.status == 200, answer.body
    assert answer.headers["Content-Type"] == "application/json"
    assert len(raw.hall.messages) == 1


@pytest.mark.parametrize(
    "body", [{}, {"content": ""}, {"content": " \n"}, {"embeds": []}, {"components": []}]
)
async def test_an_empty_message_is_refused(raw: Raw, body: Body) -> None:
    answer = await raw.says(body)
    assert (answer.status, answer.code) == (400, 50006)


async def test_files_come_with_their_descriptions(raw: Raw) -> None:
    body = embed(image={"url": "attachment://a.png"}) | {
        "attachments": [{"id": 0, "filename": "a.png", "description": "White to move"}, {"id": 1}]
    }
    answer = await raw.ask(
        "POST", f"/channels/{raw.hall.id}/messages", body, files={"a.png": b"a", "my game.pdn": b"b"}
    )
    [message] = raw.hall.messages
    found = [(one.name, one.content, one.description, one.is_embedded) for one in message.attachments]
    assert found == [("a.png", b"a", "White to move", True), ("my_game.pdn", b"b", None, False)]
    assert [one["filename"] for one in answer.body["attachments"]] == ["my_game.pdn"]
    async with raw.http.get(message.attachments[0].url) as response:
        assert await response.read() == b"a"


@pytest.mark.parametrize(
    ("edited", "names"),
    [
        ({"content": "b"}, ["a.png"]),
        ({"content": "b", "attachments": []}, []),
        ({"content": "b", "attachments": ["kept"]}, ["a.png"]),
    ],
)
async def test_an_edit_keeps_the_files_that_it_names(raw: Raw, edited: Body, names: list[str]) -> None:
    path = f"/channels/{raw.hall.id}/messages"
    await raw.ask("POST", path, {"content": "a"}, files={"a.png": b"a"})
    [message] = raw.hall.messages
    if edited.get("attachments"):
        edited = edited | {"attachments": [{"id": str(message.attachments[0].id)}]}
    answer = await raw.ask("PATCH", f"{path}/{message.id}", edited)
    assert answer.status == 200, answer.body
    assert [one.name for one in message.attachments] == names
    assert [revision.content for revision in message.revisions] == ["a"]


async def test_an_edit_that_is_refused_changes_nothing(raw: Raw) -> None:
    await raw.says({"content": "a"})
    [message] = raw.hall.messages
    answer = await raw.ask("PATCH", f"/channels/{raw.hall.id}/messages/{message.id}", {"content": ""})
    assert (answer.code, message.content, message.revisions) == (50006, "a", [])


async def test_a_file_too_large_is_refused(raw: Raw) -> None:
    answer = await raw.ask(
        "POST", f"/channels/{raw.hall.id}/messages", {}, files={"a.bin": bytes(10 * 1024 * 1024 + 1)}
    )
    assert (answer.status, answer.code) == (413, 40005)


NONE: Body = {"allowed_mentions": {"parse": []}}

PINGS: list[tuple[str, Body, set[str]]] = [
    ("{anna} and {piotr}", {}, {"anna", "piotr"}),
    ("{anna} and {piotr}", NONE, set()),
    ("{anna} and {piotr}", {"allowed_mentions": {"parse": ["users"]}}, {"anna", "piotr"}),
    ("{anna} and {piotr}", {"allowed_mentions": {"parse": [], "users": ["anna"]}}, {"anna"}),
    ("{anna}", {"allowed_mentions": {"parse": ["roles"]}}, set()),
    ("{anna}", {"flags": 1 << 12}, set()),
    ("@everyone", {}, set()),
    ("anna", {}, set()),
    ("", {"embeds": [{"description": "{anna}"}]}, set()),
]


@pytest.mark.parametrize(("content", "more", "pinged"), PINGS)
async def test_who_is_notified(raw: Raw, content: str, more: Body, pinged: set[str]) -> None:
    people = {"anna": raw.anna, "piotr": raw.piotr}
    mentions = {name: person.mention for name, person in people.items()}
    body: Body = {"content": content.format(**mentions)} | more
    if "users" in more.get("allowed_mentions", {}):
        body["allowed_mentions"] = {"parse": [], "users": [str(raw.anna.id)]}
    await raw.says(body)
    [message] = raw.hall.messages
    assert message.pings == {people[name].id for name in pinged}
    assert not message.pings_everyone


@pytest.mark.parametrize(("more", "pinged"), [({}, True), (NONE, False)])
async def test_everybody_is_notified_where_that_is_permitted(raw: Raw, more: Body, pinged: bool) -> None:
    await raw.world.allows(raw.hall, Permission.MENTION_EVERYONE)
    await raw.says({"content": "@everyone"} | more)
    assert raw.hall.messages[0].pings_everyone is pinged


async def test_an_edit_notifies_nobody(raw: Raw) -> None:
    await raw.says({"content": "a"})
    [message] = raw.hall.messages
    await raw.ask("PATCH", f"/channels/{raw.hall.id}/messages/{message.id}", {"content": raw.anna.mention})
    assert message.pings == set()


@pytest.mark.parametrize(("enforced", "count"), [(True, 1), (False, 2)])
async def test_a_nonce_is_unique_where_that_is_asked_for(raw: Raw, enforced: bool, count: int) -> None:
    body = {"content": "a", "nonce": "7", "enforce_nonce": enforced}
    answers = [await raw.says(body) for _ in range(2)]
    assert len({answer.body["id"] for answer in answers}) == len(raw.hall.messages) == count
