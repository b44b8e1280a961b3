"""Values of the rules in words, by the catalogues that are shipped."""

from datetime import timedelta

import pytest

from bot.replies import Said
from bot.texts import LANGUAGES, Catalogues
from bot.words import (
    article_name,
    by_article,
    clock_name,
    color_name,
    pattern_name,
    reason_name,
    result_name,
    why_illegal,
)
from rules.clock import ClockSettings
from rules.draws import By, Diagonal, Material, NoProgress, parse_pattern
from rules.ending import Outcome, Reason
from rules.errors import WhyIllegal
from rules.pieces import Color

TEXTS = Catalogues.load()


def in_all(what: Said | str) -> tuple[str, ...]:
    return tuple(TEXTS.say(what, language) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (color_name(Color.WHITE), ("białe", "білі", "brancas", "White")),
        (
            why_illegal(WhyIllegal.MUST_CAPTURE),
            ("jest bicie", "треба бити", "hai captura", "there is a capture"),
        ),
        (
            pattern_name("2K+m v K"),
            (
                "2 damki i 1 pionek kontra 1 damka",
                "2 дамки і 1 проста — 1 дамка",
                "2 damas e 1 peón contra 1 dama",
                "2 kings and 1 man against 1 king",
            ),
        ),
        (
            clock_name(ClockSettings(base=timedelta(minutes=10), increment=timedelta(seconds=5))),
            (
                "10 minut na partię i 5 sekund za każdy ruch",
                "10 хвилин на партію і 5 секунд за кожний хід",
                "10 minutos por partida e 5 segundos por xogada",
                "10 minutes for the game and 5 seconds for each move",
            ),
        ),
        (
            clock_name(ClockSettings(base=timedelta(minutes=1))),
            ("1 minuta na partię", "1 хвилина на партію", "1 minuto por partida", "1 minute for the game"),
        ),
        (
            clock_name(ClockSettings(per_move=timedelta(days=2))),
            ("2 dni na każdy ruch", "2 дні на кожний хід", "2 días para cada xogada", "2 days for each move"),
        ),
        (clock_name(ClockSettings()), ("bez zegara", "без годинника", "sen reloxo", "no clock")),
    ],
)
def test_a_value_has_its_word_in_every_language(what: Said, words: tuple[str, ...]) -> None:
    assert in_all(what) == words


@pytest.mark.parametrize(
    ("article", "text"),
    [
        ("7.9", "art. 7.9"),
        ("7.4, 7.6", "art. 7.4, 7.6"),
        ("Z17", "Z17"),
        ("Perdido b", "Perdido b"),
        ("", ""),
    ],
)
def test_a_numbered_article_is_announced_as_one_and_a_named_one_by_its_name(article: str, text: str) -> None:
    assert TEXTS.say(article_name(article), "pl") == text


def test_a_silent_document_leaves_no_empty_brackets() -> None:
    assert in_all(by_article(color_name(Color.WHITE), "")) == in_all(color_name(Color.WHITE))


THREE_ON_ONE = (parse_pattern("3K v K"),)
WEAKER = Material("6.3", THREE_ON_ONE, 5, diagonal=Diagonal.WEAKER_HOLDS)
LIMIT_A = Material(
    "Límite a", THREE_ON_ONE, 12, By.STRONGER, Diagonal.STRONGER_HOLDS, latched=True, see="Empatado b"
)
LIMIT_B = NoProgress("Límite b", 20, giving_breaks=True)

# Each outcome is one that a regulation of the catalogue knows, by its own article.
ENDS = [
    (
        Outcome(None, Reason.MATERIAL, "7.9", rule="K v K", count=16, since_ply=44),
        "pl",
        "Remis: 1 damka kontra 1 damka, 16 ruchów (art. 7.9), liczone od ruchu 23",
    ),
    (
        Outcome(None, Reason.MATERIAL, "6.4", rule="K+m v K", count=5, since_ply=45),
        "pl",
        "Remis: 1 damka i 1 pionek kontra 1 damka, 5 ruchów (art. 6.4), liczone od ruchu 23",
    ),
    (
        Outcome(None, Reason.NO_PROGRESS, "Límite b", count=20, since_ply=0),
        "gl",
        "Empate: 20 xogadas só de damas e sen captura (Límite b), contando desde a xogada 1",
    ),
    (
        # without a move of a man, a capture or the giving of a piece
        Outcome(None, Reason.NO_PROGRESS, "Límite b", count=20, since_ply=0, drawn_by=LIMIT_B),
        "gl",
        "Empate: 20 xogadas só de damas, sen captura nin entrega (Límite b), contando desde a xogada 1",
    ),
    (
        # twelve of the stronger side, which need not have kept the diagonal
        Outcome(None, Reason.MATERIAL, "Límite a", rule="3K v K", count=12, since_ply=0, drawn_by=LIMIT_A),
        "gl",
        "Empate: 3 damas contra 1 dama, ao comezo o bando máis forte tiña a diagonal principal, "
        "12 xogadas do bando máis forte (Límite a, Empatado b), contando desde a xogada 1",
    ),
    (
        Outcome(None, Reason.MATERIAL, "6.3", rule="3K v K", count=5, since_ply=0, drawn_by=WEAKER),
        "pl",
        "Remis: 3 damki kontra 1 damka, główną przekątną kontroluje strona słabsza, 5 ruchów (art. 6.3), "
        "liczone od ruchu 1",
    ),
    (
        Outcome(None, Reason.REPETITION, "6.1", count=3, since_ply=31),
        "pl",
        "Remis: ta sama pozycja 3 razy (art. 6.1), liczone od ruchu 16",
    ),
    (
        Outcome(None, Reason.REPETITION, "6.1", count=3, since_ply=0),
        "en",
        "Draw: the same position 3 times (art. 6.1), counted from move 1",
    ),
    (
        Outcome(
            Color.WHITE,
            Reason.MORE_KINGS,
            "Z18",
            kings=(2, 1),
            stopped_by=Reason.AGREEMENT,
            stopped_article="Z17",
        ),
        "pl",
        "Wygrywają białe: więcej damek na warcabnicy, białe 2, czarne 1 (Z18), "
        "po przerwaniu gry: za zgodą stron (Z17)",
    ),
    (
        Outcome(Color.BLACK, Reason.IMPOSSIBLE_MOVES, "9", count=3),
        "uk",
        "Перемога чорних: 3 неможливі ходи (п. 9)",
    ),
    (
        Outcome(None, Reason.AGREEMENT, "7.3.1", advantage=Color.BLACK, advantage_article="6.5.4"),
        "pl",
        "Remis z przewagą czarnych: za zgodą stron (art. 7.3.1), przewaga: art. 6.5.4",
    ),
    (
        Outcome(Color.WHITE, Reason.BLOCKED, "Perdido b"),
        "gl",
        "Gañan as brancas: sen movemento posible, bando afogado (Perdido b)",
    ),
    (Outcome(Color.BLACK, Reason.RESIGNATION, ""), "en", "Black wins: resignation"),
]


@pytest.mark.parametrize(("outcome", "language", "text"), ENDS)
def test_an_end_names_result_rule_article_and_count(outcome: Outcome, language: str, text: str) -> None:
    result, reason = (TEXTS.say(what, language) for what in (result_name(outcome), reason_name(outcome)))
    assert f"{result}: {reason}" == text


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_is_told_in_every_language(reason: Reason) -> None:
    outcome = Outcome(None, reason, "1", rule="K v K", count=3, since_ply=4, kings=(1, 1))
    assert all("{" not in text and "reason." not in text for text in in_all(reason_name(outcome)))
