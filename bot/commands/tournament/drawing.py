"""The lots: drawn from a secret whose hash was published, with anybody's word in it, or entered by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from bot.commands.context import Context, Line
from bot.commands.declaration import Kind, Parameter, Role
from bot.commands.registry import COMMANDS
from bot.commands.tournament.acting import act, announce, answer
from bot.commands.tournament.errors import refused
from bot.commands.tournament.eventfile import ENTERED, EventFile
from bot.commands.tournament.finding import find_event, find_organised
from bot.commands.tournament.hindsight import need_read
from bot.replies import said
from bot.words import by_article
from rules.tournament.actions import LotsDrawn, LotsEntered, WordAdded
from rules.tournament.lots import draw_order, format_words, hash_of_word, normal_word
from rules.tournament.model import EntrantNo, Phase, Standing
from rules.tournament.refusals import EventRefused
from rules.tournament.signup import WORDS_FOR
from rules.tournament.starting import need_enough

DRAW_LOTS = "draw-lots"
"""kind of the job that draws when the time for words is over"""
WORD = "word"
"""key of a word for the lots, among what an entrant has answered"""
EVENT = Parameter("event", Kind.EVENT)
MANUAL = dict.fromkeys(("manual", "ręcznie", "recznie", "вручну", "man"), "manual")


@COMMANDS.declare(
    "word",
    EVENT,
    Parameter("word", Kind.TEXT, required=True),
    aliases={"pl": ("slowo",), "uk": ("slovo",), "gl": ("palabra",)},
    spoken={"pl": ("słowo",), "uk": ("слово",)},
)
async def word(ctx: Context, args: Mapping[str, Any]) -> None:
    """Add a word to the lots in the minute after sign-up has closed; it makes the draw yours as well."""
    text = args["word"].strip()
    file = await find_event(ctx, args.get("event"), f"word {text}", phases=(Phase.CLOSED,))
    mine = file.controlled_by(ctx.speaker.id, *ENTERED)
    if not mine:
        ctx.refuse("leave.not-in", title=file.title)
    number = mine[0].number
    try:
        added = normal_word(text)
    except EventRefused as error:
        ctx.refuse_with(refused(file, error))
    file, _ = await act(ctx, file, WordAdded(number, hash_of_word(added)))
    # the log holds the hash alone, so that the word can be erased
    await ctx.unit.personal.set(file.cards[number].subject, WORD, added)
    await announce(ctx, file, said("lots.word-added", name=file.name(number), word=added))
    if ctx.place.home not in file.places:
        answer(ctx, file, said("lots.word-noted", word=added))


@COMMANDS.declare(
    "tournament lots",
    EVENT,
    Parameter("how", Kind.CHOICE, choices=MANUAL),
    Parameter("numbers", Kind.TEXT),
    aliases={
        "pl": ("turniej losuj", "turniej losowanie"),
        "uk": ("turnir zhereb",),
        "gl": ("torneo sorteo",),
    },
    role=Role.ORGANISER,
)
async def lots(ctx: Context, args: Mapping[str, Any]) -> None:
    """Draw the lots, so that anybody can check them; or enter numbers that were drawn from a hat."""
    how, numbers = args.get("how"), args.get("numbers", "")
    command = " ".join(filter(None, ("tournament lots", how, numbers)))
    file = await find_organised(ctx, args.get("event"), command, phases=(Phase.CLOSED,))
    if how is not None or numbers[:1].isdecimal():  # in a form there is a field for the numbers
        await _enter(ctx, file, numbers)
        return
    if numbers:
        ctx.refuse("lots.how", id=file.slug)
    try:
        if file.phase is Phase.CLOSED:  # once the secret is told, sign-up cannot open again
            need_enough(file.event.having(Standing.IN))
    except EventRefused as error:
        ctx.refuse_with(refused(file, error))
    over = words_over(file)
    if over is not None and over > ctx.now and file.event.secret is None:
        await ctx.unit.jobs.add(
            DRAW_LOTS, over, subject=file.row.subject, key=f"{DRAW_LOTS}:{file.id}:{file.event.seq}"
        )
        answer(ctx, file, said("lots.soon"))
        return
    await do_draw(ctx, file)


def words_over(file: EventFile) -> datetime | None:
    """Until when words may be added."""
    closed = file.event.closed_at
    return None if closed is None else closed + WORDS_FOR


async def draw_by_itself(ctx: Context, file: EventFile, payload: Mapping[str, Any]) -> None:
    """The organiser has asked for the draw, and the minute is over; nothing if they went on otherwise."""
    if file.phase is Phase.CLOSED and file.event.secret is None:
        await do_draw(ctx, file)


async def do_draw(ctx: Context, file: EventFile) -> EventFile:
    """Draw now: the secret and the order are published, and how they belong together."""
    file, _ = await ctx.events.with_secret(file)
    secret = file.row.secret or ""
    numbers = [entrant.number for entrant in file.event.having(Standing.IN)]
    order = draw_order(secret, file.event.words, numbers)
    file, _ = await act(ctx, file, LotsDrawn(secret, order))
    lines: list[Line] = [
        by_article(said("lots.drawn", title=file.title), file.rules.lots_article),
        *_order_lines(file, order),
        said("lots.secret", secret=secret),
    ]
    words = format_words(file.event.words)
    if words:
        lines.append(said("lots.words", words=words))
    lines.append(said("lots.check", command=_check_command(file, secret, order, words)))
    await _tell_drawn(ctx, file, lines)
    return file


def _check_command(file: EventFile, secret: str, order: Sequence[EntrantNo], words: str) -> str:
    """What anybody can type to check the draw."""
    numbers = ",".join(str(number) for number in order)
    command = f"damka lots verify --secret {secret} --commitment {file.event.commitment} --order {numbers}"
    return f'{command} --words "{words}"' if words else command


async def _enter(ctx: Context, file: EventFile, text: str) -> None:
    """Numbers from a hat: those of the entrants, in the order of their lots."""
    playing = [entrant.number for entrant in file.event.having(Standing.IN)]
    order = _read_order(text)
    if order is None or not order:
        shown = tuple(said("entrant.numbered", number=number, name=file.name(number)) for number in playing)
        ctx.refuse("lots.how-manual", id=file.slug, entrants=shown)
    await need_read(ctx, file, lambda made: made[1] == LotsEntered.kind)
    file, _ = await ctx.events.with_secret(file)
    file, _ = await act(ctx, file, LotsEntered(file.row.secret or "", order))
    lines: list[Line] = [
        by_article(said("lots.entered", title=file.title), file.rules.lots_article),
        *_order_lines(file, order),
    ]
    await _tell_drawn(ctx, file, lines)


def _read_order(text: str) -> tuple[EntrantNo, ...] | None:
    words = text.replace(",", " ").split()
    if not all(word.isascii() and word.isdecimal() and len(word) < 7 for word in words):
        return None
    return tuple(EntrantNo(int(word)) for word in words)


def _order_lines(file: EventFile, order: Sequence[EntrantNo]) -> list[Line]:
    return [
        said("lots.line", lot=lot, name=file.name(number), number=number)
        for lot, number in enumerate(order, 1)
    ]


async def _tell_drawn(ctx: Context, file: EventFile, lines: Sequence[Line]) -> None:
    await announce(ctx, file, *lines)
    if ctx.is_by_somebody and ctx.place.home not in file.places:
        answer(ctx, file, *lines)
