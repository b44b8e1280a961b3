"""What is said and refused on the way to an end, and what follows one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from tests.console.harness import Console, Event
from tests.games.find import found_games
from tests.games.table import Table

Sit = Callable[..., Table]
CHATS = count(1)


@pytest.fixture(scope="module")
def console(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Console]:
    with Console(tmp_path_factory.mktemp("courses") / "damka.db") as started:
        yield started
        assert started.end() == 0
        assert started.log() == ""


@pytest.fixture
def sit(console: Console) -> Sit:
    """A table in a chat of its own, in the regulation's language."""

    def sit(regulation: str, language: str = "pl", *, has_arbiter: bool = False) -> Table:
        table = Table(console, f"chat {next(CHATS)}", language)
        table.begin(regulation, has_arbiter=has_arbiter)
        return table

    return sit


def play(table: Table, regulation: str, name: str, *, leave: int = 0) -> None:
    """The moves of a found game, but for the last ``leave``."""
    moves = found_games(regulation)[name]["moves"].split()
    for text in moves[: len(moves) - leave]:
        table.move(text)


def words(events: list[Event]) -> str:
    return "\n".join(event["text"] for event in events)


# --- counts -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("regulation", "language", "name", "said"),
    [
        ("grodziec-2017", "pl", "K v K", "Do remisu: jeszcze {} każdej ze stron (art. 7.9)"),
        ("riazor", "gl", "no progress", "Para o empate falta{} de cada bando (Límite b)"),
        (
            "riazor",
            "gl",
            "forced, latched",
            "Para o empate falta{} do bando máis forte (Límite a, Empatado b)",
        ),
        (
            "mikolajki-2023",
            "pl",
            "no progress, white has more",
            "Do przerwania gry i liczenia damek: jeszcze {} każdej",
        ),
    ],
)
def test_a_count_is_shown_when_five_moves_are_left_of_it(
    sit: Sit, regulation: str, language: str, name: str, said: str
) -> None:
    numbers = {
        "pl": ["5 ruchów", "4 ruchy", "3 ruchy", "2 ruchy", "1 ruch"],
        "gl": ["n 5 xogadas", "n 4 xogadas", "n 3 xogadas", "n 2 xogadas", " 1 xogada"],
    }[language]
    table = sit(regulation, language)
    play(table, regulation, name, leave=11)
    assert said.partition("{")[0] not in table.board["text"]
    shown = []
    for text in found_games(regulation)[name]["moves"].split()[-11:-1]:
        table.move(text)
        shown.append(table.board["text"])
    assert [any(said.format(number) in text for text in shown) for number in numbers] == [True] * 5


# --- claims and offers --------------------------------------------------------------------------------------


def test_a_wrong_claim_says_why_and_costs_nothing(sit: Sit) -> None:
    table = sit("riazor", "gl")
    play(table, "riazor", "repetition", leave=4)
    (refused,) = table.say("white", "/draw claim")
    assert refused["to"] == "anna"
    assert "2 de 3 veces" in refused["text"]
    assert "Empatado c" in refused["text"]
    for text in found_games("riazor")["repetition"]["moves"].split()[-4:]:
        table.move(text)
    assert table.announced is None
    table.say("white", "/draw claim")
    assert table.announced is not None
    assert "(Empatado c)" in table.announced["text"]


@pytest.mark.parametrize(("regulation", "language"), [("grodziec-2017", "pl"), ("slidy-2015", "uk")])
def test_where_no_rule_is_claimed_a_claim_is_refused(sit: Sit, regulation: str, language: str) -> None:
    table = sit(regulation, language)
    (refused,) = table.say("white", "/draw claim")
    assert refused["to"] == "anna"


def test_a_forbidden_agreement_is_refused_by_its_paragraph(sit: Sit) -> None:
    table = sit("slidy-2015", "uk")
    for who in ("white", "black"):
        (refused,) = table.say(who, "/draw")
        assert (refused["to"], "(Нічия)" in refused["text"]) == (
            {"white": "anna", "black": "piotr"}[who],
            True,
        )
    assert not any("draw:" in button["data"] for row in table.board["buttons"] for button in row)
    play(table, "slidy-2015", "opening")
    (late,) = table.say("white", "/abort")
    assert "/draw" not in late["text"]


def test_an_offer_shows_the_kings_and_the_result_before_it_is_accepted(sit: Sit) -> None:
    table = sit("mikolajki-2023")
    play(table, "mikolajki-2023", "more kings")
    offer, board = table.say("white", "/draw")
    assert ("białe: 2 damki" in offer["text"], "czarne: 1 damka" in offer["text"]) == (True, True)
    assert "Wygrywają białe" in offer["text"]
    assert "policzyć damki" in board["text"]
    table.press("black", "draw", "decline")
    assert table.announced is None


def test_an_offer_with_advantage_names_side_and_article(sit: Sit) -> None:
    table = sit("pzwarc-100-advantage")
    offer, board = table.say("black", "/draw plus")
    for event in (offer, board):
        assert "przewagą czarnych" in event["text"]
    assert "6.5.4" in offer["text"]
    table.say("white", "/draw decline")
    assert "przewagą" not in table.board["text"]


