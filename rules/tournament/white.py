"""Who has White in the first game of a pairing."""

from __future__ import annotations

from dataclasses import dataclass

from rules.tournament.model import EntrantNo
from rules.tournament.systems import PairingRequest


@dataclass(frozen=True, slots=True)
class Colours:
    """``white`` and ``black`` of a first game; ``by`` and ``article`` as ``Pairing.white_by`` has them."""

    white: EntrantNo
    black: EntrantNo
    by: str
    article: str


def first_game(
    request: PairingRequest, white: EntrantNo, black: EntrantNo, by: str = "order", meeting: int = 1
) -> Colours:
    """Colours of a first game: as proposed, unless the regulation lets age or a draw of the two decide.

    Of equal age, or where nobody knows who is the younger, the two draw. ``by`` says where the proposal comes
    from: ``order`` for the lower number, ``pairing`` for a table. All that is for the first time that two
    meet in a section; at every further ``meeting`` they swap.
    """
    first = _first_time(request, white, black, by)
    if meeting == 1:
        return first
    if meeting % 2:
        return Colours(first.white, first.black, "swap", "")
    return Colours(first.black, first.white, "swap", "")


def _first_time(request: PairingRequest, white: EntrantNo, black: EntrantNo, by: str) -> Colours:
    decides: str = request.white.by
    article = request.white.article
    if by == "order" and request.rules.white_by != "order":
        decides, article = request.rules.white_by, request.rules.white_article
    elif decides == "lot":  # the draw has given the numbers, and they the colours
        return Colours(white, black, by, article)
    if decides == "lot":
        return _drawn(request, white, black, article)
    one, other = request.births.get(white), request.births.get(black)
    if one is not None and other is not None:
        if one.is_after(other):
            return Colours(white, black, "younger", article)
        if other.is_after(one):
            return Colours(black, white, "younger", article)
    return _drawn(request, white, black, article)


def _drawn(request: PairingRequest, white: EntrantNo, black: EntrantNo, article: str) -> Colours:
    low, high = sorted((white, black))
    drawn = request.draw.one_of(f"white:{request.section.id}:{low}-{high}", (low, high))
    return Colours(drawn, high if drawn == low else low, "lot", article)
