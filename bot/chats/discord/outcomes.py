"""What Discord's answers to a message mean."""

from __future__ import annotations

from datetime import timedelta

import aiohttp
import discord

from bot.chats.port import Forbidden, Gone, Impossible, Outcome, RetryAfter, Unknown

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
ARCHIVED_THREAD = 50083
_BEYOND_EDITING = {UNKNOWN_MESSAGE, 50005}
"""it was deleted, or somebody else wrote it"""
_NOT_ALLOWED = {UNKNOWN_CHANNEL, 10013, 20026, 30046, 40003, 50001, 50007, 50013, 50278, 160005}
"""no such channel or user, no access, no permission, messages to them not accepted, the thread is locked"""
_DEAD_TOKEN = {10015, 10062, 50027}
CLOUDFLARE = timedelta(minutes=1)
"""a whole address is shut out for a while, and nobody says for how long"""

Failure = discord.DiscordException | aiohttp.ClientError | OSError | TimeoutError
FAILURES = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)


def outcome_of(problem: Failure, *, edits: bool) -> Outcome:
    """What has become of a message that failed; ``edits``: it should have replaced another."""
    if isinstance(problem, discord.RateLimited):
        return RetryAfter(timedelta(seconds=problem.retry_after))
    if not isinstance(problem, discord.HTTPException):
        return Unknown(repr(problem))
    if edits and problem.code in _BEYOND_EDITING:
        return Gone()
    if problem.status == 429:
        return RetryAfter(CLOUDFLARE)
    if problem.code in _NOT_ALLOWED or problem.status == 403:
        return Forbidden(str(problem))
    if problem.status in (400, 404, 413):
        return Impossible(str(problem))
    return Unknown(str(problem))


def is_dead_token(problem: Failure) -> bool:
    """Whether an interaction can be answered no more."""
    return isinstance(problem, discord.HTTPException) and (
        problem.code in _DEAD_TOKEN or problem.status in (401, 404)
    )
