"""People who are pointed at: mentions, answers to a message, arguments asked for one by one."""

from __future__ import annotations

from pathlib import Path

import pytest

import bot.commands.dispatch  # noqa: F401  (it gathers all commands)
from bot.chats.port import Speaker
from bot.commands.declaration import Command, Kind
from bot.commands.grammar import GrammarError, read_arguments, read_typed
from bot.commands.registry import COMMANDS
from tests.commands.room import Room, keys, open_room
from tests.commands.test_grammar import EXAMPLES

EWA = Speaker("4711", "Ewa Nowak", "ewa_n")
ZOFIA = Speaker("4712", "Zofia", None)


def example(command: Command) -> dict[str, str]:
    """A value for every parameter of a command, as it is written."""
    return {p.name: next(iter(p.choices)) if p.choices else EXAMPLES[p.kind] for p in command.parameters}


@pytest.mark.parametrize("command", list(COMMANDS), ids=lambda command: command.name)
def test_what_is_typed_one_by_one_is_read_as_in_a_line(command: Command) -> None:
    values = example(command)
    in_a_line = read_arguments(command, " ".join(values.values()).split())
    if len([p for p in command.parameters if p.kind in (Kind.TEXT, Kind.MOVE, Kind.COMMAND)]) <= 1:
        assert read_typed(command, values) == in_a_line
    for name, value in values.items():
        if not any(p.required for p in command.parameters if p.name != name):
            assert read_typed(command, {name: value}) == read_arguments(command, value.split())


@pytest.mark.parametrize(
    ("name", "values", "word"),
    [
        ("play", {"clock": "soon"}, "soon"),
        ("play", {"opponent": "@piotr", "colour": "green"}, "green"),
        ("play", {"nobody": "x"}, "nobody"),
        ("move", {"game": "G7R2"}, ""),
        ("tournament add", {"event": "#a b"}, "#a b"),
    ],
)
def test_typed_values_that_cannot_be_read_are_named(name: str, values: dict[str, str], word: str) -> None:
    command = next(each for each in COMMANDS if each.name == name)
    with pytest.raises(GrammarError) as error:
        read_typed(command, values)
    assert error.value.word == word


async def test_a_command_with_typed_arguments_does_the_same(room: Room) -> None:
    await room.say("piotr", "/start")
    typed = {"opponent": "@piotr", "regulation": "riazor", "clock": "10+5", "colour": "white"}
    [challenge] = await room.say("anna", "/play", typed=typed)
    assert challenge.keys[0] == "challenge.directed"
    assert keys(await room.say("piotr", "/accept", typed={}))[:1] == ["challenge.directed"]
    [refused] = await room.say("anna", "/play", typed={"clock": "never"})
    assert refused.keys[0] == "error.unknown-word"
    [refused] = await room.say("anna", "/play", typed={"regulation": "r" * 2000})
    assert refused.keys == ["error.too-long"]


@pytest.mark.parametrize("word", ["@4711", "@ewa_n", "@EWA_N"])
async def test_a_mention_challenges_somebody_who_has_never_spoken(room: Room, word: str) -> None:
    [challenge] = await room.say("anna", f"/play {word} riazor white", mentions=(EWA,))
    assert "Ewa Nowak" in challenge.text
    file = (await room.games())[0]
    assert file.challenged.invited is None
    async with room.database.reading() as reading:
        account = await reading.accounts.by_external("console", "4711")
        assert account is not None
        assert file.challenged.controllers == {account.person}


async def test_an_answer_to_a_message_challenges_whoever_wrote_it(room: Room) -> None:
    [challenge] = await room.say("anna", "/play riazor", answered=ZOFIA)
    assert "Zofia" in challenge.text
    [other] = await room.say("anna", "/play riazor @piotr", answered=ZOFIA)
    assert "@piotr" in other.text
    [own] = await room.say("zofia", "/play riazor", answered=Speaker("zofia", "Zofia"))
    assert own.keys[0] == "challenge.open"


async def test_a_choice_of_the_regulation_still_means_who_was_answered(room: Room) -> None:
    [question] = await room.say("anna", "/play white", answered=ZOFIA)
    [challenge] = await room.say("anna", press=question.button("do", "play riazor @4712 white"))
    assert "Zofia" in challenge.text


async def test_whoever_was_forgotten_is_not_remembered_by_being_mentioned(tmp_path: Path) -> None:
    ewa = Speaker("ewa", "Ewa Nowak", "ewa")
    async with open_room(tmp_path) as room:
        [question] = await room.say("ewa", "/forgetme", name="Ewa Nowak")
        await room.say("ewa", press=question.button("forget"), name="Ewa Nowak")
        await room.say("anna", "/play @ewa riazor", mentions=(ewa,))
        async with room.database.reading() as reading:
            account = await reading.accounts.by_external("console", "ewa")
            assert account is not None
            assert account.username is None


# --- who speaks without a name ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["/play riazor", "/accept", "/language pl", "/settings theme night", "/profile", "/forgetme", "/join",
     "/tournament new riazor Open"],
)  # fmt: skip
async def test_whoever_speaks_without_a_name_is_asked_for_one(room: Room, text: str) -> None:
    [told] = await room.say("group", text, anonymous=True, admin=True)
    assert told.keys == ["anonymous.by-name"]
    assert await room.games() == []


@pytest.mark.parametrize("text", ["/help", "/start", "/games", "/regulations list", "/settings"])
async def test_whoever_speaks_without_a_name_may_look(room: Room, text: str) -> None:
    heard = await room.say("group", text, anonymous=True, admin=True)
    assert heard
    assert "anonymous.by-name" not in keys(heard)


async def test_the_chat_itself_presses_nothing_but_what_only_looks(room: Room) -> None:
    [challenge] = await room.say("anna", "/play riazor")
    [told] = await room.say("group", press=challenge.button("accept"), anonymous=True)
    assert (told.keys, told.toast) == (["anonymous.by-name"], True)
    assert await room.say("group", "c3-d4", anonymous=True) == []
    assert await room.say("group", "good morning", anonymous=True) == []


# --- what the bot lacks -------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["/play riazor", "/accept", "/tournament new riazor Open"])
async def test_nothing_begins_where_the_bot_lacks_permissions(room: Room, text: str) -> None:
    [told] = await room.say("anna", text, lacking=("Attach Files", "Create Public Threads"))
    assert told.keys == ["permissions.lacking"]
    assert "Attach Files" in told.text
    assert await room.games() == []