def test_no_arbiter_can_turn_an_advantage_round(sit: Sit) -> None:
    table = sit("pzwarc-100-advantage")
    play(table, "pzwarc-100-advantage", "ahead")
    (refused,) = table.step("ewa: /adjudicate {code} 1- pomyłka")
    assert (refused["to"], "3" in refused["text"]) == ("ewa", True)
    table.step("ewa: /adjudicate {code} 1+ pomyłka")
    assert table.announced is not None
    assert "(1+)" in table.announced["text"]


# --- huffing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("regulation", "article"), [("grodziec-2017", "(art. 7.4)"), ("mikolajki-2023", "(Z11)")]
)
def test_a_choice_is_put_to_the_opponent_alone(sit: Sit, regulation: str, article: str) -> None:
    table = sit(regulation)
    *moves, choice = found_games(regulation)["huff by choice"]["moves"].split()
    for text in moves:
        table.move(text)
    squares = [
        button["label"] for row in table.board["buttons"] for button in row if "huff:" in button["data"]
    ]
    chosen = choice.partition(":")[2]
    assert chosen in squares
    assert article in table.board["text"]
    offender, chooser = ("white", "black") if table.ply % 2 else ("black", "white")
    (toast,) = table.press(offender, "huff", chosen)
    assert toast["event"] == "toast"
    (refused,) = table.say(chooser, "/huff h8")
    assert refused["to"] == {"white": "anna", "black": "piotr"}[chooser]
    told, board = table.press(chooser, "huff", chosen)
    assert (chosen in told["text"], article in told["text"]) == (True, True)
    assert "huff:" not in str(board["buttons"])


def test_while_a_choice_is_open_the_clock_of_whoever_chooses_runs(console: Console) -> None:
    table = Table(console, f"chat {next(CHATS)}", "pl")
    table.begin("grodziec-2017", "1+0")
    for text in found_games("grodziec-2017")["huff by choice"]["moves"].split()[:-1]:
        table.move(text)
    chooser = "Piotr" if table.ply % 2 else "Anna"
    assert f"wybiera {chooser}" in table.board["text"]
    table.step("advance PT59S")
    assert table.announced is None
    table.step("advance PT1S")
    assert table.announced is not None
    winner = {"Anna": "Piotr", "Piotr": "Anna"}[chooser]
    assert f"Wygrywa: {winner}" in table.announced["text"]


def test_moves_are_not_shown_where_missing_a_capture_is_punished(sit: Sit) -> None:
    table = sit("grodziec-2017")
    (refused,) = table.say("white", "/moves")
    assert "(art. 7.4)" in refused["text"]


# --- arbiters -----------------------------------------------------------------------------------------------


def test_impossible_moves_are_returned_counted_and_put_to_the_arbiter(sit: Sit) -> None:
    table = sit("slidy-2015", "uk", has_arbiter=True)
    table.move("a1-a2")
    table.move("h8-h7")
    # a trace does not move (6), nobody moves the other's rook or jumps over a piece (2)
    for text, article in (("a1-b1", "(п. 6)"), ("h7-h1", "(п. 2)"), ("a2-a9", ""), ("a2-c3", "(п. 2)")):
        told = table.say("white", text)
        assert article in words(told)
    assert "3" in words(told)
    # the button stays whatever is played meanwhile, and is nobody's but the arbiter's
    table.move("a2-a3")
    (toast,) = table.press("black", "decide", "white")
    assert toast["event"] == "toast"
    assert table.announced is None
    table.press("ewa", "decide", "white")
    assert table.announced is not None
    assert "(п. 9)" in table.announced["text"]


def test_a_protected_trace_cannot_be_taken(sit: Sit) -> None:
    table = sit("slidy-2015", "uk")
    for text in ("a1-a2", "h8-h7", "a2-a3", "h7-h6", "a3-a8", "h6-h5"):
        table.move(text)
    # the trace on h7 stands beside that on h8
    assert "(п. 7)" in words(table.say("white", "a8xh8"))


# --- return games -------------------------------------------------------------------------------------------


def test_equal_kings_bring_return_games_with_colours_swapped_until_one_is_won(sit: Sit) -> None:
    table = sit("mikolajki-2023")
    colours = [("Anna", "Piotr")]
    for _ in range(2):
        events = [*table.say("white", "/draw"), *table.say("black", "/draw accept")]
        assert table.announced is not None
        assert "rewanż ze zmianą kolorów (Z17)" in table.announced["text"]
        before, table.players = table.code, {**table.players, **swapped(table.players)}
        table.seat([event for event in events if not event["text"].startswith(f"{before}:")])
        assert table.code != before
        white, black = (table.players[color][1] for color in ("white", "black"))
        assert f"{white} (białe) – {black} (czarne)" in table.board["text"]
        colours.append((white, black))
    assert colours == [("Anna", "Piotr"), ("Piotr", "Anna"), ("Anna", "Piotr")]
    play(table, "mikolajki-2023", "more kings")
    table.say("black", "/draw")
    last = table.say("white", "/draw accept")
    assert "rewanż" not in words(last)
    assert table.console.advance("PT1H") == []


def swapped(players: dict[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    return {"white": players["black"], "black": players["white"]}
