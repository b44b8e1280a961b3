"""How much the database is asked: what a move costs must not grow."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Engine, event

from tests.commands.room import Room

MOST = 5
"""input id, the person's games here, the entry, the row, the message"""


@contextmanager
def statements() -> Iterator[list[str]]:
    """The statements that any engine runs meanwhile."""
    seen: list[str] = []

    def note(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if not statement.startswith("BEGIN"):
            seen.append(statement)

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield seen
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def cost(room: Room, user: str, text: str = "", **more: Any) -> list[str]:
    """What it costs that somebody says or presses something, the sending apart."""
    with statements() as seen:
        await room.dispatcher.handle(room.input(user, text, update=f"{user}{text}{more}", **more))
        spent = list(seen)
    await room.hear()
    return spent


@pytest.mark.parametrize("clock", ["none", "10+5", "2d"])
async def test_a_move_costs_at_most_five_statements(room: Room, clock: str) -> None:
    await room.begin("grodziec-2017", clock)
    for user, move in (("anna", "c3-d4"), ("piotr", "f6-g5"), ("anna", "b2-c3"), ("piotr", "g7-f6")):
        spent = await cost(room, user, move)
        assert len(spent) <= MOST, spent


async def test_a_move_by_button_costs_no_more(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    board = await room.board(code)
    assert len(await cost(room, "anna", press=board.button("piece", "c3"))) <= 3
    spent = await cost(room, "anna", press=f"play:{code}:{(await room.game(code)).version}:0")
    assert (await room.game(code)).game.ply == 1
    assert len(spent) <= MOST, spent


async def test_a_move_that_answers_a_board_costs_no_more(room: Room) -> None:
    code = await room.begin("grodziec-2017")
    board = await room.board(code)
    spent = await cost(room, "anna", "c3-d4", reply_to=board.id)
    assert (await room.game(code)).game.ply == 1
    assert len(spent) <= MOST, spent


async def test_a_move_costs_the_same_late_in_a_game(room: Room) -> None:
    await room.set_up("pzwarc-64", "W:WKc1,a3:BKh2,b8")
    for _ in range(8):
        await room.play("c1-d2", "h2-g1", "d2-c1", "g1-h2")
    assert len(await cost(room, "anna", "c1-d2")) <= MOST


@pytest.mark.parametrize("text", ["12-10", "hello there", "remis?", "see you at 12:30"])
async def test_conversation_costs_next_to_nothing(room: Room, text: str) -> None:
    await room.begin("grodziec-2017")
    assert len(await cost(room, "anna", text)) <= 2
    assert len(await cost(room, "ola", text)) <= 10
    assert len(await cost(room, "ola", text + "!")) <= 2
