"""An event as files: PDN, TRF, CSV and JSON. Values in, text out; no chat is needed for them."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from bot.commands.gamefile import GameFile
from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.sheets import shown_tie_breaks
from bot.commands.transcript import pdn_of
from rules.pdn import PdnGame, format_pdn
from rules.tournament.actions import Paired
from rules.tournament.eventrules import System
from rules.tournament.history import records
from rules.tournament.model import EntrantNo, How, MatchGame, Pairing, Section
from rules.tournament.results import format_result
from rules.tournament.state import number_of
from rules.tournament.trf import Heading, Lost, to_trf

_UNFINISHED = "*"


def names_of(file: EventFile) -> dict[EntrantNo, str]:
    """What entrants are called in files, in every language: the public name, or the number."""
    found = {}
    for number, shown in file.shown.items():
        known = file.public_name(number)
        if isinstance(shown, str):
            found[number] = known
        else:
            found[number] = f"{known} ({number})" if known else f"No. {number}"
    return found


# --- PDN ----------------------------------------------------------------------------------------------------


def to_pdn(file: EventFile, games: Mapping[str, GameFile]) -> str:
    """All games of an event: those of a chat with their moves, by code in ``games``, the others by result."""
    names, days = names_of(file), _days(file)
    parts = []
    for found in file.event.boards():
        for number, game in enumerate(found.pairing.games, 1):
            if game.how is How.ANNULLED:
                continue
            tags = _tags(file, found.section, found.round.number, found.pairing, number)
            played = games.get(game.code) if game.code is not None else None
            if played is not None and played.record.game is not None and game.how is How.PLAYED:
                parts.append(pdn_of(played, tags, _pdn_result(game)))
            elif game.result is not None:
                day = days.get((found.section.id, found.round.number))
                parts.append(_without_moves(file, {**tags, **_dated(day)}, names, game))
    return "\n".join(parts)


def _dated(day: date | None) -> dict[str, str]:
    return {"Date": "????.??.??" if day is None else f"{day:%Y.%m.%d}"}


def _days(file: EventFile) -> dict[tuple[str, int], date]:
    """When each round of each section was paired."""
    return {
        (entry.action.section, entry.action.round): entry.at.astimezone(file.zone).date()
        for entry in file.event.log
        if isinstance(entry.action, Paired)
    }


def _pdn_result(game: MatchGame) -> str | None:
    return game.result if game.result in ("1-0", "0-1", "1/2-1/2", "1+", "1-") else None


def _tags(file: EventFile, section: Section, round_: int, pairing: Pairing, number: int) -> dict[str, str]:
    place = file.event.settings.place or _local(file, file.rules.schedule.place)
    game = f".{number}" if len(pairing.games) > 1 else ""
    return {
        "Event": file.title,
        "Site": place or "?",
        "Round": f"{round_}.{pairing.board}{game}",
        **({"Section": section.id} if len(file.event.sections) > 1 else {}),
    }


def _local(file: EventFile, text: Mapping[str, str] | None) -> str:
    return "" if text is None else text.get(file.regulation.language) or text["en"]


def _without_moves(
    file: EventFile, tags: Mapping[str, str], names: Mapping[EntrantNo, str], game: MatchGame
) -> str:
    all_tags = {
        **tags,
        "White": names[game.white],
        "Black": names[game.black],
        "Regulation": file.regulation.id,
        **({} if game.how is How.PLAYED else {"Termination": game.how.value}),
    }
    return format_pdn([PdnGame(tuple(all_tags.items()), (), _pdn_result(game) or _UNFINISHED)])


# --- TRF ----------------------------------------------------------------------------------------------------


def trf_sections(file: EventFile) -> list[Section]:
    """The sections that the format can describe."""
    return [section for section in file.event.sections if section.system is not System.KNOCKOUT]


def section_trf(file: EventFile, section: Section) -> tuple[str, tuple[Lost, ...]]:
    """A section as a report, and what is lost in it. Raises ValueError for a knockout or without lots."""
    event = file.event
    if event.drawn is None:
        raise ValueError("lots have not been drawn")
    begun = [entry.at for entry in event.log if entry.action.kind == "started"]
    heading = Heading(
        title=file.title,
        place=event.settings.place or _local(file, file.rules.schedule.place),
        starts=begun[0].astimezone(file.zone).date() if begun else None,
        ends=event.at.astimezone(file.zone).date() if section.is_finished else None,
    )
    return to_trf(section, event.entrants, file.rules, names_of(file), heading, event.drawn, event.forbidden)


# --- CSV and JSON -------------------------------------------------------------------------------------------


def to_csv(file: EventFile) -> str:
    """Every game and bye, one a line."""
    names = {number: _cell(name) for number, name in names_of(file).items()}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(
        (
            "section",
            "round",
            "board",
            "game",
            "white",
            "black",
            "result",
            "how",
            "kind",
            "code",
            "reason",
            "article",
        )
    )
    for found in file.event.boards():
        pairing = found.pairing
        start = (found.section.id, found.round.number, pairing.board)
        if pairing.second is None:
            writer.writerow((*start, "", names[pairing.first], "", "", "", pairing.kind.value, "", "", ""))
        for number, game in enumerate(pairing.games, 1):
            result = "" if game.result is None else format_result(game.result, game.how)
            writer.writerow(
                (
                    *start,
                    number,
                    names[game.white],
                    names[game.black],
                    result,
                    game.how.value,
                    pairing.kind.value,
                    game.code or "",
                    game.reason,
                    _cell(game.article),
                )
            )
    writer.writerow(())
    _write_places(file, names, writer)
    return out.getvalue()


def _cell(text: str) -> str:
    """What somebody has written, as a spreadsheet does not take it for a formula."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def _write_places(file: EventFile, names: Mapping[EntrantNo, str], writer: Any) -> None:
    """Below the games every section's table, or its places."""
    shown = shown_tie_breaks(file)
    for section in file.event.sections:
        if section.system is System.KNOCKOUT:
            writer.writerow(("section", "place", "entrant"))
            for place in section.places:
                for number in place.entrants:
                    writer.writerow((section.id, place.first, names[number]))
            continue
        writer.writerow(("section", "place", "entrant", "points", "games", *(one.value for one in shown)))
        for score in file.event.table(section.id):
            values = dict(zip(file.rules.tie_breaks, score.tie_breaks, strict=False))
            numbers = [number_of(values[one]) for one in shown]
            row = (section.id, score.rank, names[score.entrant], number_of(score.points), score.played)
            writer.writerow((*row, *numbers))


