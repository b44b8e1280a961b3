"""What the bot asks of a server, and how Discord's client calls it."""

from __future__ import annotations

from collections.abc import Mapping

import discord

IN_A_CHANNEL: Mapping[str, str] = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "create_public_threads": "Create Public Threads",
    "send_messages_in_threads": "Send Messages in Threads",
    "embed_links": "Embed Links",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
"""what it cannot play without, by discord.py's name and by the one in the settings of a server"""
MADE_EASIER = ("pin_messages",)
"""what it does without where it has to"""
SCOPES = ("bot", "applications.commands")


def lacking(held: discord.Permissions, *, is_thread: bool = False) -> tuple[str, ...]:
    """What of the necessary is not among ``held``, by the name in Discord's client."""
    needless = {"send_messages", "create_public_threads"} if is_thread else set()
    return tuple(
        shown
        for name, shown in IN_A_CHANNEL.items()
        if name not in needless and not getattr(held, name) and not held.administrator
    )


def invite_link(application: int) -> str:
    """Where somebody adds the bot to a server of theirs, with all it asks for."""
    wanted = discord.Permissions(**dict.fromkeys((*IN_A_CHANNEL, *MADE_EASIER), True))
    return discord.utils.oauth_url(application, permissions=wanted, scopes=SCOPES)
