"""A time in which the bot did not run costs nobody anything: it is given back, and said."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from bot.commands.games import Author, draft_of
from bot.commands.people import People
from bot.replies import Reply, encode_reply, said
from rules.actions import Credit, to_entry
from storage.chain import Draft
from storage.ids import PlaceId
from storage.repositories.games import StoredGame
from storage.repositories.operation import Outage
from storage.repositories.outbox import Outgoing
from storage.unit_of_work import UnitOfWork

WORTH_SAYING = timedelta(seconds=10)
"""shorter outages are given back without a word"""
MOST_NAMED = 12


async def credit_outages(unit: UnitOfWork, people: People, outages: Sequence[Outage], now: datetime) -> None:
    """Credit ``outages``, those of a platform to the games that are played there.

    A game gets the part of it that came after its last entry. The whole is one transaction, and costs a few
    statements however many games there are.
    """
    there = {
        platform: {game.id: game for game in await unit.games.with_deadline(platform)}
        for platform in {outage.platform for outage in outages}
    }
    games = {number: game for found in there.values() for number, game in found.items()}
    also = await unit.links.of_games([game.id for game in games.values() if game.event is not None])
    credited = []
    for game in games.values():
        lost = lost_time([outage for outage in outages if game.id in there[outage.platform]], game.updated)
        if lost and game.deadline is not None:
            credited.append((replace(game, deadline=game.deadline + lost), lost))
    entries = await unit.log.extend([(_draft(game, lost, now), game.head) for game, lost in credited])
    await unit.games.save_all(
        [game.at_head(entry.head) for (game, _), entry in zip(credited, entries, strict=True)]
    )
    for outage in outages:
        await unit.operation.credit_outage(outage.id, now)
    told: dict[PlaceId, set[str]] = defaultdict(set)
    longest = timedelta(0)
    for game, lost in credited:
        if lost >= WORTH_SAYING:
            longest = max(longest, lost)
            for place in (game.place, *also.get(game.id, ())):
                told[place].add(game.code)
    await _announce(unit, people, told, longest, now)


def lost_time(outages: Sequence[Outage], since: datetime) -> timedelta:
    """How much of the time after ``since`` was an outage; what two of them share counts once."""
    lost, until = timedelta(0), since
    for outage in sorted(outages, key=lambda each: each.began):
        lost += max(outage.ended - max(outage.began, until), timedelta(0))
        until = max(until, outage.ended)
    return lost


def _draft(game: StoredGame, lost: timedelta, now: datetime) -> Draft:
    return draft_of(game.subject, Author(), now, *to_entry(None, Credit(lost.total_seconds())))


async def _announce(
    unit: UnitOfWork, people: People, told: dict[PlaceId, set[str]], lost: timedelta, now: datetime
) -> None:
    messages = []
    for number, codes in told.items():
        place = await people.place_by_id(number)
        shown = tuple(sorted(codes)[:MOST_NAMED])
        more = "…" if len(codes) > len(shown) else ""
        line = said("outage.credited", lost=lost, games=(*shown, more) if more else shown)
        reply = Reply((line,), language=place.language, zone=str(place.zone))
        messages.append(Outgoing(place=number, body=encode_reply(reply), created=now))
    await unit.outbox.add(*messages)
