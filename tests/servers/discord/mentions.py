"""Whom a message notifies: what its text mentions, as far as `allowed_mentions` lets it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from tests.servers.discord.forms import ABSENT, Form
from tests.servers.discord.model import SUPPRESS_NOTIFICATIONS, Message, Role, User
from tests.servers.discord.permissions import Permission, can

KINDS = ("users", "roles", "everyone")


@dataclass(frozen=True, slots=True)
class Allowed:
    """What may ping: whole kinds, or single ids."""

    kinds: frozenset[str] = frozenset(KINDS)
    ids: frozenset[int] = frozenset()
    answered: bool = True

    def lets(self, kind: str, number: int = 0) -> bool:
        return kind in self.kinds or number in self.ids


def check(form: Form, data: dict[str, Any]) -> Allowed:
    """Without the field everything that is mentioned is notified."""
    value = form.mapping(data, "allowed_mentions")
    if value is ABSENT or value is None:
        return Allowed()
    path = ("allowed_mentions",)
    kinds: set[str] = set()
    for index, kind in enumerate(_list(form, value, "parse", path, 3)):
        if kind not in KINDS:
            message = f"Value must be one of {{{KINDS}}}."
            form.refuse((*path, "parse", index), "BASE_TYPE_CHOICES", message)
        else:
            kinds.add(kind)
    ids: set[int] = set()
    for name in ("users", "roles"):
        listed = _list(form, value, name, path, 100)
        found = [form.snowflake(one, (*path, name, index)) for index, one in enumerate(listed)]
        ids.update(one for one in found if one is not None)
        if found and name in kinds:
            message = f'parse:["{name}"] and {name}: [ids...] are mutually exclusive.'
            form.refuse(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)
    answered = form.flag(value, "replied_user", path)
    return Allowed(frozenset(kinds), frozenset(ids), answered is True)


def _list(form: Form, value: dict[str, Any], name: str, path: tuple[str, ...], most: int) -> list[Any]:
    listed = form.listed(value, name, path, most=most)
    return listed if isinstance(listed, list) else []


@dataclass(slots=True)
class Mentions:
    users: list[User] = field(default_factory=list)
    roles: list[Role] = field(default_factory=list)
    everyone: bool = False


def find(message: Message, allowed: Allowed, users: dict[int, User]) -> Mentions:
    """The mentions of a message that count. Embeds never mention; everybody, and roles that are not
    mentionable, only with the permission to."""
    # Text components mention as the content does.
    text = "\n".join([message.content, *_displays(message.components)])
    found = Mentions()
    for number in dict.fromkeys(int(one) for one in re.findall(r"<@!?(\d+)>", text)):
        if number in users and allowed.lets("users", number):
            found.users.append(users[number])
    if message.answers is not None and allowed.answered and message.answers.author not in found.users:
        found.users.append(message.answers.author)
    guild = message.channel.guild
    if guild is None:
        return found
    may_all = can(message.author, message.channel, Permission.MENTION_EVERYONE)
    for role in guild.roles:
        if role.mention in text and allowed.lets("roles", role.id) and (may_all or role.is_mentionable):
            found.roles.append(role)
    found.everyone = may_all and "everyone" in allowed.kinds and bool(re.search(r"@(everyone|here)\b", text))
    return found


def _displays(components: list[dict[str, Any]]) -> list[str]:
    texts = []
    for component in components:
        if component["type"] == 10:
            texts.append(component["content"])
        texts += _displays(component.get("components", []))
    return texts


def record(message: Message, found: Mentions) -> None:
    """Notify: only when a message is new, and not where it was sent silently."""
    message.mentioned = found.users
    message.pings_everyone = found.everyone
    if not message.flags & SUPPRESS_NOTIFICATIONS:
        message.pings = {user.id for user in found.users} | {role.id for role in found.roles}
