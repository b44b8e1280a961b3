"""Replies become messages that a chat can show: split, with fewer buttons, never without words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chats.console import CAPABILITIES
from bot.render import Renderer, fit_buttons, split_text
from bot.replies import Animation, BoardImage, Button, Diplomas, Document, Reply, Verbatim, said
from bot.sheets import Diploma, TableColumn, TableImage, TableRow
from bot.texts import Catalogues

START = "W:Wa3,c3,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,b6,d6,f6,h6"
SMALL = replace(CAPABILITIES, longest_text=40, longest_caption=20, buttons_in_a_row=2, rows_of_buttons=2)


@pytest.fixture(scope="module")
def renderer() -> Iterator[Renderer]:
    """One for all tests: its worker process takes a moment to start."""
    renderer = Renderer(Catalogues.load())
    yield renderer
    renderer.close()


@pytest.mark.parametrize(
    ("text", "first", "longest", "parts"),
    [
        ("short", 10, 10, ["short"]),
        ("", 10, 10, [""]),
        ("one line\nanother", 10, 10, ["one line", "another"]),
        ("one two three", 9, 9, ["one two", "three"]),
        ("x" * 25, 10, 10, ["x" * 10, "x" * 10, "x" * 5]),
        ("one two three four", 4, 12, ["one", "two three", "four"]),
        ("0123456789\nend", 10, 10, ["0123456789", "end"]),
    ],
)
def test_a_text_is_split_at_lines_then_words(text: str, first: int, longest: int, parts: list[str]) -> None:
    assert split_text(text, first, longest) == parts


@given(st.text(alphabet="ab \n", max_size=200), st.integers(1, 30), st.integers(1, 30))
def test_no_part_is_too_long_and_no_letter_is_lost(text: str, first: int, longest: int) -> None:
    head, *rest = split_text(text, first, longest)
    assert len(head) <= first
    assert all(len(part) <= longest for part in rest)
    assert "".join([head, *rest]).replace(" ", "").replace("\n", "") == text.replace(" ", "").replace(
        "\n", ""
    )


@given(st.lists(st.integers(1, 6), max_size=6), st.integers(0, 4), st.integers(0, 4))
def test_buttons_fit_or_are_left_over_in_order(widths: list[int], width: int, height: int) -> None:
    numbers = iter(range(100))
    rows = [[Button(str(next(numbers)), "x") for _ in range(count)] for count in widths]
    shown, left_over = fit_buttons(
        rows, replace(CAPABILITIES, buttons_in_a_row=width, rows_of_buttons=height)
    )
    assert len(shown) <= height
    assert all(len(row) <= width for row in shown)
    assert [b for row in shown for b in row] + left_over == [b for row in rows for b in row]


async def test_lines_are_said_in_the_language_of_the_reply(renderer: Renderer) -> None:
    reply = Reply((said("yes"), Verbatim("1. c3-d4")), language="pl")
    (message,) = await renderer.render(reply, CAPABILITIES)
    assert message.text == "tak\n1. c3-d4"


async def test_a_board_comes_as_a_picture_with_an_alternative_text(renderer: Renderer) -> None:
    reply = Reply((said("yes"),), picture=BoardImage("brazilian", START), language="pl")
    (message,) = await renderer.render(reply, CAPABILITIES)
    assert message.image is not None
    assert message.image.content.startswith(b"\x89PNG")
    assert message.alt is not None
    assert "c3" in message.alt
    assert "|" not in message.text


async def test_a_chat_without_pictures_gets_the_board_in_characters(renderer: Renderer) -> None:
    reply = Reply((said("yes"),), picture=BoardImage("brazilian", START))
    (message,) = await renderer.render(reply, replace(CAPABILITIES, text_boards=True))
    assert message.text.count("\n") > 8


async def test_a_long_reply_has_its_picture_first_and_its_buttons_last(renderer: Renderer) -> None:
    reply = Reply((Verbatim("word " * 20),), BoardImage("brazilian", START), buttons=((Button("ok", "d"),),))
    messages = await renderer.render(reply, SMALL)
    assert [message.image is not None for message in messages] == [True] + [False] * (len(messages) - 1)
    assert [len(message.buttons) for message in messages] == [0] * (len(messages) - 1) + [1]
    assert len(messages[0].text) <= 20


async def test_buttons_that_find_no_place_are_told_as_words(renderer: Renderer) -> None:
    buttons = (tuple(Button(name, name) for name in "abcdef"),)
    (message,) = await renderer.render(
        Reply((said("yes"),), buttons=buttons), replace(SMALL, longest_text=99)
    )
    assert [[label for label, _ in row] for row in message.buttons] == [["a", "b"], ["c", "d"]]
    assert message.text.endswith("You can also write: e or f.")


async def test_a_picture_that_cannot_be_drawn_costs_only_itself(
    renderer: Renderer, caplog: pytest.LogCaptureFixture
) -> None:
    (message,) = await renderer.render(
        Reply((said("yes"),), BoardImage("brazilian", "nonsense")), CAPABILITIES
    )
    assert (message.text, message.image, message.alt) == ("yes", None, None)
    assert "could not be drawn" in caplog.text


async def test_a_file_is_handed_over_or_said_to_be_too_large(renderer: Renderer) -> None:
    reply = Reply((said("yes"),), document=Document("G7R2.pdn", "1. c3-d4 ż"))
    (message,) = await renderer.render(reply, CAPABILITIES)
    assert message.file is not None
    assert (message.file.name, message.file.content) == ("G7R2.pdn", "1. c3-d4 ż".encode())
    (message,) = await renderer.render(reply, replace(CAPABILITIES, largest_file=5))
    assert message.file is None
    assert "G7R2.pdn" in message.text


async def test_an_animation_is_made_in_a_process_of_its_own(renderer: Renderer) -> None:
    animation = Animation("brazilian", START, ("c3-d4", "b6-a5"))
    try:
        (message,) = await renderer.render(Reply((said("yes"),), animation), CAPABILITIES)
    finally:
        renderer.close()
    assert message.image is not None
    assert message.image.content.startswith(b"GIF8")


def table(rows: int) -> TableImage:
    row = TableRow(("1", "Anna Nowak"))
    return TableImage(said("yes"), (TableColumn("", "rank"), TableColumn("", "name")), (row,) * rows)


async def test_a_short_table_is_one_picture_with_its_text_beside_it(renderer: Renderer) -> None:
    (message,) = await renderer.render(Reply((Verbatim("x"),), table(2), language="pl"), CAPABILITIES)
    assert message.image is not None
    assert message.image.name == "table.png"
    assert message.image.content.startswith(b"\x89PNG")
    assert message.alt == "tak\n1. Anna Nowak\n1. Anna Nowak"
    assert message.file is None


async def test_a_chat_without_pictures_gets_the_table_in_characters(renderer: Renderer) -> None:
    (message,) = await renderer.render(
        Reply((Verbatim("x"),), table(1)), replace(CAPABILITIES, text_boards=True)
    )
    assert message.text == "x\nyes\n1  Anna Nowak"


async def test_further_pages_have_messages_of_their_own_and_the_last_the_buttons(renderer: Renderer) -> None:
    reply = Reply((Verbatim("x"),), table(50), buttons=((Button("ok", "d"),),), language="pl")
    messages = await renderer.render(reply, CAPABILITIES)
    assert [message.text for message in messages] == ["x", "tak (2/3)", "tak (3/3)"]
    assert [message.image.name for message in messages if message.image] == [
        "table-1.png",
        "table-2.png",
        "table-3.png",
    ]
    assert [len(message.buttons) for message in messages] == [0, 0, 1]


async def test_a_very_long_table_is_its_first_page_and_a_document(renderer: Renderer) -> None:
    (message,) = await renderer.render(Reply((Verbatim("x"),), table(200)), CAPABILITIES)
    assert message.image is not None
    assert message.file is not None
    assert (message.file.name, message.file.mime) == ("table.pdf", "application/pdf")
    assert message.file.content.startswith(b"%PDF-")


async def test_where_a_message_holds_one_thing_the_document_has_its_own(renderer: Renderer) -> None:
    reply = Reply((Verbatim("x"),), table(200), buttons=((Button("ok", "d"),),), language="pl")
    first, second = await renderer.render(reply, replace(CAPABILITIES, one_attachment=True))
    assert (first.text, first.file, first.buttons) == ("x", None, ())
    assert first.image is not None
    assert (second.text, second.image, second.buttons) == ("tak", None, ((("ok", "d"),),))
    assert second.file is not None
    assert second.file.name == "table.pdf"


async def test_diplomas_are_printed_in_the_language_of_the_reply(renderer: Renderer) -> None:
    sheets = (Diploma("Anna Nowak", 1, "Turniej", said("yes"), language="pl"),)
    (message,) = await renderer.render(
        Reply((Verbatim("x"),), document=Diplomas("dyplomy.pdf", sheets), language="pl"), CAPABILITIES
    )
    assert message.file is not None
    assert (message.file.name, message.file.mime) == ("dyplomy.pdf", "application/pdf")
    assert message.file.content.startswith(b"%PDF-")


async def test_a_document_that_cannot_be_made_is_told(
    renderer: Renderer, caplog: pytest.LogCaptureFixture
) -> None:
    (message,) = await renderer.render(
        Reply((Verbatim("x"),), document=Diplomas("dyplomy.pdf", ())), CAPABILITIES
    )
    assert message.text == "x\nThe file dyplomy.pdf could not be made."
    assert message.file is None
    assert "could not be made" in caplog.text