def describe(file: EventFile) -> dict[str, Any]:
    """The whole state of an event with public names, for programs: what ``show tournament`` prints."""
    names = names_of(file)
    state = file.event.state()
    for entrant in state["entrants"]:
        entrant["name"] = names[EntrantNo(entrant["number"])]
    for section in state["sections"]:
        found = records(file.event.section(section["id"]), file.event.entrants, file.rules)
        section["records"] = {
            str(number): [_entry(entry) for entry in record.entries] for number, record in found.items()
        }
    return {
        "code": file.code,
        "id": file.slug,
        "title": file.title,
        "chats": len(file.places),
        "version": file.version,
        "created": file.row.created.isoformat(),
        "updated": file.row.updated.isoformat(),
        "regulation": {
            "id": file.regulation.id,
            "version": file.regulation.version,
            "hash": file.regulation.hash,
        },
        **state,
    }


def _entry(entry: Any) -> dict[str, Any]:
    return {
        "round": entry.round,
        "was": entry.was.value,
        "opponent": entry.opponent,
        "color": None if entry.color is None else entry.color.value,
        "points": number_of(entry.points),
    }


def to_json(file: EventFile) -> str:
    """``describe`` as text."""
    return json.dumps(describe(file), ensure_ascii=False, indent=2) + "\n"


def codes_of(sections: Sequence[Section]) -> list[str]:
    """The games of these sections that are or were played in a chat."""
    return [
        game.code
        for section in sections
        for round_ in section.rounds
        for pairing in round_.pairings
        for game in pairing.games
        if game.code is not None
    ]
