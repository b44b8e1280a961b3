"""A game as others read it: PDN, and the frames of its animation."""

from __future__ import annotations

from collections.abc import Mapping

from bot.commands import announce
from bot.commands.gamefile import GameFile
from bot.commands.place import PlaceSettings
from bot.replies import Animation, Said
from rules.draughts import Draughts
from rules.pdn import PdnGame, PdnMove, format_pdn, game_type_tag
from rules.pieces import Color


def pdn_of(file: GameFile, of_event: Mapping[str, str] | None = None, decided: str | None = None) -> str:
    """The game in PDN, huffs as comments, the article that ended it under Termination.

    ``of_event``: tags that a tournament knows better, such as its name and the round. ``decided``: the result
    that counts there, which an organiser may have given instead of the game's own.
    """
    game = file.game
    game_type = game.rules.game_type
    outcome = game.outcome
    if outcome is not None and decided not in (None, outcome.result):
        outcome = None
    tags = [
        ("Event", file.regulation.names.get(file.regulation.language, file.regulation.id)),
        ("Site", file.code),
        ("Date", f"{file.row.created:%Y.%m.%d}"),
        ("Round", "-"),
        ("White", _name(file.name(Color.WHITE))),
        ("Black", _name(file.name(Color.BLACK))),
        ("Regulation", file.regulation.id),
    ]
    if isinstance(game_type, Draughts):
        tags.append(("GameType", game_type_tag(game_type.variant)))
    if outcome is not None:
        tags.append(("Termination", " ".join(filter(None, (outcome.reason.value, outcome.article)))))
    if game.first != game_type.initial_position():
        tags.append(("FEN", game_type.format_fen(game.first)))
    moves = tuple(
        PdnMove(played.text, None if played.huffed is None else game_type.format_square(played.huffed))
        for played in game.moves
    )
    result = outcome.result if outcome is not None else decided or "*"
    tags = list({**dict(tags), **(of_event or {})}.items())
    return format_pdn([PdnGame(tuple(tags), moves, result, begins_second=game.first.turn is not Color.WHITE)])


def animation_of(file: GameFile, settings: PlaceSettings) -> Animation:
    """The game as a moving picture."""
    game = file.game
    game_type = game.rules.game_type
    return Animation(
        game=game_type.name,
        fen=game_type.format_fen(game.first),
        moves=tuple(
            played.text
            if played.huffed is None
            else f"{played.text} {{huff {game_type.format_square(played.huffed)}}}"
            for played in game.moves
        ),
        viewed_by=settings.board if settings.board != "turn" else Color.WHITE.value,
        theme=settings.theme,
        labels=announce.labels_of(file, settings),
    )


def _name(name: str | Said) -> str:
    """A PDN is read in every language: an erased name is a number in it."""
    return name if isinstance(name, str) else f"Player {name.args.get('number', '?')}"
