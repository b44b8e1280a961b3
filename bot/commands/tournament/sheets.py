"""Pairings, standings, cross tables and brackets of an event as values for pictures, and as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from bot.commands.tournament.eventfile import EventFile
from bot.commands.tournament.telling import game_result, heading, is_match, score_of
from bot.replies import Said, said
from bot.sheets import (
    BracketImage,
    BracketMatch,
    BracketRound,
    BracketSide,
    CrossCell,
    CrossRow,
    CrosstableImage,
    Fate,
    ManColor,
    TableColumn,
    TableImage,
    TableRow,
    Text,
)
from bot.words import by_article
from rules.pieces import Color
from rules.tournament.bracket import Slot, bracket
from rules.tournament.eventrules import System, TieBreak
from rules.tournament.history import Entry, Was, records, table_rounds
from rules.tournament.model import EntrantNo, How, Pairing, PairingKind, Round, Score, Section

MOST_LINES = 100
"""pairings or places that are written out as text beside a picture; the picture and its text have all"""


def number_text(value: Fraction) -> str:
    """Points as people write them: ``2``, ``2½``, ``½``."""
    whole, rest = divmod(value, 1)
    if rest == Fraction(1, 2):
        return f"{whole}½" if whole else "½"
    return str(whole) if not rest else f"{float(value):.2f}"


# --- pairings -----------------------------------------------------------------------------------------------


def pairings_image(file: EventFile, section: Section, round_: Round) -> TableImage:
    """The boards of a round with their results so far, byes last."""
    rows = [TableRow(_pairing_cells(file, pairing)) for pairing in round_.pairings]
    return TableImage(
        title=heading(file, section),
        subtitle=said("round.name", round=round_.number),
        columns=(
            TableColumn(said("column.board"), "number"),
            TableColumn(said("column.white"), "white"),
            TableColumn(said("column.black"), "black"),
            TableColumn(said("column.result"), "result"),
        ),
        rows=tuple(rows),
    )


def _pairing_cells(file: EventFile, pairing: Pairing) -> tuple[Text, ...]:
    if pairing.second is None:
        return ("", file.name(pairing.first), said(f"pairing.short.{idle(file, pairing)}"), "")
    return str(pairing.board), file.name(pairing.first), file.name(pairing.second), pairing_result(pairing)


def pairing_result(pairing: Pairing) -> Text:
    """The result of a single game, the score of a match: from the side of the one named first."""
    if is_annulled(pairing):
        return said("pairing.short.annulled")
    done = [game for game in pairing.games if game.result is not None]
    if not done:
        return ""
    if not is_match(pairing):
        return game_result(done[0])
    won, lost = score_of(pairing)
    return f"{won}:{lost}"


def is_annulled(pairing: Pairing) -> bool:
    """Whether nothing of it counts any more, since one of the two is no longer in the table."""
    return bool(pairing.games) and all(game.how is How.ANNULLED for game in pairing.games)


def pairing_lines(file: EventFile, round_: Round) -> Iterator[Said]:
    """A round as text: boards with names and results, then who has no game, and why."""
    games = [pairing for pairing in round_.pairings if pairing.second is not None]
    for pairing in games[:MOST_LINES]:
        if pairing.second is not None:
            result = "" if is_annulled(pairing) else pairing_result(pairing)
            values = {
                "board": pairing.board,
                "white": file.name(pairing.first),
                "black": file.name(pairing.second),
                "result": result,
            }
            line = Said("pairing.line-result" if result else "pairing.line", values)
            yield said("pairing.annulled", line=line) if is_annulled(pairing) else line
    if len(games) > MOST_LINES:
        yield said("pairing.more", count=len(games) - MOST_LINES)
    without: dict[str, list[Pairing]] = {}
    for pairing in round_.pairings:
        if pairing.second is None:
            without.setdefault(idle(file, pairing), []).append(pairing)
    for why, pairings in sorted(without.items()):
        names = file.names(pairing.first for pairing in pairings)
        yield by_article(Said(f"pairing.idle.{why}", {"names": names}), pairings[0].article)


def idle(file: EventFile, pairing: Pairing) -> str:
    """Why somebody has no game: who rests where everybody meets everybody has no bye."""
    section, round_, _ = file.event.find(pairing.board)
    meets_all = section.system is System.ROUND_ROBIN or any(
        other.kind in (PairingKind.THREE_WAY, PairingKind.EXTRA) for other in round_.pairings
    )
    return "rest" if meets_all and pairing.kind is PairingKind.BYE else pairing.kind.value


# --- standings ----------------------------------------------------------------------------------------------


def shown_tie_breaks(file: EventFile) -> tuple[TieBreak, ...]:
    """The tie-breaks that have a number of their own in a table."""
    without = (TieBreak.LOTS, TieBreak.EXTRA_GAME)
    return tuple(tie_break for tie_break in file.rules.tie_breaks if tie_break not in without)


def standings_image(file: EventFile, section: Section, table: Sequence[Score]) -> TableImage:
    """A table with every tie-break of the regulation."""
    shown = shown_tie_breaks(file)
    rows, rank = [], 0
    for score in table:
        values = dict(zip(file.rules.tie_breaks, score.tie_breaks, strict=False))
        rows.append(
            TableRow(
                (
                    str(score.rank),
                    file.name(score.entrant),
                    str(score.played),
                    number_text(score.points),
                    *(number_text(values.get(tie_break, Fraction(0))) for tie_break in shown),
                ),
                style="out" if score.is_out else "plain",
                is_level=score.rank == rank,
            )
        )
        rank = score.rank
    return TableImage(
        title=heading(file, section),
        subtitle=after_round(section),
        columns=(
            TableColumn(said("column.rank"), "rank"),
            TableColumn(said("column.name"), "name"),
            TableColumn(said("column.played"), "number"),
            TableColumn(said("column.points"), "points"),
            *(TableColumn(said(f"tie-break.short.{one.value}"), "number") for one in shown),
        ),
        rows=tuple(rows),
        footer=said(
            "standings.order", order=tuple(said(f"regulation.tie-break.{one.value}") for one in shown)
        ),
    )


def after_round(section: Section) -> Said:
    """Up to where a table goes."""
    if section.is_finished:
        return said("standings.final")
    is_over = not section.rounds or section.rounds[-1].is_over
    return said("standings.round" if is_over else "standings.during", round=len(section.rounds))


def standings_lines(file: EventFile, table: Sequence[Score], most: int = MOST_LINES) -> Iterator[Said]:
    """A table as text: place, name, points, games played."""
    for score in table[:most]:
        yield said(
            "standings.line-out" if score.is_out else "standings.line",
            rank=score.rank,
            player=file.name(score.entrant),
            points=number_text(score.points),
            played=score.played,
        )
    if len(table) > most:
        yield said("standings.more", count=len(table) - most)


# --- cross tables -------------------------------------------------------------------------------------------


def crosstable_image(file: EventFile, section: Section, table: Sequence[Score]) -> CrosstableImage:
    """Everyone against everyone in a round robin, everyone by rounds in a Swiss."""
    by_opponent = section.system is System.ROUND_ROBIN
    order = [score.entrant for score in table]
    place = {number: at for at, number in enumerate(order, 1)}
    found = records(section, file.event.entrants, file.rules)
    rounds = [round_.number for round_ in table_rounds(section)]
    rows = []
    for score in table:
        entries = found[score.entrant].entries
        cells: tuple[CrossCell | None, ...]
        if by_opponent:
            cells = tuple(
                None if number == score.entrant else _meeting([e for e in entries if e.opponent == number])
                for number in order
            )
        else:
            by_round = {entry.round: entry for entry in entries}
            cells = tuple(_round_cell(by_round.get(number), place) for number in rounds)
        rows.append(
            CrossRow(
                str(place[score.entrant]),
                file.name(score.entrant),
                cells,
                (number_text(score.points),),
                score.is_out,
            )
        )
    heads = range(1, len(order) + 1) if by_opponent else rounds
    return CrosstableImage(
        title=heading(file, section),
        columns=tuple(str(head) for head in heads),
        rows=tuple(rows),
        totals=(said("column.points"),),
        subtitle=after_round(section),
        name_header=said("column.name"),
    )


def _meeting(entries: Sequence[Entry]) -> CrossCell:
    if not entries:
        return CrossCell()
    text = " ".join(_entry_text(entry) for entry in entries)
    return CrossCell(text, "" if len(entries) > 1 else _fate(entries[0]))


def _round_cell(entry: Entry | None, place: dict[EntrantNo, int]) -> CrossCell:
    if entry is None:
        return CrossCell()
    if entry.opponent is None:
        return CrossCell(_entry_text(entry))
    color: ManColor = "white" if entry.color is Color.WHITE else "black"
    return CrossCell(_entry_text(entry), _fate(entry), str(place[entry.opponent]), color)


def _entry_text(entry: Entry) -> str:
    """What a round brought: points, a draw with its advantage, or a sign for what was not played."""
    signs = {Was.WON_BY_FORFEIT: "+", Was.LOST_BY_FORFEIT: "-"}
    if entry.was in signs:
        return signs[entry.was]
    text = number_text(entry.points)
    if entry.advantage:
        text += "+" if entry.advantage > 0 else "-"
    return text


def _fate(entry: Entry) -> Fate:
    if entry.won == entry.lost:
        return "drawn"
    return "won" if entry.won > entry.lost else "lost"


# --- brackets -----------------------------------------------------------------------------------------------


def bracket_image(file: EventFile, section: Section) -> BracketImage:
    """A knockout: what was played, and what is sure to follow."""
    rounds: list[BracketRound] = []
    beside: list[BracketMatch] = []
    found = {pairing.board: pairing for round_ in section.rounds for pairing in round_.pairings}
    for round_ in bracket(section, file.rules.knockout):
        matches: list[BracketMatch] = []
        for slot in round_.slots:
            match = _match(file, slot, found.get(slot.board) if slot.board is not None else None)
            (beside if slot.kind is PairingKind.THIRD_PLACE else matches).append(match)
        if matches:
            rounds.append(BracketRound(said("round.name", round=round_.number), tuple(matches)))
    return BracketImage(heading(file, section), tuple(rounds), beside=tuple(beside))


_LABELS = {PairingKind.FINAL, PairingKind.THIRD_PLACE, PairingKind.THREE_WAY}


def _match(file: EventFile, slot: Slot, pairing: Pairing | None) -> BracketMatch:
    if slot.lower is None and slot.kind in (PairingKind.BYE, PairingKind.SITS_OUT):
        bye = said(f"pairing.short.{slot.kind.value if pairing is None else idle(file, pairing)}")
        return BracketMatch((_side(file, slot, slot.upper, pairing),), bye)
    label: Text = said(f"pairing.label.{slot.kind.value}") if slot.kind in _LABELS else ""
    return BracketMatch(
        tuple(_side(file, slot, number, pairing) for number in (slot.upper, slot.lower)), label
    )


def _side(file: EventFile, slot: Slot, number: EntrantNo | None, pairing: Pairing | None) -> BracketSide:
    if number is None:
        return BracketSide(0, "")
    score = ""
    if pairing is not None and pairing.second is not None and any(game.result for game in pairing.games):
        won, lost = score_of(pairing)
        score = str(won if number == pairing.first else lost)
    return BracketSide(number, file.name(number), score, slot.winner == number)
