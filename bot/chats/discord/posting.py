"""One message as Discord wants it, and the calls that post and change it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import discord
from discord import ui

from bot.chats.discord.components import make_view
from bot.chats.discord.markdown import write
from bot.chats.port import Attachment, Rendered
from bot.render import split_text

LONGEST_CONTENT = 2000
LONGEST_DESCRIPTION = 4096
LONGEST_ALT = 1024


@dataclass(frozen=True, slots=True)
class Post:
    """A message ready to be posted any number of times. It pings nobody but ``calls``, and only when new."""

    content: str | None
    embed: discord.Embed | None
    attachments: tuple[tuple[Attachment, str | None], ...]
    view: ui.View | None
    calls: tuple[int, ...] = ()
    """accounts"""

    @classmethod
    def of(cls, message: Rendered, *, is_private: bool, answer: str) -> Post:
        """``is_private``: only one person reads it; ``answer``: the label of the button to write an answer.

        Text that escaping makes too long for a message stands in an embed, which has room for twice as much.
        """
        text = write(message.text, message.fixed_width)
        is_long = len(text) > LONGEST_CONTENT
        files = [(message.image, message.alt), (message.file, None)]
        return cls(
            content=None if is_long else text or None,
            embed=discord.Embed(description=text[:LONGEST_DESCRIPTION]) if is_long else None,
            attachments=tuple((file, alt) for file, alt in files if file is not None),
            view=make_view(message.buttons, is_private=is_private, asks=message.asks, answer=answer),
            calls=tuple(int(account) for account in message.calls),
        )

    def files(self) -> list[discord.File]:
        """Fresh ones: each can be sent once."""
        return [
            discord.File(
                io.BytesIO(file.content), filename=file.name, description=alt[:LONGEST_ALT] if alt else None
            )
            for file, alt in self.attachments
        ]

    async def to_channel(self, channel: discord.abc.Messageable, nonce: str) -> discord.Message:
        """A new message; a second one of the same ``nonce`` within a few minutes is the same message."""
        return await channel.send(
            content=self._calling(),
            files=self.files(),
            nonce=nonce,
            allowed_mentions=only(*self.calls),
            **self._given(embed=self.embed, view=self.view),
        )

    def _calling(self) -> str | None:
        """The text, and below it who is called, as far as there is room."""
        if not self.calls:
            return self.content
        called = "-# " + " ".join(f"<@{account}>" for account in self.calls)
        text = f"{self.content}\n{called}" if self.content else called
        return text if len(text) <= LONGEST_CONTENT else self.content

    async def over(self, message: discord.PartialMessage) -> None:
        """In the place of ``message``, picture and all."""
        await message.edit(content=self.content, embed=self.embed, attachments=self.files(), view=self.view)

    async def under(self, interaction: discord.Interaction[Any]) -> discord.WebhookMessage:
        """A new message that only who began the interaction sees."""
        return await interaction.followup.send(
            **self._given(content=self.content, embed=self.embed, view=self.view),
            files=self.files(),
            ephemeral=True,
            wait=True,
        )

    async def over_private(
        self, interaction: discord.Interaction[Any], message: int, *, was_pressed: bool
    ) -> None:
        """In the place of a message that only who began the interaction sees."""
        changed: dict[str, Any] = {
            "content": self.content,
            "embed": self.embed,
            "attachments": self.files(),
            "view": self.view,
        }
        if was_pressed:
            await interaction.edit_original_response(**changed)
        else:
            await interaction.followup.edit_message(message, **changed)

    @staticmethod
    def _given(**fields: Any) -> dict[str, Any]:
        return {name: value for name, value in fields.items() if value is not None}


def in_words(message: Rendered) -> Rendered | None:
    """``message`` with what its picture shows instead of the picture, and no file; None for mere words, and
    where there are none."""
    words = "\n".join(filter(None, (message.text, message.alt)))
    if not words or message.image is message.file is None:
        return None
    text = split_text(words, LONGEST_CONTENT, LONGEST_CONTENT)[0]
    return replace(message, text=text, image=None, alt=None, file=None)


def only(*accounts: int) -> discord.AllowedMentions:
    """Whatever stands in a message, it pings these and nobody else."""
    users = [discord.Object(account) for account in accounts]
    return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users)


def first_line(text: str, longest: int, code: str) -> str:
    """The name of a thread for what begins with ``text``: it tells its game by the ``code``."""
    name = " ".join(text.split("\n", 1)[0].split())
    if code not in name:
        room = longest - len(code) - 3
        return f"{name[:room].rstrip()} · {code}" if name else code
    return name if len(name) <= longest else f"{name[: longest - len(code) - 3].rstrip()} · {code}"


def find_named(threads: Sequence[discord.Thread], name: str, owner: int | None) -> discord.Thread | None:
    """The thread of that name that the bot has made already."""
    return next((each for each in threads if each.name == name and each.owner_id == owner), None)
