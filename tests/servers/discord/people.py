"""A person on Discord, who does what people do there and sees what people see."""

from __future__ import annotations

import asyncio
import secrets
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tests.servers.discord import commanding, mentions, shapes
from tests.servers.discord.bodies import Upload
from tests.servers.discord.intents import Intent
from tests.servers.discord.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    TO_ANSWER,
    Interaction,
    Modal,
)
from tests.servers.discord.model import Attachment, Channel, Guild, Message, Role, User
from tests.servers.discord.permissions import Permission, can, in_channel
from tests.servers.discord.routes_messages import sending_right, take_away
from tests.servers.discord.threads import open_thread, unarchive

if TYPE_CHECKING:
    from tests.servers.discord.server import Discord

STRING_SELECT = 3


class Person:
    """Every act fails with an AssertionError where the person could not do it: a button that is not there, a
    command that is not synced, a message that they do not see."""

    def __init__(self, discord: Discord, user: User) -> None:
        self._discord = discord
        self.user = user

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.name

    @property
    def mention(self) -> str:
        return self.user.mention

    @property
    def dm(self) -> Channel:
        """The private chat with the bot."""
        return self._discord.private_channel(self.user)

    def sees(self, where: Channel) -> list[Message]:
        """All messages that the person sees there, their own ephemeral ones too."""
        return where.seen_by(self.user)

    def reads(self, where: Channel) -> str:
        """The words of all that the person sees there."""
        return "\n".join(message.text for message in self.sees(where))

    def last(self, where: Channel) -> Message:
        seen = self.sees(where)
        assert seen, f"{self.name} sees nothing there"
        return seen[-1]

    # Slash commands.

    async def uses(
        self, command: str, where: Channel, /, *, wait: bool = True, **options: Any
    ) -> Interaction:
        """Send a slash command, such as ``/tournament open``. Waits for the first answer, which has to come
        within three seconds; without ``wait`` nothing is awaited."""
        typed = commanding.type_in(self._discord, command, where, self.user, options)
        return await self._interact(COMMAND, where, typed.data, uploads=typed.uploads, wait=wait)

    async def completes(
        self, command: str, where: Channel, /, *, option: str, typed: str = "", **others: Any
    ) -> dict[str, Any]:
        """What is offered for an option while it is typed: values by the names shown, in order."""
        filled = commanding.type_in(self._discord, command, where, self.user, others, focused=(option, typed))
        interaction = await self._interact(AUTOCOMPLETE, where, filled.data)
        locale = self.user.locale
        return {
            (choice.get("name_localizations") or {}).get(locale, choice["name"]): choice["value"]
            for choice in interaction.choices or []
        }

    # Components.

    async def presses(self, which: str, message: Message, /, *, wait: bool = True) -> Interaction:
        """Press a button, by its label or its custom id."""
        self._look_at(message)
        found = [
            button
            for button in message.buttons
            if which in (button.get("label"), button.get("custom_id"), button.get("emoji", {}).get("name"))
        ]
        assert found, f"no button {which!r} among {message.labels}"
        button = found[0]
        assert not button.get("disabled"), f"{which!r} is disabled"
        assert "custom_id" in button, f"{which!r} leads to {button.get('url')}"
        data = {"component_type": 2, "custom_id": button["custom_id"], "id": button.get("id", 1)}
        return await self._interact(COMPONENT, message.channel, data, message=message, wait=wait)

    async def selects(
        self, message: Message, *chosen: Any, menu: str | None = None, wait: bool = True
    ) -> Interaction:
        """Choose in a menu, by the labels or values of its options; people, roles and channels themselves."""
        self._look_at(message)
        menus = [one for one in message.menus if menu in (None, one["custom_id"], one.get("placeholder"))]
        assert menus, f"no menu {menu!r}"
        found = menus[0]
        assert not found.get("disabled"), "the menu is disabled"
        low, high = found.get("min_values"), found.get("max_values")
        low, high = 1 if low is None else low, 1 if high is None else high
        assert low <= len(chosen) <= high, f"{low} to {high} are to be chosen"
        data: dict[str, Any] = {"component_type": found["type"], "custom_id": found["custom_id"]}
        data["values"], resolved = self._chosen(found, chosen, message.channel)
        if found["type"] != STRING_SELECT:
            data["resolved"] = resolved
        return await self._interact(COMPONENT, message.channel, data, message=message, wait=wait)

    def _chosen(
        self, menu: dict[str, Any], chosen: tuple[Any, ...], where: Channel
    ) -> tuple[list[str], dict[str, Any]]:
        if menu["type"] != STRING_SELECT:
            picked = [getattr(one, "user", one) for one in chosen]
            shaped: dict[str, Any] = {}
            for one in picked:
                if isinstance(one, User):
                    shaped.setdefault("users", {})[str(one.id)] = shapes.user_json(one)
                    if where.guild is not None and one.id in where.guild.members:
                        member = shapes.resolved_member_json(where.guild, one)
                        shaped.setdefault("members", {})[str(one.id)] = member
                elif isinstance(one, Role):
                    shaped.setdefault("roles", {})[str(one.id)] = shapes.role_json(one)
            return [str(one.id) for one in picked], shaped
        values = []
        for one in chosen:
            options = [option for option in menu["options"] if one in (option["label"], option["value"])]
            assert options, f"no option {one!r} among {[option['label'] for option in menu['options']]}"
            values.append(options[0]["value"])
        return values, {}

    async def submits(
        self, modal: Modal | None, /, *answer: str, wait: bool = True, **values: str
    ) -> Interaction:
        """Fill in a form and send it: a lone text for its only field, or texts by custom ids."""
        assert modal is not None, "no form is open"
        fields = modal.fields
        if answer:
            assert len(fields) == len(answer), f"the form asks for {list(fields)}"
            values |= {field["custom_id"]: text for field, text in zip(fields.values(), answer, strict=True)}
        by_id = {field["custom_id"]: field for field in fields.values()}
        for label, field in fields.items():
            if label in values:
                values[field["custom_id"]] = values.pop(label)
        unknown = set(values) - set(by_id)
        assert not unknown, f"the form has no {unknown}, only {list(fields)}"
        data = {
            "custom_id": modal.custom_id,
            "components": [self._filled(one, values) for one in modal.components],
        }
        opener = modal.interaction
        return await self._interact(MODAL_SUBMIT, opener.channel, data, message=opener.message, wait=wait)

    def _filled(self, component: dict[str, Any], values: dict[str, str]) -> dict[str, Any]:
        kind = component["type"]
        if kind == 1:
            inner = [self._filled(one, values) for one in component["components"]]
            return {"type": 1, "components": inner}
        if kind == 18:
            return {"type": 18, "component": self._filled(component["component"], values)}
        if kind == 10:
            return {"type": 10, "content": component["content"]}
        name = component["custom_id"]
        if kind != 4:
            return {"type": kind, "custom_id": name, "values": [values[name]] if name in values else []}
        text = values.get(name, component.get("value") or "")
        required = component.get("required", True)
        assert text or not required, f"{name} has to be filled in"
        low, high = component.get("min_length") or 0, component.get("max_length") or 4000
        assert not text or low <= len(text) <= high, f"{name} has {low} to {high} characters"
        return {"type": 4, "custom_id": name, "value": text}

    # Writing.

    async def writes(
        self,
        text: str,
        where: Channel,
        /,
        *,
        answers: Message | None = None,
        file: tuple[str, bytes] | None = None,
    ) -> Message:
        """Write an ordinary message. What the bot reads of it depends on its intents."""
        assert not where.is_deleted, "the channel is gone"
        assert can(self.user, where, sending_right(where)), f"{self.name} may not write there"
        assert len(text) <= 2000, "that is too long"
        await unarchive(self._discord, where)
        number = self._discord.snowflakes.next()
        message = Message(number, where, self.user, datetime.now(UTC), content=text, answers=answers)
        if answers is not None:
            message.type = 19
        if file is not None:
            message.attachments.append(self._discord.attachment(where, Upload(*file)))
        found = mentions.find(message, mentions.Allowed(), self._discord.users)
        mentions.record(message, found)
        where.every_message[number] = message
        await self._discord.tell_message("MESSAGE_CREATE", message)
        return message

    async def deletes(self, message: Message) -> None:
        """Delete a message: one's own, or any where one manages messages."""
        allowed = message.author is self.user or can(self.user, message.channel, Permission.MANAGE_MESSAGES)
        assert allowed, f"{self.name} may not delete that"
        await take_away(self._discord, message)

    async def opens_thread(self, name: str, where: Channel, *, message: Message | None = None) -> Channel:
        assert can(self.user, where, Permission.CREATE_PUBLIC_THREADS), "no threads there"
        return await open_thread(self._discord, where, self.user, name, message=message)

    # Coming and going.

    async def leaves(self, guild: Guild) -> None:
        member = guild.members.pop(self.user.id)
        event = {"guild_id": str(guild.id), "user": shapes.user_json(member.user)}
        await self._discord.tell("GUILD_MEMBER_REMOVE", event, guild, Intent.GUILD_MEMBERS)

    def closes_messages(self) -> None:
        """Take no private messages of the bot any more."""
        self.user.takes_messages = False

    def opens_messages(self) -> None:
        self.user.takes_messages = True

    # How it reaches the bot.

    def _look_at(self, message: Message) -> None:
        assert message.is_seen_by(self.user), f"{self.name} does not see that message"
        assert not message.channel.is_deleted, "the channel is gone"

    async def _interact(
        self,
        kind: int,
        where: Channel,
        data: dict[str, Any],
        *,
        message: Message | None = None,
        uploads: list[Attachment] | None = None,
        wait: bool = True,
    ) -> Interaction:
        discord = self._discord
        assert not where.is_deleted, "the channel is gone"
        assert can(self.user, where, Permission.VIEW_CHANNEL), f"{self.name} does not see the channel"
        if where.thread is not None and not where.thread.is_locked:
            # The client brings an archived thread back before it sends anything from there.
            await unarchive(discord, where)
        interaction = Interaction(
            discord.snowflakes.next(),
            kind,
            secrets.token_urlsafe(96),
            discord.application_id,
            self.user,
            where,
            where.guild,
            data,
            datetime.now(UTC),
            message=message,
            uploads=uploads or [],
        )
        discord.interactions[interaction.id] = interaction
        event = self._event(interaction)
        await discord.tell("INTERACTION_CREATE", event, where.guild, intent=0)
        if wait:
            try:
                await asyncio.wait_for(interaction.answered.wait(), TO_ANSWER.total_seconds())
            except TimeoutError:
                raise AssertionError("The application did not respond") from None
        return interaction

    def _event(self, interaction: Interaction) -> dict[str, Any]:
        where, guild, bot = interaction.channel, interaction.guild, self._discord.bot
        event: dict[str, Any] = {
            "id": str(interaction.id),
            "application_id": str(interaction.application_id),
            "type": interaction.type,
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": str(where.id),
            "channel": shapes.place_json(where, self.user, bot),
            "app_permissions": str(in_channel(bot, where)),
            "locale": self.user.locale,
            "entitlements": [],
            "authorizing_integration_owners": {"0": str(guild.id) if guild else "0"},
            "context": 0 if guild else 1,
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        if guild is None:
            event["user"] = shapes.user_json(self.user)
        else:
            member = shapes.member_json(guild.members[self.user.id])
            event |= {
                "guild_id": str(guild.id),
                "guild_locale": guild.locale,
                "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
                "member": member | {"permissions": str(in_channel(self.user, where))},
            }
        if interaction.message is not None:
            event["message"] = shapes.message_json(interaction.message)
        return event
