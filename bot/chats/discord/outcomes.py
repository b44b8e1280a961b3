"""What Discord's answers to a message mean."""

from __future__ import annotations

from datetime import timedelta

import aiohttp
import discord

from bot.chats.port import Forbidden, Gone, Impossible, Outcome, RetryAfter, Unknown

UNKNOWN_CHANNEL = 10003
UNKNOWN_MESSAGE = 10008
ARCHIVED_THREAD = 50083
LOCKED_THREAD = 160005
MISSING_PERMISSION = 50013
_BEYOND_EDITING = {
    UNKNOWN_MESSAGE,
    20022,  # too many edits of a message that other servers follow
    30046,  # too many edits of a message that is older than an hour
    50005,  # written by somebody else
}
_NOT_NOW = {
    20016,  # slow mode
    20028,  # this channel is written to too much
    20029,  # the server is
    40003,  # too many direct messages were begun
    40004,  # nobody can send anything
    40006,  # this cannot be done at all
    40333,  # the proxy before Discord lets nothing through
    130000,  # Discord is overloaded
}
_NOT_ALLOWED = {
    UNKNOWN_CHANNEL,
    10013,  # no such user
    20026,  # the bot was flagged
    50001,  # the channel cannot be seen
    50007,  # no direct messages are taken
    MISSING_PERMISSION,
    50278,  # no direct messages without a server in common
    ARCHIVED_THREAD,  # and it cannot be fetched back
    LOCKED_THREAD,
}
_DEAD_TOKEN = {10015, 10062, 50027}
LATER = timedelta(minutes=1)
"""where Discord, or what stands before it, takes nothing and does not say for how long"""

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
    if problem.status == 429 or problem.code in _NOT_NOW or (problem.status == 403 and not problem.code):
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
