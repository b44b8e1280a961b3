"""Who may do what in a chat: by name, by a role that the chat gives, and as far as the bot itself is let."""

from __future__ import annotations

from bot.chats.port import Speaker
from bot.commands.context import Context
from bot.commands.gamefile import GameFile
from bot.commands.place import PlaceSettings
from bot.commands.record import Status
from storage.ids import PlaceId
from storage.repositories.events import EventRole

ROLE_SETTINGS = {EventRole.ORGANISER: "organisers", EventRole.ARBITER: "arbiters"}
"""the setting of a chat that names the role by which somebody is one"""


def need_name(ctx: Context) -> None:
    """Refuse whoever speaks as the chat itself: nobody could say who it was."""
    if ctx.input.speaker.is_anonymous:
        ctx.refuse("anonymous.by-name")


def need_permissions(ctx: Context) -> None:
    """Refuse to begin anything where the bot could not go on with it, by what the chat keeps from it."""
    if ctx.input.lacking:
        ctx.refuse("permissions.lacking", what=ctx.input.lacking, count=len(ctx.input.lacking))


def holds_role(ctx: Context, role: EventRole, place: PlaceId) -> bool:
    """Whether the speaker is organiser or arbiter of what belongs to ``place``, by a role of that chat."""
    gives_roles = ctx.capabilities().roles
    return ctx.place.home == place and has_role(ctx.input.speaker, role, ctx.place.settings, gives_roles)


def has_role(speaker: Speaker, role: EventRole, settings: PlaceSettings, gives_roles: bool) -> bool:
    """Whether somebody is organiser or arbiter by a role of a chat with these ``settings``: by the one that
    is named there, or, where it ``gives_roles`` and none is named, as its administrator."""
    wanted = getattr(settings, ROLE_SETTINGS[role])
    return wanted in speaker.roles if wanted else gives_roles and speaker.is_admin


async def need_arbiter(ctx: Context, file: GameFile) -> None:
    """Refuse unless the speaker is an arbiter who does not play in ``file``, and it is being played.

    In an event these are its arbiters and organisers, otherwise the administrators of the chat; in both also
    whoever has such a role in the chat.
    """
    event = None if file.row.event is None else await ctx.events.by_id(file.row.event)
    if event is None:
        decides = ctx.input.speaker.is_admin and ctx.place.home in file.chats
        decides = decides or any(holds_role(ctx, EventRole.ARBITER, place) for place in file.chats)
    else:
        roles = (EventRole.ARBITER, EventRole.ORGANISER)
        decides = event.has_role(ctx.speaker.id, *roles)
        decides = decides or any(holds_role(ctx, role, event.place) for role in roles)
    if not decides or file.is_player(ctx.speaker.id):
        key = "refused.not-an-arbiter" if event is None else "tournament.not-arbiter"
        ctx.refuse(key, code=file.code)
    if file.record.status is not Status.RUNNING:
        ctx.refuse("refused.not-running", code=file.code)
