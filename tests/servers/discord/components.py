"""What components may be: rows with buttons and menus, layouts, and the forms of modals."""

from __future__ import annotations

import re
from typing import Any

from tests.servers.discord.forms import ABSENT, Form, Path

ROW, BUTTON, SELECT, TEXT_INPUT = 1, 2, 3, 4
ENTITY_SELECTS = (5, 6, 7, 8)
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR = 9, 10, 11, 12, 13, 14
CONTAINER, LABEL, FILE_UPLOAD = 17, 18, 19
LINK, PREMIUM = 5, 6

LAYOUT = {ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR, CONTAINER}
IN_CONTAINER = LAYOUT - {CONTAINER}
IN_MODAL_LABEL = {SELECT, TEXT_INPUT, *ENTITY_SELECTS, FILE_UPLOAD}

MOST_COMPONENTS = 40
MOST_TEXT = 4000
URL = re.compile(r"(https?|discord)://\S+")
MEDIA = re.compile(r"(https?|attachment)://\S+")


class Components:
    """Checks one message's or modal's components: ids are unique, counts are kept."""

    def __init__(self, form: Form) -> None:
        self._form = form
        self._custom_ids: set[str] = set()
        self._count = 0
        self._text = 0
        self.files: list[tuple[str, Path]] = []
        """names of attachments that components show, and where"""

    def message(self, data: dict[str, Any], *, is_layout: bool) -> None:
        """`components` of a message, in rows or, with the flag for it, in layouts."""
        form = self._form
        path: Path = ("components",)
        for index, component in form.objects(data, "components", most=MOST_COMPONENTS if is_layout else 5):
            self._one(component, (*path, index), LAYOUT if is_layout else {ROW})
        if self._count > MOST_COMPONENTS:
            form.refuse(path, "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_COMPONENTS} or fewer in length.")
        if self._text > MOST_TEXT:
            form.refuse(
                path,
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"Displayable text exceeds maximum size of {MOST_TEXT}",
            )

    def modal(self, data: dict[str, Any]) -> None:
        form = self._form
        path: Path = ("data",)
        form.text(data, "custom_id", path, least=1, most=100, required=True)
        form.text(data, "title", path, least=1, most=45, required=True)
        for index, component in form.objects(data, "components", path, least=1, most=5, required=True):
            where: Path = (*path, "components", index)
            kind = self._kind(component, where, {ROW, LABEL, TEXT_DISPLAY})
            if kind == ROW:
                children = form.objects(component, "components", where, least=1, most=1, required=True)
                for number, child in children:
                    if self._kind(child, (*where, "components", number), {TEXT_INPUT}) is not None:
                        self._text_input(child, (*where, "components", number), needs_label=True)
            elif kind == LABEL:
                self._label(component, where)
            elif kind == TEXT_DISPLAY:
                self._display(component, where)

    def _kind(self, component: dict[str, Any], path: Path, allowed: set[int]) -> int | None:
        kind = self._form.integer(component, "type", path, one_of=allowed, required=True)
        return kind if kind in allowed else None

    def _one(self, component: dict[str, Any], path: Path, allowed: set[int]) -> None:
        kind = self._kind(component, path, allowed)
        self._count += 1
        if kind == ROW:
            self._row(component, path)
        elif kind == SECTION:
            for index, child in self._form.objects(
                component, "components", path, least=1, most=3, required=True
            ):
                self._one(child, (*path, "components", index), {TEXT_DISPLAY})
            accessory = self._form.mapping(component, "accessory", path, required=True)
            if isinstance(accessory, dict):
                self._one(accessory, (*path, "accessory"), {BUTTON, THUMBNAIL})
        elif kind == TEXT_DISPLAY:
            self._display(component, path)
        elif kind == THUMBNAIL:
            self._medium(component, "media", path)
        elif kind == GALLERY:
            for index, item in self._form.objects(component, "items", path, least=1, most=10, required=True):
                self._medium(item, "media", (*path, "items", index))
        elif kind == FILE:
            self._medium(component, "file", path)
        elif kind == SEPARATOR:
            self._form.flag(component, "divider", path)
            self._form.integer(component, "spacing", path, one_of={1, 2})
        elif kind == CONTAINER:
            self._form.integer(component, "accent_color", path, least=0, most=0xFFFFFF)
            children = self._form.objects(
                component, "components", path, least=1, most=MOST_COMPONENTS, required=True
            )
            for index, child in children:
                self._one(child, (*path, "components", index), IN_CONTAINER)
        elif kind == BUTTON:
            self._button(component, path)

    def _row(self, row: dict[str, Any], path: Path) -> None:
        children = self._form.objects(row, "components", path, least=1, most=5, required=True)
        kinds = []
        for index, child in children:
            where: Path = (*path, "components", index)
            kind = self._kind(child, where, {BUTTON, SELECT, *ENTITY_SELECTS})
            self._count += 1
            kinds.append(kind)
            if kind == BUTTON:
                self._button(child, where)
            elif kind is not None:
                self._menu(child, where)
        if any(kind != BUTTON for kind in kinds) and len(kinds) > 1:
            message = "The specified component exceeds the maximum width"
            self._form.refuse((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)

    def _custom_id(self, component: dict[str, Any], path: Path) -> None:
        value = self._form.text(component, "custom_id", path, least=1, most=100, required=True)
        if not isinstance(value, str):
            return
        if value in self._custom_ids:
            message = "Component custom id cannot be duplicated"
            self._form.refuse((*path, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", message)
        self._custom_ids.add(value)

    def _button(self, button: dict[str, Any], path: Path) -> None:
        form = self._form
        style = form.integer(button, "style", path, one_of=range(1, 7), required=True)
        label = form.text(button, "label", path, most=80)
        form.flag(button, "disabled", path)
        self._emoji(button, path)
        if style == PREMIUM:
            return
        if not (isinstance(label, str) and label) and not button.get("emoji"):
            form.refuse(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A label or an emoji is required")
        if style == LINK:
            form.text(button, "url", path, least=1, most=512, required=True, pattern=URL)
            if button.get("custom_id") is not None:
                message = "A custom id and url cannot both be specified"
                form.refuse(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message)
            return
        self._custom_id(button, path)
        if button.get("url") is not None:
            message = "A custom id and url cannot both be specified"
            form.refuse(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message)

    def _emoji(self, holder: dict[str, Any], path: Path) -> None:
        emoji = self._form.mapping(holder, "emoji", path)
        if isinstance(emoji, dict) and not emoji.get("id"):
            name = self._form.text(emoji, "name", (*path, "emoji"), least=1, most=32, required=True)
            if isinstance(name, str) and name.isascii() and name:
                self._form.refuse((*path, "emoji"), "COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def _menu(self, menu: dict[str, Any], path: Path, *, in_modal: bool = False) -> None:
        form = self._form
        self._custom_id(menu, path)
        form.text(menu, "placeholder", path, most=150)
        least = form.integer(menu, "min_values", path, least=0, most=25)
        most = form.integer(menu, "max_values", path, least=1, most=25)
        disabled = form.flag(menu, "disabled", path)
        if in_modal and disabled is True:
            form.refuse(
                (*path, "disabled"), "COMPONENT_DISABLED_IN_MODAL", "Components in modals cannot be disabled"
            )
        low, high = (least if isinstance(least, int) else 1), (most if isinstance(most, int) else 1)
        if menu["type"] == SELECT:
            self._options(menu, path, low, high)
        elif low > high:
            form.refuse(
                (*path, "min_values"), "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}."
            )

    def _options(self, menu: dict[str, Any], path: Path, low: int, high: int) -> None:
        form = self._form
        seen: set[str] = set()
        options = form.objects(menu, "options", path, least=1, most=25, required=True)
        chosen = 0
        for index, option in options:
            where: Path = (*path, "options", index)
            form.text(option, "label", where, least=1, most=100, required=True)
            value = form.text(option, "value", where, least=1, most=100, required=True)
            form.text(option, "description", where, most=100)
            chosen += form.flag(option, "default", where) is True
            self._emoji(option, where)
            if isinstance(value, str) and value in seen:
                message = "The specified option value is already used"
                form.refuse((*where, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
            seen.add(value)
        if options and (low > high or high > len(options)):
            message = f"The specified values exceed the number of options ({len(options)})"
            form.refuse((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_TOO_HIGH", message)
        if chosen > high:
            form.refuse(
                (*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", "Too many options are chosen"
            )

    def _label(self, label: dict[str, Any], path: Path) -> None:
        form = self._form
        form.text(label, "label", path, least=1, most=45, required=True)
        form.text(label, "description", path, most=100)
        child = form.mapping(label, "component", path, required=True)
        if not isinstance(child, dict):
            return
        where: Path = (*path, "component")
        kind = self._kind(child, where, IN_MODAL_LABEL)
        if kind == TEXT_INPUT:
            self._text_input(child, where, needs_label=False)
        elif kind == FILE_UPLOAD:
            self._custom_id(child, where)
        elif kind is not None:
            self._menu(child, where, in_modal=True)

    def _text_input(self, field: dict[str, Any], path: Path, *, needs_label: bool) -> None:
        form = self._form
        self._custom_id(field, path)
        form.integer(field, "style", path, one_of={1, 2}, required=True)
        form.text(field, "label", path, least=1 if needs_label else 0, most=45, required=needs_label)
        low = form.integer(field, "min_length", path, least=0, most=4000)
        high = form.integer(field, "max_length", path, least=1, most=4000)
        form.flag(field, "required", path)
        value = form.text(field, "value", path, most=4000)
        form.text(field, "placeholder", path, most=100)
        if isinstance(low, int) and isinstance(high, int) and low > high:
            form.refuse(
                (*path, "min_length"), "NUMBER_TYPE_MAX", f"int value should be less than or equal to {high}."
            )
        if isinstance(value, str) and isinstance(high, int) and len(value) > high:
            form.refuse((*path, "value"), "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")

    def _display(self, component: dict[str, Any], path: Path) -> None:
        content = self._form.text(component, "content", path, least=1, most=MOST_TEXT, required=True)
        if content is not ABSENT:
            self._text += len(content)

    def _medium(self, holder: dict[str, Any], key: str, path: Path) -> None:
        medium = self._form.mapping(holder, key, path, required=True)
        self._form.text(holder, "description", path, most=1024)
        if isinstance(medium, dict):
            where: Path = (*path, key)
            url = self._form.text(medium, "url", where, least=1, most=2048, required=True, pattern=MEDIA)
            if isinstance(url, str) and url.startswith("attachment://"):
                self.files.append((url.removeprefix("attachment://"), where))
