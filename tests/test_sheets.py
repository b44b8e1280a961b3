"""Sheets are values: a reply holds them, the outbox stores them, a language puts them into words."""

from __future__ import annotations

import pytest

from bot.replies import File, Picture, Reply, Said, Verbatim, decode_reply, encode_reply, said
from bot.sheets import (
    DIPLOMA,
    BracketImage,
    BracketMatch,
    BracketRound,
    BracketSide,
    CrossCell,
    CrossRow,
    CrosstableImage,
    Diploma,
    Diplomas,
    TableColumn,
    TableImage,
    TableRow,
    in_words,
    shown,
)

TABLE = TableImage(
    said("title", name="Grodziec"),
    (TableColumn(said("place"), "rank"), TableColumn("Anna", align="right")),
    (TableRow(("1", said("bye")), "out", is_level=True),),
)
CROSS = CrosstableImage("Tabela", ("1",), (CrossRow("1", "Anna", (None, CrossCell("1", "won")), ("1",)),))
BRACKET = BracketImage(
    "Drabinka",
    (BracketRound("Finał", (BracketMatch((BracketSide(1, "Anna", "2", True),), said("bye")),)),),
)
SHEETS = Diplomas("dyplomy.pdf", (Diploma("Anna", 1, "Turniej", said("award", place=1)),))


@pytest.mark.parametrize("picture", [TABLE, CROSS, BRACKET])
def test_a_picture_is_stored_and_read_as_it_was(picture: Picture) -> None:
    reply = Reply((Verbatim("x"),), picture)
    assert decode_reply(encode_reply(reply)) == reply


@pytest.mark.parametrize("document", [SHEETS])
def test_a_document_is_stored_and_read_as_it_was(document: File) -> None:
    reply = Reply((Verbatim("x"),), document=document)
    assert decode_reply(encode_reply(reply)) == reply


def test_everything_that_is_to_be_said_is_put_into_words() -> None:
    def say(what: Said) -> str:
        return f"<{what.key}>"

    table = in_words(TABLE, say)
    assert (table.title, table.columns[0].header, table.rows[0].cells) == (
        "<title>",
        "<place>",
        ("1", "<bye>"),
    )
    assert table.rows[0].is_level
    assert in_words(CROSS, say) == CROSS
    assert in_words(SHEETS, say).sheets[0].award == "<award>"
    assert in_words(SHEETS, say).sheets[0].heading == f"<{DIPLOMA.key}>"


def test_what_nobody_put_into_words_shows_its_key() -> None:
    assert (shown("Anna"), shown(said("bye"))) == ("Anna", "bye")
