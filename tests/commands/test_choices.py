"""What is offered while somebody is typing."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from pathlib import Path

import pytest

from bot.commands.choices import MOST
from bot.commands.declaration import Kind
from bot.commands.registry import COMMANDS
from rules.huff import accepted_moves
from rules.position import DraughtsPosition
from tests.commands.room import TEXTS, Room
from tests.tournament_chat.hall import Hall, open_hall


async def offered(
    room: Room,
    user: str,
    command: str,
    parameter: str,
    typed: str = "",
    others: Mapping[str, str] | None = None,
    chat: str = "lib",
    roles: tuple[str, ...] = (),
) -> list[str]:
    """The values that are offered, in their order."""
    heard = room.input(user, f"/{command}", typed=others, chat=chat, roles=roles)
    _, found = await room.dispatcher.choices(heard, command, parameter, typed)
    assert len(found) <= MOST
    return [value for _, value in found]


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


async def test_the_moves_of_whoever_is_on_turn(room: Room) -> None:
    await room.begin("pzwarc-64")
    game = (await room.games())[-1].game
    legal = [game.rules.game_type.format_move(game.position, m) for m in game.position.legal_moves()]
    assert sorted(await offered(room, "anna", "move", "move")) == sorted(legal)
    assert await offered(room, "piotr", "move", "move") == []
    assert await offered(room, "ola", "move", "move") == []
    origin = legal[0].split("-")[0]
    begun = [move for move in legal if move.startswith(f"{origin}-")]
    assert sorted(await offered(room, "anna", "move", "move", f"{origin}-")) == sorted(begun)
    assert await offered(room, "anna", "move", "move", legal[0].replace("-", " ")) == [legal[0]]


async def test_under_huffing_every_accepted_move_and_no_mark(room: Room) -> None:
    await room.set_up("grodziec-2017", "W:Wc3,a1:Bd4,h8")
    game = (await room.games())[-1].game
    assert isinstance(game.position, DraughtsPosition)
    assert not game.rules.hints
    accepted = {game.rules.game_type.format_move(game.position, m) for m in accepted_moves(game.position)}
    found = await offered(room, "anna", "move", "move")
    assert set(found) == accepted
    assert len(found) > len(game.position.legal_moves())


async def test_games_that_can_be_meant(room: Room) -> None:
    first = await room.begin("riazor")
    await room.say("ola", "/play riazor")
    second = (await room.games())[-1].code
    assert await offered(room, "anna", "resign", "game") == [first]
    assert await offered(room, "ola", "resign", "game") == []
    assert await offered(room, "ola", "board", "game") == [first]
    assert await offered(room, "anna", "accept", "game") == [second]
    assert await offered(room, "anna", "board", "game", "PIO") == [first]


async def test_words_in_the_language_of_whoever_types(room: Room) -> None:
    await room.say("anna", "/language pl", chat="@anna")
    heard = room.input("anna", "/play")
    language, everything = await room.dispatcher.choices(heard, "play", "regulation", "")
    assert language == "pl"
    assert {value for _, value in everything} >= {"riazor", "grodziec-2017"}
    _, languages = await room.dispatcher.choices(heard, "language", "language", "")
    assert [TEXTS.say(label, language) for label, _ in languages]


@pytest.mark.parametrize(
    ("command", "parameter", "typed", "others", "first"),
    [
        ("play", "clock", "10", {}, "10+5"),
        ("play", "colour", "", {}, "white"),
        ("adjudicate", "result", "", {}, "1-0"),
        ("help", "command", "tournament o", {}, "tournament open"),
        ("settings", "value", "", {"setting": "theme"}, "wood"),
        ("settings", "value", "kyiv", {"setting": "zone"}, "Europe/Kyiv"),
        ("settings", "value", "ria", {"setting": "regulation"}, "riazor"),
        ("tournament set", "value", "", {"setting": "names"}, "full"),
        ("tournament open", "time", "19", {}, "19:00"),
        ("tournament open", "date", "", {}, "2026-12-06"),
        ("tournament new", "id", "miko", {}, "mikolajki-2023"),
    ],
)
async def test_words_that_a_parameter_knows(
    room: Room, command: str, parameter: str, typed: str, others: dict[str, str], first: str
) -> None:
    assert (await offered(room, "anna", command, parameter, typed, others))[0] == first


async def test_events_entrants_and_results_of_the_event_that_is_meant(hall: Hall) -> None:
    code = await hall.begin_event("pzwarc-64", ["anna", "piotr"], 3, system="round-robin")
    assert await offered(hall, "anna", "standings", "event") == [f"#{code}"]
    assert await offered(hall, "anna", "pairings", "round") == ["1"]
    everybody = await offered(hall, "olga", "exclude", "name")
    assert len(everybody) == 5
    assert await offered(hall, "anna", "withdraw", "name") == [
        str(entrant.number)
        for entrant in (await hall.event()).event.entrants.values()
        if (await hall.event()).full_name(entrant.number) == "Anna"
    ]
    by_name = await offered(hall, "olga", "exclude", "name", "ewa")
    assert len(by_name) == 1
    pair = await offered(hall, "olga", "tournament apart", "name", "1,ewa")
    assert pair == [f"1,{by_name[0]}"]
    due = (await hall.due())[0]
    results = await offered(hall, "olga", "result", "what", str(due.board))
    assert results[0] == f"{due.board} 1-0"
    heard = await hall.organise(f"/result {results[0]}")
    assert heard


async def test_who_organises_by_a_role_of_the_chat_chooses_among_all(hall: Hall) -> None:
    await hall.begin_event("pzwarc-64", ["anna", "piotr"], 3, system="round-robin")
    assert await offered(hall, "eva", "exclude", "name", roles=("7",)) == []
    await hall.say("eva", "/settings organisers 7", admin=True, roles=("7",))
    assert len(await offered(hall, "eva", "exclude", "name", roles=("7",))) == 5
    assert await offered(hall, "eva", "exclude", "name", roles=("8",)) == []


async def test_an_event_named_elsewhere_is_found_in_private(hall: Hall) -> None:
    code = await hall.begin_event("pzwarc-64", ["anna", "piotr"], system="round-robin")
    assert await offered(hall, "anna", "standings", "event", chat="@anna") == []
    await hall.alone("anna", "/start")
    assert await offered(hall, "anna", "standings", "event", chat="@anna") == [f"#{code}"]


async def test_a_list_that_is_too_long_is_cut(hall: Hall) -> None:
    code = await hall.open("pzwarc-64")
    for number in range(30):
        await hall.say("olga", f"/tournament add #{code} Entrant {number:02}")
    assert len(await offered(hall, "olga", "tournament paid", "name")) == MOST
    assert len(await offered(hall, "olga", "tournament paid", "name", "Entrant 2")) == 10


async def test_looking_at_choices_writes_nothing_and_never_fails(room: Room) -> None:
    for command in COMMANDS:
        for parameter in command.parameters:
            for typed in ("", "a", "1-0", "#", ",,", "😀"):
                found = await offered(room, "nobody", command.name, parameter.name, typed)
                assert parameter.kind is not Kind.PERSON or found == []
    assert await offered(room, "anna", "unknown", "game") == []
    assert await offered(room, "anna", "play", "unknown") == []
    async with room.database.reading() as reading:
        assert await reading.places.by_ref("console", "damka", "lib", "") is None
        assert await reading.accounts.by_external("console", "nobody") is None
