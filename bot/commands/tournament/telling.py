"""What happened in an event that runs, as sentences. Whatever follows from a rule names its article."""

from __future__ import annotations

from collections.abc import Iterator

from bot.commands.tournament.eventfile import EventFile
from bot.replies import Said, said
from bot.words import by_article
from rules.tournament.actions import Confirmed, Decided, Reported
from rules.tournament.eventrules import Missed, System
from rules.tournament.happenings import (
    CameBack,
    Contradicted,
    DeadlineMissed,
    EventHappening,
    Gone,
    LateEntry,
    MatchGoesOn,
    MatchOver,
    NotHere,
    ResultProposed,
    ResultsAnnulled,
    ResultStands,
    RoundOver,
    SectionReopened,
    SectionStarted,
    StageOver,
    Undid,
)
from rules.tournament.match import Part, next_game, winner_of
from rules.tournament.model import (
    BoardNo,
    EntrantNo,
    How,
    MatchGame,
    Pairing,
    PairingKind,
    Place,
    Section,
    Standing,
)
from rules.tournament.results import format_result

MOST_PLACES = 30
"""places that are written out in a message; the picture has all"""


def heading(file: EventFile, section: Section) -> str | Said:
    """The event, and which part of it where it has several: stage, category, class."""
    parts = where(file, section)
    return said("section.title", title=file.title, where=parts) if parts else file.title


def where(file: EventFile, section: Section) -> tuple[object, ...]:
    """Stage, category and class of a section, as far as there are several."""
    rules = file.rules
    parts: list[object] = []
    if len(rules.stages) > 1:
        parts.append(rules.stages[section.stage].names)
    if section.category and len(rules.categories) > 1:
        parts.append(next(c.names for c in rules.categories if c.id == section.category))
    if section.group:
        parts.append(section.group)
    return tuple(parts)


def lines_of(file: EventFile, happened: tuple[EventHappening, ...]) -> list[Said]:
    """Everything that a message says about what happened, in its order."""
    return [line for what in happened for line in _lines(file, what)]


def _lines(file: EventFile, what: EventHappening) -> Iterator[Said]:
    match what:
        case ResultStands(game, pairing, before):
            yield result_line(file, pairing, game, before)
        case MatchOver(pairing):
            yield from _match_over(file, pairing)
        case MatchGoesOn(pairing, _):
            yield from _goes_on(file, pairing)
        case ResultProposed(board, game, result, by, waits_for):
            yield said(
                "result.proposed",
                board=board_name(file, board, game),
                result=result,
                player=file.name(by),
                opponent=file.name(waits_for),
            )
        case Contradicted(board, game, result, by, other):
            yield said(
                "result.contradicted",
                board=board_name(file, board, game),
                result=result,
                player=file.name(by),
                other=other,
            )
        case Undid(_, Reported() | Confirmed() | Decided() as action):
            pairing = file.event.find(action.board).pairing
            if action.game <= len(pairing.games) and pairing.games[action.game - 1].result is not None:
                yield result_line(file, pairing, action.game)
        case RoundOver(section, number):
            yield said("round.over", heading=heading(file, file.event.section(section)), round=number)
        case DeadlineMissed(section, number, boards, missed, article):
            key = "deadline.lost" if missed is Missed.LOSS else "deadline.arbiter"
            yield by_article(
                said(key, heading=heading(file, file.event.section(section)), round=number, boards=boards),
                article,
            )
        case _:
            yield from _about_entrants(file, what)
            yield from _about_sections(file, what)


def _about_entrants(file: EventFile, what: EventHappening) -> Iterator[Said]:
    match what:
        case NotHere(entrants):
            yield said("entrant.not-here", names=file.names(entrants))
        case Gone(number, Standing.EXCLUDED, article):
            yield by_article(said("entrant.excluded", player=file.name(number)), article)
        case Gone(number, Standing.WITHDRAWN, _):
            yield said("entrant.withdrawn", player=file.name(number))
        case LateEntry(number, section, round_):
            yield said(
                "entrant.late",
                player=file.name(number),
                heading=heading(file, file.event.section(section)),
                round=round_,
            )
        case CameBack(number, _, round_):
            yield said("entrant.back", player=file.name(number), round=round_)
        case ResultsAnnulled(number, _, (), article):
            yield by_article(said("entrant.out-of-table", player=file.name(number)), article)
        case ResultsAnnulled(number, _, boards, article):
            yield by_article(said("entrant.annulled", player=file.name(number), boards=boards), article)


def _about_sections(file: EventFile, what: EventHappening) -> Iterator[Said]:
    match what:
        case SectionStarted(section):
            yield from _started(file, section)
        case SectionReopened(section):
            yield said("section.reopened", heading=heading(file, file.event.section(section)))
        case StageOver(stage) if len(file.rules.stages) > 1:
            yield said("stage.over", stage=file.rules.stages[stage].names)


