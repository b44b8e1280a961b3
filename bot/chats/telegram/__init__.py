"""Damka on Telegram, over python-telegram-bot. Nothing imports this before a token for Telegram is there."""

from __future__ import annotations

import os

# durations of the library are timedelta, as they will be in its next version
os.environ.setdefault("PTB_TIMEDELTA", "true")

from bot.chats.telegram.adapter import make as make
