"""One-time codes: given to one person, taken by whoever is told, kept nowhere but as a hash."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256

from bot.commands.context import Context
from bot.replies import said
from storage.ids import EventId
from storage.repositories.links import CodeKind, LinkCode

LIFETIME = timedelta(minutes=30)
MOST_WRONG = 5
"""wrong codes of one person within ``ATTENTION``, after which none is looked at for a while"""
ATTENTION = timedelta(minutes=10)
KEPT = timedelta(days=1)
"""how long a code is still known after it ran out, so that whoever tries it hears why it does not work"""

_SIGNS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_GROUP = 4


async def give_code(ctx: Context, kind: CodeKind, event: EventId | None = None) -> str:
    """A new code of the speaker's, such as ``K7R2-M4QX``."""
    signs = "".join(ctx.lots.choice(_SIGNS) for _ in range(2 * _GROUP))
    await ctx.unit.links.prune(ctx.now - KEPT)
    await ctx.unit.links.add_code(
        LinkCode(_hash(signs), kind, event, ctx.speaker.id, ctx.place.home, ctx.now + LIFETIME)
    )
    return f"{signs[:_GROUP]}-{signs[_GROUP:]}"


async def read_code(ctx: Context, kind: CodeKind, text: str) -> LinkCode | None:
    """The code that somebody has written, still unused; None where it does not work, which they are told.

    Whoever guesses is not answered for a while. Whoever speaks without a name shares their account with
    everybody who does, and so is counted in each chat apart.
    """
    links, me = ctx.unit.links, ctx.speaker.id
    here = ctx.place.home if ctx.input.speaker.is_anonymous else None
    if await links.count_wrong(me, ctx.now - ATTENTION, here) >= MOST_WRONG:
        ctx.refuse("link.too-often", minutes=int(ATTENTION.total_seconds() // 60))
    code = await links.code(_hash(text))
    if code is None or code.kind is not kind:
        why = "link.wrong"
    elif code.used is not None:
        why = "link.used"
    elif code.expires <= ctx.now:
        why = "link.expired"
    else:
        return code
    await links.add_wrong(me, ctx.place.home, ctx.now)
    ctx.tell(said(why))
    return None


async def use_code(ctx: Context, code: LinkCode) -> None:
    """It works once; refused where somebody else was faster."""
    if not await ctx.unit.links.use(code.hash, ctx.now):
        ctx.refuse("link.used")


def plain_code(text: str) -> str:
    """The signs of a code, however it is written."""
    return "".join(sign for sign in text.upper() if sign.isalnum())


def _hash(text: str) -> str:
    return sha256(plain_code(text).encode()).hexdigest()
