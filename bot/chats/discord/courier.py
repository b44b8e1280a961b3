"""Where a message goes: to everybody in a channel or thread, or to one person, and then by which way."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Literal

import discord

from bot.chats.discord.incoming import ALONE
from bot.chats.discord.outcomes import (
    ARCHIVED_THREAD,
    FAILURES,
    LOCKED_THREAD,
    MISSING_PERMISSION,
    UNKNOWN_CHANNEL,
    is_dead_token,
    outcome_of,
)
from bot.chats.discord.posting import Post, find_named, first_line, in_words, only
from bot.chats.discord.sessions import Session, Sessions
from bot.chats.port import NEW_THREAD, Gone, Moved, Outcome, PlaceRef, Rendered, Sent
from bot.replies import Said, said

WHISPERED = "~"
"""begins our id of a message that only one person sees: it can be changed under an interaction alone"""
NOWHERE = ""
"""our id of what was not shown to whom it was for"""
LONGEST_THREAD_NAME = 100
A_WEEK: Literal[10080] = 10080
"""minutes without a word until Discord puts a thread away; whoever speaks there fetches it back"""
SHUT = {UNKNOWN_CHANNEL, ARCHIVED_THREAD, LOCKED_THREAD}
"""what Discord says of a thread in which nothing can be said any more"""
PUBLIC: Literal[discord.ChannelType.public_thread] = discord.ChannelType.public_thread

_ROLE = re.compile(r"<@&(?P<id>\d+)>")
Say = Callable[[Said, str], str]


class Courier:
    """Carries messages to Discord with a client that is logged in."""

    def __init__(self, client: discord.Client, sessions: Sessions, say: Say) -> None:
        self._client = client
        self._sessions = sessions
        self._say = say
        self._asked_for: dict[int, str] = {}
        """new names of threads"""

    async def deliver(self, place: PlaceRef, message: Rendered, nonce: str, edit: str | None) -> Outcome:
        """Post ``message``, or put it in the place of ``edit``. Raises what is in FAILURES."""
        if message.toast:
            return await self._notice(message)
        if edit == NOWHERE:
            return Gone()
        if place.chat.startswith(ALONE):
            return await self._alone(int(place.chat.removeprefix(ALONE)), message, nonce, edit)
        if message.to is not None:
            return await self._aside(place, int(message.to), message, nonce, edit)
        if edit is not None and edit.startswith(WHISPERED):
            return Gone()
        return await self._openly(place, message, nonce, edit)

    @property
    def _own_id(self) -> int | None:
        return None if self._client.user is None else self._client.user.id

    # --- to one person --------------------------------------------------------------------------------------

    async def _notice(self, message: Rendered) -> Outcome:
        """A passing answer to a press. Whoever has not pressed just now does not miss it."""
        session = None if message.to is None else self._sessions.pressing(int(message.to))
        sent = None if session is None else await self._whisper(session, self._post(message))
        return sent or Sent(NOWHERE)

    async def _alone(self, user: int, message: Rendered, nonce: str, edit: str | None) -> Outcome:
        """To somebody alone: under what they have just done in a server, otherwise as a direct message."""
        post = self._post(message, is_private=True)
        if edit is not None and edit.startswith(WHISPERED):
            return await self._change(user, edit, post)
        session = self._sessions.latest(user, only_fresh=True)
        if session is not None:
            if edit is not None:
                return Gone()  # they look at the server: what they have asked for is shown there
            if sent := await self._whisper(session, post):
                return sent
        try:
            return await self._directly(user, post, nonce, edit)
        except discord.Forbidden as problem:
            session = self._sessions.latest(user)
            sent = None if session is None else await self._whisper(session, post)
            return sent or outcome_of(problem, edits=edit is not None)

    async def _aside(
        self, place: PlaceRef, user: int, message: Rendered, nonce: str, edit: str | None
    ) -> Outcome:
        """To one person in a channel; directly where nothing of theirs can be answered there."""
        post = self._post(self._naming_roles(place, message))
        if edit is not None and edit.startswith(WHISPERED):
            return await self._change(user, edit, post)
        session = self._sessions.latest(user, channel=_channel(place))
        if session is not None:
            if edit is not None:
                return Gone()
            if sent := await self._whisper(session, post):
                return sent
        try:
            return await self._directly(user, post, nonce, edit)
        except discord.Forbidden:
            return await self._complain(place, user, message, nonce)

    async def _complain(self, place: PlaceRef, user: int, message: Rendered, nonce: str) -> Outcome:
        """Somebody takes no direct messages: tell them where they are why they hear nothing."""
        channel = self._client.get_partial_messageable(_channel(place))
        text = f"<@{user}> {self._say(said('discord.closed'), message.language)}"
        await channel.send(text, nonce=nonce, allowed_mentions=only(user))
        return Sent(NOWHERE)

    async def _whisper(self, session: Session, post: Post) -> Sent | None:
        """Say it under an interaction; None where Discord takes nothing more there."""
        session.is_thinking = False
        try:
            sent = await post.under(session.interaction)
        except FAILURES as problem:
            if not is_dead_token(problem):
                raise
            self._sessions.end(session)
            return None
        session.said.add(sent.id)
        return Sent(f"{WHISPERED}{sent.id}")

    async def _change(self, user: int, edit: str, post: Post) -> Outcome:
        """Change what somebody alone sees in a server, if they have just pressed something there."""
        message = int(edit.removeprefix(WHISPERED))
        found = self._sessions.changing(user, message)
        if found is None:
            return Gone()
        session, was_pressed = found
        try:
            await post.over_private(session.interaction, message, was_pressed=was_pressed)
        except FAILURES as problem:
            if not is_dead_token(problem):
                raise
            return Gone()
        return Sent(edit)

    async def _directly(self, user: int, post: Post, nonce: str, edit: str | None) -> Outcome:
        channel = await self._client.create_dm(discord.Object(user))
        if edit is None:
            return Sent(str((await post.to_channel(channel, nonce)).id))
        await post.over(channel.get_partial_message(int(edit)))
        return Sent(edit)

    # --- to everybody ---------------------------------------------------------------------------------------

    async def _openly(self, place: PlaceRef, message: Rendered, nonce: str, edit: str | None) -> Outcome:
        if place.topic.startswith(NEW_THREAD):
            thread = await self._thread(place, message)
            return Moved(replace(place, topic="" if thread is None else str(thread.id)))
        channel = _channel(place)
        try:
            post = self._post(self._naming_roles(place, message))
            number = await self._post_in(channel, post, nonce, edit)
        except discord.HTTPException as problem:
            if problem.code in SHUT and place.topic:
                return Moved(replace(place, topic=""))
            words = in_words(message)
            if problem.code != MISSING_PERMISSION or words is None:
                raise
            return await self._openly(place, words, nonce, edit)
        if message.pin and edit is None:
            await self._pin(channel, number)
        if edit is not None and place.topic:
            await self._rename(channel, message)
        if message.closes:
            await self._archive(channel, True)
        return Sent(str(number))

    async def _post_in(self, channel: int, post: Post, nonce: str, edit: str | None) -> int:
        try:
            return await self._post_once(channel, post, nonce, edit)
        except discord.HTTPException as problem:
            if problem.code != ARCHIVED_THREAD:
                raise
            await self._archive(channel, False)
            return await self._post_once(channel, post, nonce, edit)

    async def _post_once(self, channel: int, post: Post, nonce: str, edit: str | None) -> int:
        there = self._client.get_partial_messageable(channel)
        if edit is None:
            return (await post.to_channel(there, nonce)).id
        await post.over(there.get_partial_message(int(edit)))
        return int(edit)

    async def _thread(self, place: PlaceRef, message: Rendered) -> discord.Thread | None:
        """The thread of a game, made now unless it was made before; None where there can be none."""
        number = int(place.chat)
        channel = self._client.get_channel(number) or await self._client.fetch_channel(number)
        if not isinstance(channel, discord.TextChannel):
            return None
        name = first_line(message.text, LONGEST_THREAD_NAME, place.topic.removeprefix(NEW_THREAD))
        found = find_named(channel.threads, name, self._own_id)
        if found is not None:
            return found
        try:
            return await channel.create_thread(
                name=name,
                type=discord.ChannelType.news_thread if channel.is_news() else PUBLIC,
                auto_archive_duration=A_WEEK,
            )
        except discord.HTTPException as problem:
            if problem.status in (400, 403):  # without the right to, or with too many of them
                return None
            raise

    async def _rename(self, number: int, message: Rendered) -> None:
        """Let a thread that is called after a message be called as this says now: a name may be erased."""
        thread = self._client.get_channel(number)
        if not isinstance(thread, discord.Thread) or thread.owner_id != self._own_id:
            return
        code, colon, _ = thread.name.partition(":")
        name = first_line(message.text, LONGEST_THREAD_NAME, code)
        if colon and name.startswith(f"{code}:") and name not in (thread.name, self._asked_for.get(number)):
            self._asked_for[number] = name  # once: what Discord writes differently is not asked for again
            try:
                await thread.edit(name=name)
            except discord.DiscordException:
                pass

    async def _pin(self, channel: int, message: int) -> None:
        """Pin a message where that is allowed; it can be read without as well."""
        try:
            await self._client.get_partial_messageable(channel).get_partial_message(message).pin()
        except discord.HTTPException:
            pass

    async def _archive(self, thread: int, archived: bool) -> None:
        """Put a thread away, or fetch it back, where that is allowed."""
        try:
            found = self._client.get_channel(thread) or await self._client.fetch_channel(thread)
            if isinstance(found, discord.Thread):
                await found.edit(archived=archived)
        except discord.HTTPException:
            pass

    def _naming_roles(self, place: PlaceRef, message: Rendered) -> Rendered:
        """What roles are called where their ids stand in a message, for in plain text nobody knows these."""
        channel = self._client.get_channel(int(place.chat))
        if not isinstance(channel, discord.abc.GuildChannel) or message.fixed_width:
            return message
        guild = channel.guild

        def name(found: re.Match[str]) -> str:
            role = guild.get_role(int(found["id"]))
            return found.group() if role is None else f"@{role.name}"

        return replace(message, text=_ROLE.sub(name, message.text))

    def _post(self, message: Rendered, *, is_private: bool = False) -> Post:
        answer = self._say(said("discord.answer"), message.language) if message.asks else ""
        return Post.of(message, is_private=is_private, answer=answer)


def _channel(place: PlaceRef) -> int:
    return int(place.topic or place.chat)
