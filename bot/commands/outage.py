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
    told: dict[PlaceId, set[str]] = defaultdict(set)
    longest = timedelta(0)
    for outage in outages:
        await unit.operation.credit_outage(outage.id, now)
        credited = []
        for game in (games[number] for number in there[outage.platform]):
            lost = max(outage.ended - max(outage.began, game.updated), timedelta(0))
            if lost and game.deadline is not None:
                credited.append((game, lost))
        drafts = [(_draft(game, lost, now), game.head) for game, lost in credited]
        entries = await unit.log.extend(drafts)
        changed = []
        for (game, lost), entry in zip(credited, entries, strict=True):
            deadline = game.deadline + lost if game.deadline is not None else None
            changed.append(replace(game, deadline=deadline).at_head(entry.head))
            if lost >= WORTH_SAYING:
                for place in (game.place, *also.get(game.id, ())):
                    told[place].add(game.code)
                longest = max(longest, lost)
        await unit.games.save_all(changed)
        for game in changed:
            games[game.id] = replace(game, version=game.version + 1)
    await _announce(unit, people, told, longest, now)


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