def _started(file: EventFile, section: Section) -> Iterator[Said]:
    rules = file.rules
    article = rules.stages[section.stage].article or rules.system_article
    system = said(f"regulation.system.{section.system.value}")
    yield by_article(
        said("section.started", heading=heading(file, section), count=len(section.entrants), system=system),
        article,
    )
    if section.rounds_planned is not None:
        yield said("section.rounds", count=section.rounds_planned)
    if section.goes_on is not None:
        stage = rules.stages[section.stage]
        everybody = len(section.entrants) <= section.goes_on
        quota = said("section.all-go-on") if everybody else said("section.quota", count=section.goes_on)
        yield by_article(quota, stage.quota_article)


# --- results ------------------------------------------------------------------------------------------------


def board_name(file: EventFile, board: BoardNo, game: int) -> str:
    """``5``, or ``5.2`` where the pairing has several games."""
    pairing = file.event.find(board).pairing
    return f"{board}.{game}" if is_match(pairing) else str(board)


def is_match(pairing: Pairing) -> bool:
    """Whether a pairing has, or will have, more than one game."""
    return pairing.match.games > 1 or pairing.match.to_wins is not None or len(pairing.games) > 1


def game_result(game: MatchGame) -> str:
    """How a result is written; empty while there is none."""
    return "" if game.result is None else format_result(game.result, game.how)


def result_line(file: EventFile, pairing: Pairing, number: int, before: str | None = None) -> Said:
    """The result of one game, White first."""
    game = pairing.games[number - 1]
    name = f"{pairing.board}.{number}" if is_match(pairing) else str(pairing.board)
    values = {
        "board": name,
        "white": file.name(game.white),
        "black": file.name(game.black),
        "result": game_result(game),
    }
    if game.how is How.BOTH_ABSENT:
        return by_article(Said("result.absent", values), game.article)
    if before is not None and before != game.result:
        return by_article(Said("result.corrected", {**values, "before": before}), game.article)
    return by_article(Said("result.board", values), "" if game.code else game.article)


def score_of(pairing: Pairing) -> tuple[int, int]:
    """Games won by the first and by the second."""
    wins = [winner_of(game) for game in pairing.games if game.how is not How.ANNULLED]
    return wins.count(pairing.first), sum(1 for won in wins if won is not None and won == pairing.second)


_WON = {
    PairingKind.FINAL: "match.final",
    PairingKind.THIRD_PLACE: "match.third",
    PairingKind.GAME: "match.goes-on",
}


def _match_over(file: EventFile, pairing: Pairing) -> Iterator[Said]:
    if pairing.second is None:
        return
    first, second = file.name(pairing.first), file.name(pairing.second)
    if is_match(pairing):
        won, lost = score_of(pairing)
        yield said("match.score", first=first, second=second, won=won, lost=lost)
    elif pairing.walkover and pairing.games[0].result is not None:
        yield result_line(file, pairing, 1)
    if file.event.find(pairing.board).section.system is not System.KNOCKOUT:
        return
    if pairing.winner is None:
        yield said("match.nobody", first=first, second=second)
    else:
        key = _WON.get(pairing.kind, "match.won")
        yield by_article(Said(key, {"winner": file.name(pairing.winner)}), pairing.article)


def _goes_on(file: EventFile, pairing: Pairing) -> Iterator[Said]:
    due = next_game(pairing)
    if due is None:
        return
    if due.part is Part.EXTRA:
        yield by_article(said("match.extra", board=due.board), due.article)
    elif due.part is Part.RETURN:
        yield by_article(said("match.return", board=due.board), due.article)
    yield said(
        "match.next",
        board=f"{due.board}.{due.game}",
        white=file.name(due.white),
        black=file.name(due.black),
        why=by_article(said(f"colours.{due.white_by}"), due.white_article),
    )


# --- places -------------------------------------------------------------------------------------------------


def places_lines(
    file: EventFile, section: Section, places: tuple[Place, ...], goes_on: tuple[EntrantNo, ...]
) -> Iterator[Said]:
    """The places of a section, or who goes on from it."""
    if section.goes_on is not None:
        stage = file.rules.stages[section.stage]
        yield by_article(
            said(
                "section.goes-on",
                heading=heading(file, section),
                count=len(goes_on),
                names=file.names(goes_on),
            ),
            stage.quota_article,
        )
        return
    yield said("section.finished", heading=heading(file, section))
    for place in places[:MOST_PLACES]:
        yield place_line(file, place)
    if more := sum(len(place.entrants) for place in places[MOST_PLACES:]):
        yield said("standings.more", count=more)


def place_line(file: EventFile, place: Place) -> Said:
    """``2. Anna``, or ``3–4. Anna, Piotr``."""
    last = place.first + len(place.entrants) - 1
    numbers = str(place.first) if last == place.first else f"{place.first}–{last}"
    return by_article(said("place.line", place=numbers, names=file.names(place.entrants)), place.article)
