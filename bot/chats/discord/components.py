"""Buttons, menus and forms. What each of them means stands in its id, so that nothing depends on memory.

An id names what it is, whether it belongs to what only one person reads, and what is pressed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

import discord
from discord import ui

Buttons = Sequence[Sequence[tuple[str, str]]]
"""rows of (label, data)"""
Interaction = discord.Interaction[Any]

WIDEST_ROW = 5
MOST_ROWS = 5
LONGEST_MENU = 25
LONGEST_LABEL = 80
LONGEST_OPTION = 100
LONGEST_ID = 100
LONGEST_TITLE = 45
LONGEST_ANSWER = 1000

PRIVATE = "@"
_ANSWER_FIELD = "answer"


class Press(ui.DynamicItem[ui.Button[Any]], template=r"press(?P<private>@?)(?P<at>\d+):(?P<data>.+)"):
    """A button: pressing it says ``data``."""

    def __init__(self, button: ui.Button[Any], data: str, is_private: bool) -> None:
        super().__init__(button)
        self._data = data
        self._is_private = is_private

    @classmethod
    def make(cls, at: int, row: int, label: str, data: str, is_private: bool) -> Press:
        """The button number ``at`` of its message."""
        custom_id = f"press{PRIVATE * is_private}{at}:{data}"
        button: ui.Button[Any] = ui.Button(label=_short(label, LONGEST_LABEL), custom_id=custom_id, row=row)
        return cls(button, data, is_private)

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Press:
        assert isinstance(item, ui.Button)  # noqa: S101 (Discord sends the id with its component)
        return cls(item, match["data"], bool(match["private"]))

    async def callback(self, interaction: Interaction) -> None:
        await interaction.client.pressed(interaction, self._data, self._is_private)


class Menu(ui.DynamicItem[ui.Select[Any]], template=r"menu(?P<private>@?)(?P<at>\d+)"):
    """A list to choose from, where there are too many buttons: choosing is the same as pressing."""

    def __init__(self, select: ui.Select[Any], is_private: bool) -> None:
        super().__init__(select)
        self._is_private = is_private

    @classmethod
    def make(cls, row: int, choices: Sequence[tuple[str, str]], is_private: bool) -> Menu:
        """The menu in the row ``row`` of its message."""
        options = [
            discord.SelectOption(label=_short(label, LONGEST_OPTION), value=data)
            for data, label in {data: label for label, data in choices}.items()
        ]
        first, last = options[0].label, options[-1].label
        hint = _short(first if first == last else f"{first} … {last}", LONGEST_OPTION)
        custom_id = f"menu{PRIVATE * is_private}{row}"
        return cls(ui.Select(custom_id=custom_id, options=options, placeholder=hint, row=row), is_private)

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Menu:
        assert isinstance(item, ui.Select)  # noqa: S101 (Discord sends the id with its component)
        return cls(item, bool(match["private"]))

    async def callback(self, interaction: Interaction) -> None:
        chosen: Any = interaction.data
        await interaction.client.pressed(interaction, chosen["values"][0], self._is_private)


class Answer(ui.DynamicItem[ui.Button[Any]], template=r"ask(?P<private>@?):(?P<asks>.+)"):
    """A button that opens the form for a written answer."""

    def __init__(self, button: ui.Button[Any], asks: str, is_private: bool) -> None:
        super().__init__(button)
        self._asks = asks
        self._is_private = is_private

    @classmethod
    def make(cls, row: int, label: str, asks: str, is_private: bool) -> Answer:
        """The button below a question; ``asks`` says in a few words what is to be written."""
        custom_id = _short(f"ask{PRIVATE * is_private}:{asks}", LONGEST_ID)
        style = discord.ButtonStyle.primary
        button: ui.Button[Any] = ui.Button(
            label=_short(label, LONGEST_LABEL), style=style, custom_id=custom_id, row=row
        )
        return cls(button, asks, is_private)

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Answer:
        assert isinstance(item, ui.Button)  # noqa: S101 (Discord sends the id with its component)
        return cls(item, match["asks"], bool(match["private"]))

    async def callback(self, interaction: Interaction) -> None:
        await interaction.response.send_modal(Form(self._asks, self._is_private))


class Form(ui.Modal):
    """One field for a written answer. What is sent off arrives as an interaction of its own."""

    template: ClassVar = re.compile(r"form(?P<private>@?)")

    def __init__(self, asks: str, is_private: bool) -> None:
        super().__init__(title=_short(asks, LONGEST_TITLE), custom_id=f"form{PRIVATE * is_private}")
        field: ui.TextInput[Any] = ui.TextInput(custom_id=_ANSWER_FIELD, max_length=LONGEST_ANSWER)
        explained = asks if len(asks) > LONGEST_TITLE else None
        self.add_item(ui.Label(text=_short(asks, LONGEST_TITLE), description=explained, component=field))


def answer_in(data: Any) -> str:
    """What was written into a form, from the data of the interaction that brings it."""
    for component in data.get("components", ()):
        inner = component.get("component") or component
        if inner.get("custom_id") == _ANSWER_FIELD:
            return str(inner.get("value", ""))
        if found := answer_in(inner):
            return found
    return ""


def make_view(buttons: Buttons, *, is_private: bool, asks: str | None, answer: str) -> ui.View | None:
    """All that can be pressed below a message, or None where there is nothing.

    ``asks`` is what a written answer is wanted for, and ``answer`` the label of the button to give it.
    """
    rows = arrange(buttons, MOST_ROWS - bool(asks))
    if not rows and not asks:
        return None
    view = ui.View(timeout=None)
    at = 0
    for number, row in enumerate(rows):
        if len(row) > WIDEST_ROW:
            view.add_item(Menu.make(number, row, is_private))
            continue
        for label, data in row:
            view.add_item(Press.make(at, number, label, data, is_private))
            at += 1
    if asks:
        view.add_item(Answer.make(len(rows), answer, asks, is_private))
    view.stop()  # nothing is kept of it: a press finds its class by the id
    return view


def arrange(buttons: Buttons, most_rows: int) -> list[list[tuple[str, str]]]:
    """The rows as Discord can show them; one of more than five stands for a menu.

    Rows that are too wide are folded. Where that makes too many, all but the last become menus, which so
    stays in sight: there stands what is always to be done. What finds no place at all is left out.
    """
    rows = [list(row) for row in buttons if row]
    folded = [row[at : at + WIDEST_ROW] for row in rows for at in range(0, len(row), WIDEST_ROW)]
    if len(folded) <= most_rows:
        return folded
    kept = [rows.pop()] if len(rows) > 1 and len(rows[-1]) <= WIDEST_ROW else []
    every = [button for row in rows for button in row]
    menus = [every[at : at + LONGEST_MENU] for at in range(0, len(every), LONGEST_MENU)]
    return menus[: most_rows - len(kept)] + kept


def _short(text: str, longest: int) -> str:
    shown = " ".join(text.split()) or "…"
    return shown if len(shown) <= longest else f"{shown[: longest - 1]}…"
