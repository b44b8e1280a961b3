"""A round is announced: who meets whom at which board, with which colours and why, and who has no game."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import datetime

from bot.commands.context import Context
from bot.commands.tournament.acting import announce, command_button, rows, tell_privately
from bot.commands.tournament.boards import colours
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.sheets import MOST_LINES, idle, pairing_lines, pairings_image
from bot.commands.tournament.telling import heading
from bot.replies import Said, said
from bot.words import by_article
from rules.tournament.actions import Paired
from rules.tournament.happenings import RoundPaired
from rules.tournament.match import must_decide, next_game
from rules.tournament.model import EntrantNo, Pairing, Round, Section
from storage.ids import PersonId

TOLD_AT_ONCE = 50
"""persons who are told in one transaction"""


MOST_EDITED = 20
"""pairings of a round that are kept up to date in its message: that has to stay one message"""


async def announce_round(ctx: Context, file: EventFile, what: RoundPaired) -> None:
    """The pairings of a round as picture and as text, and what holds for all of them."""
    section = file.event.section(what.section)
    round_ = next(round_ for round_ in section.rounds if round_.number == what.round)
    title = said("round.paired", heading=heading(file, section), round=round_.number)
    await show_pairings(ctx, file, section, round_, title)
    if rules := list(_rules(file, section, round_)):
        await announce(ctx, file, *rules)


async def show_pairings(ctx: Context, file: EventFile, section: Section, round_: Round, title: Said) -> None:
    """The boards of a round with their results so far: one message, edited with every result."""
    await announce(
        ctx,
        file,
        title,
        *pairing_lines(file, round_),
        picture=pairings_image(file, section, round_),
        buttons=rows([command_button(said("button.pairings"), f"pairings #{file.code}")]),
        subject=f"pairings:{file.code}:{section.id}:{round_.number}",
        pin=True,
    )


def _rules(file: EventFile, section: Section, round_: Round) -> Iterator[Said]:
    """What holds for all boards: why White is White, how many games, until when, how results come in."""
    games = [pairing for pairing in round_.pairings if pairing.second is not None]
    yield from _colours(file, games)
    rules = {(pairing.match, pairing.kind) for pairing in games}
    if len({match for match, _ in rules}) == 1:
        match, kind = next(iter(rules))
        if match.to_wins is not None:
            yield by_article(said("round.to-wins", count=match.to_wins), match.article)
        elif match.games > 1:
            yield by_article(said("round.games", count=match.games), match.article)
        if match.return_game_decides:
            yield by_article(said("round.return-game"), match.extra_article)
        elif match.to_wins is None and must_decide(section.system, kind):
            key = "round.extra" if match.games > 1 else "round.replay"
            yield by_article(Said(key), match.extra_article)
    for pairing in games:
        if pairing.kind.value in ("final", "third-place", "three-way"):
            to_wins = pairing.match.to_wins
            yield by_article(said(f"round.{pairing.kind.value}", board=pairing.board), pairing.article)
            if to_wins is not None and len(rules) > 1:
                yield by_article(said("round.to-wins", count=to_wins), pairing.match.article)
    if round_.deadline is not None:
        yield by_article(said("round.deadline", until=round_.deadline), file.rules.schedule.deadline_article)
    if any(not _in_chat(file, pairing) for pairing in games):
        yield said("round.report", id=file.slug, results=file.results)


def _in_chat(file: EventFile, pairing: Pairing) -> bool:
    return all(file.controllers(number) for number in pairing.players)


def _colours(file: EventFile, games: list[Pairing]) -> Iterator[Said]:
    """The usual reason once, with its article; the boards where it is another one by themselves."""
    reasons = Counter((pairing.white_by, pairing.white_article) for pairing in games)
    for (white_by, article), count in reasons.most_common():
        why = colours(file, white_by, article)
        if count == len(games):
            yield said("round.colours", why=why)
        else:
            boards = tuple(
                pairing.board
                for pairing in games[:MOST_LINES]
                if (pairing.white_by, pairing.white_article) == (white_by, article)
            )
            yield said("round.colours-at", boards=boards, count=min(len(boards), 2), why=why)


# --- everybody by themselves --------------------------------------------------------------------------------


def involved(file: EventFile, round_: Round) -> dict[PersonId, list[Pairing]]:
    """Who acts for whom in a round, in a stable order."""
    found: dict[PersonId, list[Pairing]] = defaultdict(list)
    for pairing in round_.pairings:
        for person in sorted({p for number in pairing.players for p in file.controllers(number)}):
            found[person].append(pairing)
    return dict(sorted(found.items()))


async def tell_person(
    ctx: Context, file: EventFile, section: Section, round_: Round, person: PersonId, mine: list[Pairing]
) -> bool:
    """Tell somebody what they play, and where; False where the bot cannot write to them."""
    lines = [said("mine.round", heading=heading(file, section), round=round_.number)]
    buttons = []
    for pairing in mine:
        due = next_game(pairing)
        if pairing.second is None:
            bye = said(f"pairing.short.{idle(file, pairing)}")
            lines.append(
                by_article(said("mine.bye", player=file.name(pairing.first), bye=bye), pairing.article)
            )
            continue
        code = due.code if due is not None else None
        values = {
            "board": pairing.board,
            "white": file.name(pairing.first),
            "black": file.name(pairing.second),
            "why": colours(file, pairing.white_by, pairing.white_article),
        }
        lines.append(Said("mine.board", values))
        if code is not None:
            buttons.append(command_button(said("button.board", board=pairing.board), f"board {code}"))
            lines.append(said("mine.in-chat", code=code))
        elif due is not None:
            lines.append(said("mine.report", board=pairing.board, results=file.results))
    if round_.deadline is not None:
        lines.append(said("round.deadline", until=round_.deadline))
    return await tell_privately(ctx, file, person, *lines, buttons=rows(buttons))


async def name_the_others(
    ctx: Context, file: EventFile, section: Section, round_: Round, others: list[EntrantNo]
) -> None:
    """In a round too large to be written out, those whom the bot could not tell are named in the chat."""
    if len(round_.pairings) <= MOST_LINES or not others:
        return
    boards = {number: pairing.board for pairing in round_.pairings for number in pairing.players}
    listed = tuple(
        said("round.other", board=boards[number], player=file.name(number))
        for number in others
        if number in boards
    )
    await announce(
        ctx, file, said("round.others", heading=heading(file, section), round=round_.number, names=listed)
    )


def paired_at(file: EventFile, section: Section) -> datetime | None:
    """When the last round of a section was paired."""
    for entry in reversed(file.event.log):
        if isinstance(entry.action, Paired) and entry.action.section == section.id:
            return entry.at
    return None
