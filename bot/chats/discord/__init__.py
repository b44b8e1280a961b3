"""Damka on Discord, over discord.py. Nothing imports this before a token for Discord is there."""

from __future__ import annotations

from bot.chats.discord.adapter import make as make
