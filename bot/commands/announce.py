"""What is said about a game: the board message, what happened, how it ended.

Every sentence that follows from a rule names the article of the regulation that demands it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from bot.buttons import Press, encode_press
from bot.commands.gamefile import GameFile
from bot.commands.place import PlaceSettings
from bot.commands.record import Status, WhiteBy
from bot.replies import BoardImage, Button, Said, said
from bot.words import articles_of, by_article, clock_name, color_name, reason_name, result_name, why_illegal
from rules.clock import parse_clock
from rules.counting import RunningCount
from rules.ending import Outcome
from rules.game import Game
from rules.happenings import (
    AbortDeclined,
    Aborted,
    AbortLapsed,
    AbortOffered,
    ArbiterCalled,
    Case,
    DrawDeclined,
    DrawOffered,
    Happening,
    Huffed,
    ImpossibleCounted,
    OfferLapsed,
    Paused,
    Resumed,
)
from rules.huff import accepted_moves
from rules.moves import Move, Square
from rules.pieces import Color
from rules.position import DraughtsPosition

NEAR_THE_END = 5
"""a running draw count is shown when so many moves, or fewer, are left of it"""
BUTTONS_IN_A_ROW = 4


# --- the board message --------------------------------------------------------------------------------------


def labels_of(file: GameFile, settings: PlaceSettings) -> str:
    """The coordinates on the rim: as the chat has set, otherwise as the regulation writes moves."""
    return file.regulation.notation if settings.notation == "own" else settings.notation


def board_picture(
    file: GameFile,
    settings: PlaceSettings,
    selected: Square | None = None,
    viewed_by: str | None = None,
) -> BoardImage:
    """The board as it stands, the last move marked."""
    game = file.game
    game_type = file.regulation.play.game_type
    played = game.moves[-1] if game.moves else None
    last = played.move if played is not None else None
    huffed = () if played is None or played.huffed is None else (played.huffed,)
    view = game.turn.value if settings.board == "turn" else settings.board
    return BoardImage(
        game=game_type.name,
        fen=game_type.format_fen(game.position),
        last=last.path if last else (),
        taken=(*last.captured, *huffed) if last else (),
        selected=selected,
        viewed_by=viewed_by or view,
        theme=settings.theme,
        labels=labels_of(file, settings),
        is_over=game.is_over,
    )


def board_lines(file: GameFile, at: datetime) -> tuple[Said, ...]:
    """The caption: who plays, the last move, whose turn it is, clocks, counts near their end."""
    game = file.game
    white, black = file.name(Color.WHITE), file.name(Color.BLACK)
    lines = [said("board.players", code=file.code, white=white, black=black)]
    if game.moves:
        played = game.moves[-1]
        key = "board.last-white" if played.color is Color.WHITE else "board.last-black"
        lines.append(said(key, number=(game.ply + 1) // 2, move=played.text))
    if game.outcome is not None and file.record.status is not Status.ANNULLED:
        return (*lines, outcome_line(file, game.outcome))
    if file.record.status is Status.ABORTED:
        return (*lines, said("game.aborted"))
    if file.record.status is Status.ANNULLED:
        return (*lines, said("game.annulled"))
    lines.extend(_pending_lines(file, game))
    if game.is_paused:
        lines.append(said("board.paused"))
    lines.extend(_clock_lines(file, game, at))
    near = [count for count in game.counts() if count.moves_left <= NEAR_THE_END]
    lines.extend(count_line(count, counts_kings=game.rules.count_kings is not None) for count in near)
    return tuple(lines)


def _pending_lines(file: GameFile, game: Game) -> Iterable[Said]:
    turn = file.name(game.turn)
    if game.huff_choice:
        line = said("board.huff", player=turn, squares=game.huff_squares)
        yield by_article(line, file.regulation.play.huff_article)
    else:
        yield said("board.turn", player=turn, color=color_name(game.turn))
    if game.offer is not None:
        yield _offer_line(file.name(game.offer.by), game.if_agreed(game.offer.advantage))
    if game.abort_offer is not None:
        yield said("board.abort-offered", player=file.name(game.abort_offer))


def _offer_line(player: str | Said, outcome: Outcome) -> Said:
    """What is offered: ``outcome`` is what an acceptance would make of the game."""
    if outcome.kings is not None:
        return said("board.stop-offered", player=player)
    if outcome.advantage is not None:
        return said("board.advantage-offered", player=player, result=result_name(outcome))
    return said("board.draw-offered", player=player)


def _clock_lines(file: GameFile, game: Game, at: datetime) -> Iterable[Said]:
    settings = game.clock.settings
    if settings.per_move is not None:
        if game.deadline is not None:
            yield said("board.move-until", player=file.name(game.turn), at=game.deadline)
    elif settings.base is not None:
        yield said(
            "board.clocks",
            white=game.clock.remaining(Color.WHITE, at),
            black=game.clock.remaining(Color.BLACK, at),
        )


def count_line(count: RunningCount, *, counts_kings: bool = False) -> Said:
    """How many moves are left until a draw rule ends the game, or stops it where kings are then counted."""
    key = "board.count-each" if count.plies_per_move > 1 else "board.count-stronger"
    what = said("board.count-stop" if counts_kings else "board.count-draw")
    return by_article(said(key, count=count.moves_left, what=what), articles_of(count.rule))


def board_buttons(file: GameFile, selected: Square | None = None) -> tuple[tuple[Button, ...], ...]:
    """What the player on turn can do: the pieces that may move, or the squares that ``selected`` may go to.

    While a piece is to be huffed these are the candidates. Draw and resignation stand below.
    """
    game = file.game
    if game.outcome is not None or file.record.is_over or game.is_paused:
        return ()
    shown: list[tuple[Button, ...]] = []
    if game.huff_choice:
        shown += rows(_button(file, "huff", square) for square in game.huff_squares)
    elif selected is None:
        origins = dict.fromkeys(move.origin for move in offered_moves(game))
        shown += rows(_button(file, "piece", format_square(file, s)) for s in origins)
    else:
        shown += rows(
            _button(file, "play", str(number), game.rules.game_type.format_move(game.position, move))
            for number, move in enumerate(offered_moves(game))
            if move.origin == selected
        )
        shown.append((_button(file, "back", "", said("button.back")),))
    shown += rows(_offer_buttons(file, game))
    return tuple(shown)


def _offer_buttons(file: GameFile, game: Game) -> Iterable[Button]:
    if game.offer is not None:
        yield _button(file, "draw", "accept", said("button.accept-draw"))
        yield _button(file, "draw", "decline", said("button.decline-draw"))
    elif game.rules.agreement.allowed:
        key = "button.offer-draw" if game.rules.count_kings is None else "button.offer-stop"
        yield _button(file, "draw", "", said(key))
    if game.abort_offer is not None:
        yield _button(file, "abort", "accept", said("button.accept-abort"))
        yield _button(file, "abort", "decline", said("button.decline-abort"))
    yield _button(file, "resign", "", said("button.resign"))


def offered_moves(game: Game) -> tuple[Move, ...]:
    """The moves that buttons offer, by their squares; under huffing without hints all accepted ones.

    Right and punished moves stand mixed then: their order must not tell where the capture is.
    """
    position = game.position
    if game.rules.hints or not isinstance(position, DraughtsPosition):
        return position.legal_moves()
    return tuple(sorted(accepted_moves(position), key=lambda move: (move.path, move.captured)))


# --- what happened ------------------------------------------------------------------------------------------


def challenge_lines(file: GameFile) -> tuple[Said, ...]:
    """The text of a challenge; ``file.challenged`` may be nobody in particular."""
    player, opponent = file.challenger.name, file.challenged.name
    if opponent:
        first = said("challenge.directed", opponent=opponent, player=player, code=file.code)
    else:
        first = said("challenge.open", player=player, code=file.code)
    terms = file.record.terms
    return (
        first,
        said("challenge.regulation", name=file.regulation.names, clock=clock_name(parse_clock(terms.clock))),
        said(f"challenge.wish-{terms.wish}", player=file.challenger.name),
        said("challenge.until", at=terms.expires),
    )


def start_line(file: GameFile) -> Said:
    """Who plays whom, with the reason why White is White."""
    by, first_white = file.record.white_by or WhiteBy.LOT, file.regulation.play.first_white
    key = f"start.{by.value}"
    if by is WhiteBy.LOT and first_white.by == "younger":
        key = "start.lot-no-age"  # nobody's age is asked for a game between two people in a chat
    line = said(key, white=file.name(Color.WHITE), black=file.name(Color.BLACK), code=file.code)
    return by_article(line, first_white.article if by in (WhiteBy.LOT, WhiteBy.YOUNGER) else "")


def happening_line(file: GameFile, happened: Happening) -> Said | None:
    """One happening as a sentence; None for what the board message itself shows."""
    match happened:
        case Huffed(loser, square, by_choice, article):
            key = "game.huffed-by-choice" if by_choice else "game.huffed"
            square_name = format_square(file, square)
            return by_article(said(key, player=file.name(loser), square=square_name), article)
        case DrawOffered(by, outcome):
            return _draw_offer_line(file, by, outcome)
        case DrawDeclined(by):
            return said("game.draw-declined", player=file.name(by))
        case OfferLapsed(by):
            return said("game.offer-lapsed", player=file.name(by))
        case AbortOffered(by):
            return said("game.abort-offered", player=file.name(by))
        case AbortDeclined(by):
            return said("game.abort-declined", player=file.name(by))
        case AbortLapsed(by):
            return said("game.abort-lapsed", player=file.name(by))
        case Aborted():
            return said("game.aborted")
        case ImpossibleCounted(by, text, why, article, number, limit):
            reason = by_article(why_illegal(why), article)
            return said(
                "game.impossible", player=file.name(by), move=text, why=reason, number=number, limit=limit
            )
        case ArbiterCalled(Case.IMPOSSIBLE_MOVES, article, against) if against is not None:
            return by_article(said("arbiter.impossible", player=file.name(against)), article)
        case ArbiterCalled(_, article, _):
            return by_article(said("arbiter.repetition"), article)
        case Paused():
            return said("game.paused")
        case Resumed():
            return said("game.resumed")
    return None


def _draw_offer_line(file: GameFile, by: Color, outcome: Outcome) -> Said:
    """An offer says beforehand what accepting it would bring."""
    name = file.name(by)
    if outcome.kings is not None:
        white, black = outcome.kings
        return said(
            "game.stop-offered",
            player=name,
            white=said("count.kings", count=white),
            black=said("count.kings", count=black),
            result=result_name(outcome),
        )
    if outcome.advantage is not None:
        line = said("game.draw-offered-advantage", player=name, result=result_name(outcome))
        return by_article(line, outcome.advantage_article)
    return by_article(said("game.draw-offered", player=name), outcome.article)


def outcome_line(file: GameFile, outcome: Outcome) -> Said:
    """How the game ended, by which rule and article, and where that rule's count began."""
    reason = reason_name(outcome)
    if outcome.winner is not None:
        return said("end.won", winner=file.name(outcome.winner), result=outcome.result, reason=reason)
    if outcome.advantage is not None:
        return said(
            "end.advantage", better=file.name(outcome.advantage), result=outcome.result, reason=reason
        )
    return said("end.drawn", reason=reason)


# --- helpers ------------------------------------------------------------------------------------------------


def format_square(file: GameFile, square: Square) -> str:
    return file.regulation.play.game_type.format_square(square)


def _button(file: GameFile, verb: str, argument: str, label: Said | str = "") -> Button:
    return Button(label or argument, encode_press(Press(verb, file.code, file.version, argument)))


def rows(buttons: Iterable[Button]) -> list[tuple[Button, ...]]:
    """Buttons in rows."""
    row: list[Button] = []
    full = []
    for button in buttons:
        row.append(button)
        if len(row) == BUTTONS_IN_A_ROW:
            full.append(tuple(row))
            row = []
    return [*full, tuple(row)] if row else full
