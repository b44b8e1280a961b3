"""Names of people who do not exist, for events that never took place."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

_FIRST: dict[str, str] = {
    "pl": "Anna Piotr Zofia Jan Maja Łukasz Ewa Stanisław Hanna Michał Julia Kacper Lena Świętosław Oliwia "
    "Wojciech Róża Franciszek Iga Bartłomiej",
    "uk": "Марія Андрій Софія Богдан Соломія Олег Дарина Максим Ганна Юрій Зоряна Тарас Єва Назар Леся "
    "Ярослав Ірина Гліб Віра Ївга",
    "gl": "Uxía Brais Sabela Antón Noa Xurxo Iria Martiño Antía Breixo Carme Roi Lúa Paio Aldara Xián Icía "
    "Eloi Rosalía Mauro",
    "en": "Alice Peter Grace Henry Ruby Oscar Edith George Ivy Walter Nora Hugo Clara Felix Mabel Arthur "
    "Rose Leo Daisy Max",
}
_INITIALS: dict[str, str] = {"uk": "АБВГДКЛМНОПРСТ"}


def names_for(language: str) -> Iterator[str]:
    """Given names with an initial, never the same twice."""
    first = _FIRST.get(language, _FIRST["en"]).split()
    initials = _INITIALS.get(language, "ABCDEGKLMNOPRST")
    for number in count():
        name, turn = first[number % len(first)], number // len(first)
        again = turn // len(initials)
        yield f"{name} {initials[(turn + number) % len(initials)]}{again + 1 if again else ''}"
