"""Answering interactions: the first answer, and what follows with the same token."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tests.servers.discord import command_rules, drafts, mentions
from tests.servers.discord.bodies import Asked
from tests.servers.discord.components import Components
from tests.servers.discord.errors import refusal
from tests.servers.discord.forms import Form, Path
from tests.servers.discord.interactions import (
    AUTOCOMPLETE,
    CHOICES,
    COMMAND,
    COMPONENT,
    DEFERRED_MESSAGE,
    DEFERRED_UPDATE,
    MESSAGE,
    MODAL,
    UPDATE,
    Interaction,
    Modal,
)
from tests.servers.discord.model import (
    CHAT_INPUT,
    COMPONENTS_V2,
    DEFAULT,
    EPHEMERAL,
    REPLY,
    Message,
)
from tests.servers.discord.routes_messages import take_away
from tests.servers.discord.shapes import message_json

if TYPE_CHECKING:
    from tests.servers.discord.server import Discord

SETTABLE = drafts.SETTABLE | EPHEMERAL

MOST_CHOICES = 25


def _possible(interaction: Interaction) -> set[int]:
    """The first answers that an interaction can have."""
    if interaction.type == AUTOCOMPLETE:
        return {CHOICES}
    answers = {MESSAGE, DEFERRED_MESSAGE}
    if interaction.type in (COMMAND, COMPONENT):
        answers.add(MODAL)
    if interaction.message is not None:
        answers |= {UPDATE, DEFERRED_UPDATE}
    return answers


async def answer(discord: Discord, asked: Asked) -> Any:
    interaction = discord.interactions.get(asked.id("interaction_id"))
    if interaction is None or interaction.token != asked.params["token"] or interaction.is_late:
        raise refusal("unknown interaction")
    if interaction.answer is not None:
        raise refusal("acknowledged")
    form = Form()
    kind = form.integer(asked.form, "type", one_of=_possible(interaction), required=True)
    form.done()
    data = asked.form.get("data") or {}
    if not isinstance(data, dict):
        form.refuse(("data",), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        form.done()
    if interaction.channel.is_archived and kind in (MESSAGE, DEFERRED_MESSAGE, UPDATE):
        raise refusal("archived")
    await _ANSWERS[kind](discord, interaction, asked, data)
    interaction.answer = kind
    interaction.answered_after = interaction.age
    interaction.answered.set()
    if not asked.says("with_response"):
        return None
    return _answered(interaction, kind)


def _answered(interaction: Interaction, kind: int) -> dict[str, Any]:
    shape: dict[str, Any] = {"interaction": {"id": str(interaction.id), "type": interaction.type}}
    if kind in (CHOICES, MODAL):
        return shape | {"resource": {"type": kind}}
    original = interaction.original
    assert original is not None
    shape["interaction"] |= {
        "response_message_id": str(original.id),
        "response_message_loading": original.is_loading,
        "response_message_ephemeral": original.is_ephemeral,
    }
    resource: dict[str, Any] = {"type": kind}
    if kind in (MESSAGE, UPDATE):
        resource["message"] = message_json(original)
    return shape | {"resource": resource}


def _new(discord: Discord, interaction: Interaction, flags: int) -> Message:
    kind = CHAT_INPUT if interaction.type == COMMAND else REPLY if interaction.message else DEFAULT
    return Message(
        discord.snowflakes.next(),
        interaction.channel,
        discord.bot,
        datetime.now(UTC),
        type=kind,
        for_only=interaction.user if flags & EPHEMERAL else None,
        interaction=interaction,
    )


async def _say(discord: Discord, interaction: Interaction, asked: Asked, data: dict[str, Any]) -> None:
    draft = drafts.read(asked, data, settable=SETTABLE, root=("data",))
    if draft.is_empty:
        raise refusal("empty")
    message = _new(discord, interaction, draft.flags)
    drafts.post(discord, message, draft)
    interaction.original = message
    await discord.tell_message("MESSAGE_CREATE", message)


async def _think(discord: Discord, interaction: Interaction, asked: Asked, data: dict[str, Any]) -> None:
    form = Form()
    flags = form.integer(data, "flags", ("data",), least=0)
    flags = flags if isinstance(flags, int) else 0
    if flags & ~EPHEMERAL:
        form.refuse(("data", "flags"), "MESSAGE_FLAGS_INVALID", "Only EPHEMERAL can be set")
    form.done()
    message = _new(discord, interaction, flags)
    message.is_loading = True
    message.flags = flags
    message.channel.every_message[message.id] = message
    interaction.original = message
    await discord.tell_message("MESSAGE_CREATE", message)


async def _acknowledge(
    discord: Discord, interaction: Interaction, asked: Asked, data: dict[str, Any]
) -> None:
    interaction.original = interaction.message


async def _update(discord: Discord, interaction: Interaction, asked: Asked, data: dict[str, Any]) -> None:
    assert interaction.message is not None
    if interaction.message.is_deleted:
        raise refusal("unknown message")
    await _edit(discord, interaction.message, asked, data, root=("data",))
    interaction.original = interaction.message


async def _offer(discord: Discord, interaction: Interaction, asked: Asked, data: dict[str, Any]) -> None:
    form = Form()
    choices = form.objects(data, "choices", ("data",), most=MOST_CHOICES, required=True)
    type_ = _focused(interaction.data)["type"]
    for index, choice in choices:
        command_rules.check_choice(form, choice, ("data", "choices", index), type_)
    form.done()
    interaction.choices = [choice for _, choice in choices]


def _focused(data: dict[str, Any]) -> dict[str, Any]:
    for option in data.get("options", []):
        if option.get("focused"):
            return dict(option)
        if "options" in option:
            return _focused(option)
    raise AssertionError("an autocomplete interaction has a focused option")


async def _open(discord: Discord, interaction: Interaction, asked: Asked, data: dict[str, Any]) -> None:
    form = Form()
    Components(form).modal(data)
    form.done()
    interaction.modal = Modal(data["custom_id"], data["title"], data["components"], interaction)


_ANSWERS = {
    MESSAGE: _say,
    DEFERRED_MESSAGE: _think,
    DEFERRED_UPDATE: _acknowledge,
    UPDATE: _update,
    CHOICES: _offer,
    MODAL: _open,
}


async def _edit(
    discord: Discord, message: Message, asked: Asked, body: dict[str, Any], *, root: Path = ()
) -> None:
    settable = drafts.SUPPRESS_EMBEDS | COMPONENTS_V2 | EPHEMERAL
    was_layout = bool(message.flags & COMPONENTS_V2)
    draft = drafts.read(asked, body, settable=settable, was_layout=was_layout, root=root)
    draft.flags &= ~EPHEMERAL
    was_loading = message.is_loading
    drafts.edit(discord, message, draft)
    if was_loading:
        message.edited = None
        # The answer that was waited for notifies as a new message does.
        mentions.record(message, mentions.find(message, draft.allowed, discord.users))
    await discord.tell_message("MESSAGE_UPDATE", message)


def _alive(discord: Discord, asked: Asked) -> Interaction:
    """The interaction whose token a request has, while that is worth anything."""
    found = [one for one in discord.interactions.values() if one.token == asked.params["token"]]
    if not found or asked.id("application_id") != discord.application_id:
        raise refusal("unknown webhook")
    if found[0].is_over:
        raise refusal("invalid webhook token")
    if found[0].answer is None or found[0].type == AUTOCOMPLETE:
        raise refusal("unknown webhook")
    return found[0]


async def follow_up(discord: Discord, asked: Asked) -> Any:
    interaction = _alive(discord, asked)
    if interaction.is_thinking and interaction.original is not None:
        # The first message after "is thinking" takes its place.
        await _edit(discord, interaction.original, asked, asked.form)
        return message_json(interaction.original)
    draft = drafts.read(asked, asked.form, settable=SETTABLE)
    if draft.is_empty:
        raise refusal("empty")
    message = _new(discord, interaction, draft.flags)
    message.type = REPLY if interaction.original is not None else DEFAULT
    if interaction.original is not None and not interaction.original.is_deleted:
        message.answers = interaction.original
        message.nonce = draft.nonce
    drafts.post(discord, message, draft)
    interaction.followups.append(message)
    await discord.tell_message("MESSAGE_CREATE", message)
    return message_json(message)


def _message(discord: Discord, asked: Asked) -> tuple[Interaction, Message]:
    interaction = _alive(discord, asked)
    wanted = asked.params["message_id"]
    if wanted == "@original":
        found = interaction.original
    else:
        number = asked.id("message_id")
        own = [*interaction.followups, interaction.original]
        found = next((one for one in own if one is not None and one.id == number), None)
    if found is None or found.is_deleted:
        raise refusal("unknown message")
    return interaction, found


async def fetch(discord: Discord, asked: Asked) -> Any:
    return message_json(_message(discord, asked)[1])


async def edit(discord: Discord, asked: Asked) -> Any:
    _, message = _message(discord, asked)
    await _edit(discord, message, asked, asked.form)
    return message_json(message)


async def delete(discord: Discord, asked: Asked) -> Any:
    _, message = _message(discord, asked)
    await take_away(discord, message)


WEBHOOK = "/webhooks/{application_id}/{token}"

ROUTES = (
    ("POST", "/interactions/{interaction_id}/{token}/callback", answer),
    ("POST", WEBHOOK, follow_up),
    ("GET", f"{WEBHOOK}/messages/{{message_id}}", fetch),
    ("PATCH", f"{WEBHOOK}/messages/{{message_id}}", edit),
    ("DELETE", f"{WEBHOOK}/messages/{{message_id}}", delete),
)
