"""Parameters of a game, and the games by name."""

from dataclasses import fields, replace

import pytest

from rules.draughts import Draughts
from rules.presets import NAMES, PRESETS, changed, game_type
from rules.variant import Variant


@pytest.mark.parametrize("name", [*NAMES, "slidy:orthogonal", "slidy:diagonal", "slidy:adjacent"])
def test_a_game_is_found_by_its_name_and_made_once(name: str) -> None:
    game = game_type(name)
    assert game is game_type(name)
    assert game_type(game.name) == game
    position = game.initial_position()
    assert position.legal_moves()
    assert game.parse_fen(game.format_fen(position)) == position


@pytest.mark.parametrize("name", ["", "chess", "Brazilian", "brazilian:huff", "slidy:", "slidy:none"])
def test_no_other_name_is_a_game(name: str) -> None:
    with pytest.raises(KeyError):
        game_type(name)


def test_no_parameter_has_a_default() -> None:
    with pytest.raises(TypeError, match=f"missing {len(fields(Variant))} required"):
        Variant()  # type: ignore[call-arg]


@pytest.mark.parametrize(
    "change",
    [
        {"size": 9},
        {"size": 14},
        {"playable": "all"},
        {"rows_of_men": 0},
        {"rows_of_men": 4},
        {"capture_sign": "*"},
        {"king_moves_in_a_row": 0},
    ],
)
def test_contradictory_parameters_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r".+"):
        replace(PRESETS["brazilian"], **change)  # type: ignore[arg-type]


def test_every_preset_goes_by_its_own_name_and_pdn_number() -> None:
    assert {name: variant.name for name, variant in PRESETS.items()} == {name: name for name in PRESETS}
    assert len({variant.pdn_game_type for variant in PRESETS.values()}) == len(PRESETS)


@pytest.mark.parametrize(
    "values",
    [
        {"size": 10, "rows_of_men": 4, "notation": "numeric"},
        {"playable": "h1", "numbering": "bottom-right"},
        {"missed_capture": "huff"},
        {"capture_priority": ["most-pieces", "most-kings"], "mid_capture": "becomes-king"},
    ],
)
def test_a_changed_game_is_found_again_by_its_name(values: dict[str, object]) -> None:
    variant = changed("brazilian", values)
    found = game_type(variant.name)
    assert isinstance(found, Draughts)
    assert found.variant == variant
    assert found is game_type(variant.name)
    assert changed("brazilian", {"size": 8}) == PRESETS["brazilian"]


@pytest.mark.parametrize(
    "name", ["brazilian {", 'brazilian {"size":9}', 'brazilian {"colour":1}', "brazilian 3"]
)
def test_a_name_that_tells_nothing_playable_is_no_game(name: str) -> None:
    with pytest.raises(KeyError):
        game_type(name)
