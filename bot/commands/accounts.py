"""One person with several accounts: linked by a one-time code that one of them gives and another takes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.buttons import Press, encode_press
from bot.commands.codes import LIFETIME, give_code, plain_code, read_code, use_code
from bot.commands.context import Context
from bot.commands.declaration import Kind, Parameter
from bot.commands.games import Author, draft_of
from bot.commands.registry import COMMANDS
from bot.commands.tournament.eventfile import ENTERED, UNFINISHED
from bot.replies import Button, Said, said
from storage.ids import PersonId, Subject, SubjectKind
from storage.repositories.links import CodeKind
from storage.repositories.merging import PersonEntry, accounts_added
from storage.repositories.persons import Account

SCHEMA = 1


@COMMANDS.declare(
    "link",
    Parameter("code", Kind.TEXT),
    aliases={"pl": ("polacz",), "uk": ("ziednaty",), "gl": ("ligar",)},
)
async def link(ctx: Context, args: Mapping[str, Any]) -> None:
    """Use two accounts as one person: get a code in private with one, write it with the other."""
    if "code" in args:
        await _link_with(ctx, args["code"])
        return
    code = await give_code(ctx, CodeKind.ACCOUNT)
    ctx.tell(
        said("link.account-code", code=code, minutes=int(LIFETIME.total_seconds() // 60)),
        said("link.account-how", command=f"/link {code}"),
        personal=True,
    )


async def answer_link(ctx: Context, pressed: Press) -> None:
    """Whether the account that speaks is to belong to whoever gave the code, when it is known who that is."""
    if pressed.argument not in ("yes", "no"):
        ctx.refuse("error.unknown-button")
    await _link_with(ctx, pressed.code, pressed.argument)


async def _link_with(ctx: Context, text: str, answer: str = "") -> None:
    """The account that speaks belongs to whoever gave the code: asked before, since a stranger may have told
    them to write it, and would be them from then on."""
    code = await read_code(ctx, CodeKind.ACCOUNT, text)
    if code is None:
        return
    if not ctx.place.is_private:
        await use_code(ctx, code)  # whoever has read it here must not take it either
        ctx.tell(said("link.only-private"))
        return
    first, second = code.person, ctx.speaker.id
    if first == second:
        ctx.refuse("link.same-person")
    await _check_apart(ctx, first, second)
    known = await ctx.people.accounts(first)
    if not answer:
        _ask(ctx, text, known)
        return
    await use_code(ctx, code)
    if answer == "no":
        ctx.tell(said("link.kept-apart"))
        return
    for place in await ctx.people.private_places(first):
        ctx.say(said("link.account-linked", accounts=(_account(await _own(ctx)),)), place=place)
    moved = await ctx.people.join_together(first, second)
    await _note(
        ctx, first, PersonEntry.LINKED, {"accounts": [account.id for account in moved], "person": second}
    )
    await _note(ctx, second, PersonEntry.MERGED, {"person": first})
    ctx.games.forget_names()
    ctx.events.forget_names()
    ctx.hear_as(replace(ctx.speaker, id=first))
    ctx.tell(said("link.account-linked", accounts=tuple(map(_account, known))), said("link.how-to-undo"))


def _ask(ctx: Context, code: str, accounts: list[Account]) -> None:
    buttons = tuple(
        Button(said(f"button.link-{answer}"), encode_press(Press("link", plain_code(code), argument=answer)))
        for answer in ("yes", "no")
    )
    ctx.tell(said("ask.link", accounts=tuple(map(_account, accounts))), buttons=(buttons,))


async def _check_apart(ctx: Context, first: PersonId, second: PersonId) -> None:
    """Two who play against each other are not one."""
    for game in await ctx.games.everywhere(second):
        one, other = (seat.controllers for seat in game.seats)
        if (first in one and second in other) or (second in one and first in other):
            ctx.refuse("link.opponents", code=game.code)
    for event in await ctx.events.of(second, UNFINISHED):
        of_first = {entrant.number for entrant in event.controlled_by(first, *ENTERED)}
        of_second = {entrant.number for entrant in event.controlled_by(second, *ENTERED)}
        if of_first - of_second and of_second - of_first:
            ctx.refuse("link.both-play", title=event.title)


async def _own(ctx: Context) -> Account:
    """The account that speaks."""
    return next(each for each in await ctx.people.accounts(ctx.speaker.id) if each.id == ctx.speaker.account)


def _account(account: Account) -> Said:
    return said(
        "link.account",
        platform=account.platform.title(),
        account=f"@{account.username}" if account.username else account.external,
    )


@COMMANDS.declare(
    "unlink",
    Parameter("account", Kind.TEXT),
    aliases={"pl": ("rozlacz",), "uk": ("vidiednaty",), "gl": ("desligar",)},
)
async def unlink(ctx: Context, args: Mapping[str, Any]) -> None:
    """Let a linked account be somebody of its own again; what was played stays with the first account."""
    me = ctx.speaker.id
    entries = await ctx.unit.log.of(Subject(SubjectKind.PERSON, me))
    accounts = {account.id: account for account in await ctx.people.accounts(me)}
    added = [accounts[number] for number in accounts_added(entries) if number in accounts]
    if not added:
        ctx.refuse("link.none-linked")
    text = args.get("account", "").strip()
    if text:
        chosen = [each for number, each in enumerate(added, 1) if text == str(number)]
    else:
        chosen = [each for each in added if each.id == ctx.speaker.account]
        chosen = chosen or (added if len(added) == 1 else [])
    if not chosen:
        buttons = [
            Button(_account(each), encode_press(Press("do", argument=f"unlink {number}")))
            for number, each in enumerate(added, 1)
        ]
        ctx.tell(said("link.which-account"), buttons=tuple((button,) for button in buttons), personal=True)
        return
    await _separate(ctx, chosen[0])


async def _separate(ctx: Context, account: Account) -> None:
    me = ctx.speaker.id
    open_games = len(await ctx.games.everywhere(me))
    person = await ctx.people.set_apart(account)
    await _note(ctx, me, PersonEntry.UNLINKED, {"account": account.id, "person": person})
    lines = [said("link.unlinked", account=_account(account))]
    if open_games:
        lines.append(said("link.games-stay", count=open_games))
    ctx.tell(*lines, personal=True)


async def _note(ctx: Context, person: PersonId, kind: PersonEntry, body: Mapping[str, Any]) -> None:
    """An entry in the log of a person."""
    row = await ctx.unit.persons.by_id(person)
    if row is None:
        raise LookupError(f"person {person}")
    author = Author(ctx.speaker, min(ctx.input.at, ctx.now), ctx.input.update)
    entry = await ctx.unit.log.append(draft_of(row.subject, author, ctx.now, kind, SCHEMA, body), row.head)
    await ctx.unit.persons.update(replace(row, log_seq=entry.seq, log_hash=entry.hash))
