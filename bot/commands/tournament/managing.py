"""What the organiser does about entrants: add, approve, reject, tick off fees, replace, seed, keep apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.commands.context import Context
from bot.commands.declaration import Kind, Parameter, Role
from bot.commands.registry import COMMANDS
from bot.commands.tournament import questions
from bot.commands.tournament.acting import act, announce, answer, enter, spoken_name
from bot.commands.tournament.answers import BadAnswer, key_of, read_answer, read_name
from bot.commands.tournament.errors import refused
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.events import BORN, Newcomer
from bot.commands.tournament.finding import find_entrant, find_organised
from bot.commands.tournament.joining import (
    applicant_line,
    approval_buttons,
    joined_lines,
    tell_entrant,
    tell_joined,
)
from bot.commands.tournament.questions import Talk, Who
from bot.replies import Said, said
from bot.words import by_article
from rules.tournament.actions import Approved, Forbade, Joined, Paid, Rejected, Replaced, Seeded
from rules.tournament.model import ConsentBy, EntrantNo, Standing
from rules.tournament.refusals import EventRefused
from rules.tournament.signup import present
from storage.ids import PersonId

EVENT = Parameter("event", Kind.EVENT)
NAME = Parameter("name", Kind.TEXT)
KEYS: Mapping[str, str] = {
    **dict.fromkeys(("born", "birth", "ur", "urodzenie", "нар", "народження", "nacemento"), BORN),
    **dict.fromkeys(("class", "klasa", "клас", "clase", "curso"), "class"),
    **dict.fromkeys(("sex", "płeć", "plec", "стать", "sexo"), "sex"),
    **dict.fromkeys(("rating", "ranking", "рейтинг"), "rating"),
    **dict.fromkeys(("category", "kategoria", "категорія", "categoría", "categoria"), "category"),
    "again": "again",
}
"""what an organiser may write behind a name, ``class=IVa``"""


def read_entry(ctx: Context, file: EventFile, text: str) -> Talk:
    """A name and ``key=value`` behind it, as if all that had been answered; refused where it is wrong."""
    words = text.split()
    given: dict[str, str] = {}
    name: list[str] = []
    for word in words:
        key, sign, value = word.partition("=")
        if not sign:
            name.append(word)
        elif key.casefold() in KEYS and value:
            given[KEYS[key.casefold()]] = value
        else:
            given[key] = value
    try:
        talk = Talk(
            who=Who.OTHER,
            name=read_name(" ".join(name)),
            is_namesake="again" in given,
            category=given.get("category", ""),
        )
        return _with_answers(ctx, file, talk, given)
    except BadAnswer as bad:
        ctx.refuse_with(bad.what)


def _with_answers(ctx: Context, file: EventFile, talk: Talk, given: Mapping[str, str]) -> Talk:
    answers: dict[str, str] = {}
    missing = []
    known = {"category", "again"}
    for question in file.rules.sign_up.questions:
        key = key_of(question)
        word = key.removeprefix("q.")
        known |= {key, word}
        value = given.get(key, given.get(word))
        if value is not None:
            answers[key] = read_answer(file, question, value)
        elif question.required and key != "guardian":
            missing.append(f"{word}=…")
    if surplus := [key for key in given if key not in known]:
        raise BadAnswer(said("add.unknown-key", key=surplus[0], known=tuple(sorted(known - {"again"}))))
    if missing:
        raise BadAnswer(said("add.missing", name=talk.name, what=tuple(missing)))
    if not talk.is_namesake and questions.is_taken(file, talk.name):
        raise BadAnswer(said("add.same-name", name=talk.name))
    ids = [category.id for category in file.rules.categories]
    if talk.category and talk.category not in ids:
        raise BadAnswer(said("setup.bad-choice", value=talk.category, known=tuple(ids)))
    return Talk(talk.step, talk.who, talk.name, talk.is_namesake, answers, talk.category)


@COMMANDS.declare(
    "tournament add",
    EVENT,
    NAME,
    aliases={"pl": ("turniej dodaj",), "uk": ("turnir dodaty",), "gl": ("torneo engadir",)},
    role=Role.ORGANISER,
)
async def add(ctx: Context, args: Mapping[str, Any]) -> None:
    """Sign somebody up, with or without an account: a name, then what is asked, as class=IVa born=2013."""
    text, person = await _pointed_at(ctx, args.get("name", "").strip())
    file = await find_organised(ctx, args.get("event"), f"tournament add {text}")
    if not text:
        ctx.refuse("add.how", id=file.slug)
    talk = read_entry(ctx, file, text)
    action = Joined(file.event.next_number, *_place(ctx, file, talk), *_consent(file), by_organiser=True)
    controllers = () if person is None else (person,)
    chat = ctx.place.home if ctx.place.home in file.places else None
    file, happened = await enter(ctx, file, action, Newcomer(talk.name, _kept(talk), controllers, chat))
    _tell_added(ctx, file, action.number, happened)
    if person is not None and person != ctx.speaker.id:
        name = file.full_name(action.number)
        await tell_entrant(ctx, file, action.number, *joined_lines(file, action.number, happened, name))
    await tell_joined(ctx, file, happened)


async def _pointed_at(ctx: Context, text: str) -> tuple[str, PersonId | None]:
    """An entry with the name of the person that a mention in it means, and who that is.

    Under a person's message an entry that names nobody means them.
    """
    words = text.split()
    mention = next((word for word in words if word.startswith("@")), "")
    answered = ctx.input.answered
    if not mention and answered is not None and all("=" in word for word in words):
        mention = f"@{answered.account}"
    account = await ctx.people.named(ctx.input, mention[1:]) if mention else None
    name = "" if account is None else await ctx.people.name_of(account.person)
    if account is None or not name:
        return text, None
    return " ".join([name, *(word for word in words if word != mention)]), account.person


def _place(ctx: Context, file: EventFile, talk: Talk) -> tuple[str, str, str]:
    """Category, class and prize list."""
    try:
        category = questions.category_of(file, talk)
    except BadAnswer as bad:
        ctx.refuse_with(bad.what)
    prize_list = talk.answers.get("sex", "") if file.rules.prize_lists else ""
    return category, talk.answers.get("class", ""), prize_list


def _consent(file: EventFile) -> tuple[str, ConsentBy | None]:
    """Whoever adds somebody keeps the consent on paper."""
    consent = file.rules.sign_up.consent
    return ("", None) if consent is None else (consent.version, ConsentBy.ORGANISER)


def _kept(talk: Talk) -> dict[str, str]:
    return {key: value for key, value in talk.answers.items() if value}


def _tell_added(ctx: Context, file: EventFile, number: EntrantNo, happened: Any) -> None:
    lines = joined_lines(file, number, happened, spoken_name(ctx, file, number))
    consent = file.rules.sign_up.consent
    if consent is not None:
        lines.append(by_article(said("add.consent-on-paper"), consent.article))
    answer(ctx, file, *lines)


@COMMANDS.declare(
    "tournament replace",
    EVENT,
    NAME,
    aliases={
        "pl": ("turniej zamień", "turniej zamien"),
        "uk": ("turnir zamina",),
        "gl": ("torneo substituír",),
    },
    role=Role.ORGANISER,
)
async def replace_entrant(ctx: Context, args: Mapping[str, Any]) -> None:
    """Let somebody have the place of one who leaves before the start: that number, then the new name."""
    text = args.get("name", "").strip()
    file = await find_organised(ctx, args.get("event"), f"tournament replace {text}")
    leaving, _, coming = text.partition(" ")
    if not coming or not leaving.isdecimal():
        ctx.refuse("replace.how", id=file.slug)
    number = find_entrant(ctx, file, leaving, "tournament replace")
    before = file.name(number)
    talk = read_entry(ctx, file, coming)
    action = Replaced(number, file.event.next_number, *_place(ctx, file, talk), *_consent(file))
    file, happened = await enter(ctx, file, action, Newcomer(talk.name, _kept(talk)))
    file = await ctx.events.erase_answers(file, number)
    _tell_added(ctx, file, action.new_number, happened)
    await announce(ctx, file, said("replace.done", leaving=before, coming=file.name(action.new_number)))
    await tell_joined(ctx, file, happened)


# --- approval and fees --------------------------------------------------------------------------------------


@COMMANDS.declare(
    "tournament approve",
    EVENT,
    NAME,
    aliases={
        "pl": ("turniej zatwierdź", "turniej zatwierdz"),
        "uk": ("turnir zatverdyty",),
        "gl": ("torneo aprobar",),
    },
    role=Role.ORGANISER,
)
async def approve(ctx: Context, args: Mapping[str, Any]) -> None:
    """Let an applicant in; without a name, see who waits."""
    text = args.get("name", "").strip()
    file = await find_organised(ctx, args.get("event"), f"tournament approve {text}".strip())
    if not text:
        _list_waiting(ctx, file)
        return
    number = find_entrant(ctx, file, text, "tournament approve", Standing.APPLIED, Standing.WAITING)
    file, happened = await act(ctx, file, Approved(number))
    answer(ctx, file, *joined_lines(file, number, happened, spoken_name(ctx, file, number)))
    await tell_entrant(ctx, file, number, *joined_lines(file, number, happened, file.full_name(number)))
    await tell_joined(ctx, file, happened)


def _list_waiting(ctx: Context, file: EventFile) -> None:
    """Every applicant, and everybody on the waiting list, in the order of signing up."""
    waiting = file.event.having(Standing.APPLIED, Standing.WAITING)
    if not waiting:
        answer(ctx, file, said("approve.nobody", title=file.title))
    for entrant in waiting[:30]:
        buttons = approval_buttons(file, entrant.number)
        answer(ctx, file, applicant_line(file, entrant.number), buttons=buttons, personal=True)


@COMMANDS.declare(
    "tournament reject",
    EVENT,
    NAME,
    aliases={
        "pl": ("turniej odrzuć", "turniej odrzuc"),
        "uk": ("turnir vidkhylyty",),
        "gl": ("torneo rexeitar",),
    },
    role=Role.ORGANISER,
)
async def reject(ctx: Context, args: Mapping[str, Any]) -> None:
    """Turn an applicant down."""
    text = args.get("name", "").strip()
    file = await find_organised(ctx, args.get("event"), f"tournament reject {text}")
    number = find_entrant(ctx, file, text, "tournament reject", Standing.APPLIED, Standing.WAITING)
    file, happened = await act(ctx, file, Rejected(number))
    answer(ctx, file, _rejected(file, spoken_name(ctx, file, number)))
    await tell_entrant(ctx, file, number, _rejected(file, file.full_name(number)))
    file = await ctx.events.erase_answers(file, number)
    await tell_joined(ctx, file, happened)


def _rejected(file: EventFile, name: str | Said) -> Said:
    return by_article(said("reject.done", name=name, title=file.title), file.rules.sign_up.approval_article)


@COMMANDS.declare(
    "tournament paid",
    EVENT,
    NAME,
    aliases={
        "pl": ("turniej zapłacone", "turniej zaplacone"),
        "uk": ("turnir splacheno",),
        "gl": ("torneo pagado",),
    },
    role=Role.ORGANISER,
)
async def paid(ctx: Context, args: Mapping[str, Any]) -> None:
    """Tick off who has paid the fee, again to take it back; without a name, see who has not."""
    text = args.get("name", "").strip()
    file = await find_organised(ctx, args.get("event"), f"tournament paid {text}".strip())
    article = file.rules.sign_up.fee_article
    if not text:
        owing = [e.number for e in file.event.having(Standing.IN) if not e.is_paid]
        names = tuple(file.full_name(number) for number in owing)
        owe = by_article(said("paid.owing", count=len(owing), names=names), article)
        answer(ctx, file, owe, personal=True)
        return
    number = find_entrant(ctx, file, text, "tournament paid", Standing.IN)
    is_paid = not file.event.entrants[number].is_paid
    file, _ = await act(ctx, file, Paid(number, is_paid))
    name = spoken_name(ctx, file, number)
    answer(ctx, file, by_article(said("paid.yes" if is_paid else "paid.no", name=name), article))


# --- seeds and pairs to be kept apart -----------------------------------------------------------------------


@COMMANDS.declare(
    "tournament seed",
    EVENT,
    NAME,
    aliases={"pl": ("turniej rozstaw",), "uk": ("turnir posiv",), "gl": ("torneo sementar",)},
    role=Role.ORGANISER,
)
async def seed(ctx: Context, args: Mapping[str, Any]) -> None:
    """Name the strongest, the first one first, with commas; a knockout keeps them apart."""
    text = args.get("name", "").strip()
    file = await find_organised(ctx, args.get("event"), f"tournament seed {text}".strip())
    order = tuple(
        find_entrant(ctx, file, name, "tournament seed", Standing.IN)
        for name in text.split(",")
        if name.strip()
    )
    file, _ = await act(ctx, file, Seeded(order))
    key = "seed.done" if order else "seed.none"
    await announce(ctx, file, by_article(said(key, names=file.names(order)), file.rules.seeding_article))


@COMMANDS.declare(
    "tournament apart",
    EVENT,
    NAME,
    aliases={"pl": ("turniej osobno",), "uk": ("turnir okremo",), "gl": ("torneo separar",)},
    role=Role.ORGANISER,
)
async def keep_apart(ctx: Context, args: Mapping[str, Any]) -> None:
    """Keep two from being paired, such as siblings, named with a comma between; again to allow it."""
    text = args.get("name", "").strip()
    file = await find_organised(ctx, args.get("event"), f"tournament apart {text}".strip())
    names = [name for name in text.split(",") if name.strip()]
    if len(names) != 2:
        ctx.refuse("apart.how", id=file.slug)
    first, second = (find_entrant(ctx, file, name, "tournament apart", Standing.IN) for name in names)
    for number in (first, second):
        try:
            present(file.event, number)
        except EventRefused as error:
            ctx.refuse_with(refused(file, error))
    is_forbidden = frozenset((first, second)) not in file.event.forbidden
    file, _ = await act(ctx, file, Forbade(first, second, is_forbidden))
    key = "apart.yes" if is_forbidden else "apart.no"
    answer(ctx, file, said(key, first=file.name(first), second=file.name(second)))
