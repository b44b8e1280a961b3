"""What Discord's answers to a message mean."""

from __future__ import annotations

from datetime import timedelta

import aiohttp
import discord

from bot.chats.port import Forbidden, Gone, Impossible, Outcome, RetryAfter, Unknown

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
ARCHIVED_THREAD = 50083
_BEYOND_EDITING = {
    UNKNOWN_MESSAGE,
    30046,  # too many edits of a message that is older than an hour
    50005,  # written by somebody else
}
_TOO_FAST = {
    20016,  # slow mode
    20028,  # this channel is written to too much
    20029,  # the server is
    40003,  # too many direct messages were begun
}
_NOT_ALLOWED = {
    UNKNOWN_CHANNEL,
    10013,  # no such user
    20026,  # the bot was flagged
    50001,  # the channel cannot be seen
    50007,  # no direct messages are taken
    50013,  # a permission is missing
    50278,  # no direct messages without a server in common
    160005,  # the thread is locked
}
_DEAD_TOKEN = {10015, 10062, 50027}
LATER = timedelta(minutes=1)
"""where Discord, or what stands before it, shuts somebody out and does not say for how long"""

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
    if problem.status == 429 or problem.code in _TOO_FAST or (problem.status == 403 and not problem.code):
        return RetryAfter(LATER)
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
