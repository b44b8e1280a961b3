"""Application commands: what may be synced, and what people can do with them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.servers.discord.permissions import Permission
from tests.servers.discord.raw import Answer, Raw

Command = dict[str, Any]


def command(name: str = "play", **more: Any) -> Command:
    return {"name": name, "description": "a"} | more


def option(name: str = "regulation", kind: int = 3, **more: Any) -> Command:
    return {"name": name, "description": "a", "type": kind} | more


def options(*listed: Command) -> Command:
    return command(options=list(listed))


def choice(number: int, **more: Any) -> Command:
    return {"name": f"c{number}", "value": f"{number}"} | more


def sub(name: str, *inner: Command, kind: int = 1) -> Command:
    return option(name, kind, options=list(inner))


async def sync(raw: Raw, *commands: Any) -> Answer:
    return await raw.ask("PUT", f"/applications/{raw.world.discord.application_id}/commands", list(commands))


NAME = "APPLICATION_COMMAND_INVALID_NAME"

REFUSED: list[tuple[str, Command, str, str]] = [
    ("upper case", command("Play"), "0.name", NAME),
    ("space", command("play now"), "0.name", NAME),
    ("no name", command(""), "0.name", "BASE_TYPE_REQUIRED"),
    ("long name", command("a" * 33), "0.name", "BASE_TYPE_MAX_LENGTH"),
    ("no description", command(description=""), "0.description", "BASE_TYPE_REQUIRED"),
    ("description", command(description="a" * 101), "0.description", "BASE_TYPE_MAX_LENGTH"),
    ("locale", command(name_localizations={"gl": "xogar"}), "0.name_localizations", "DICT_TYPE_KEY_CHOICES"),
    ("upper case in Polish", command(name_localizations={"pl": "Graj"}), "0.name_localizations.pl", NAME),
    (
        "description in Polish",
        command(description_localizations={"pl": "a" * 101}),
        "0.description_localizations.pl",
        "BASE_TYPE_MAX_LENGTH",
    ),
    ("options", options(*[option(f"o{n}") for n in range(26)]), "0.options", "BASE_TYPE_MAX_LENGTH"),
    ("option name", options(option("Regulation")), "0.options.0.name", NAME),
    (
        "the same option",
        options(option(), option()),
        "0.options.1.name",
        "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE",
    ),
    (
        "required after optional",
        options(option("a"), option("b", required=True)),
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    ("option type", options(option(kind=12)), "0.options.0.type", "BASE_TYPE_CHOICES"),
    (
        "choices",
        options(option(choices=[choice(n) for n in range(26)])),
        "0.options.0.choices",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        "choice name",
        options(option(choices=[choice(1, name="a" * 101)])),
        "0.options.0.choices.0.name",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        "choices and autocomplete",
        options(option(choices=[choice(1)], autocomplete=True)),
        "0.options.0",
        "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID",
    ),
    (
        "autocomplete for people",
        options(option(kind=6, autocomplete=True)),
        "0.options.0",
        "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
    ),
    (
        "subcommands beside values",
        options(option(), sub("new")),
        "0.options",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    (
        "a group in a group",
        options(sub("a", sub("b", sub("c"), kind=2), kind=2)),
        "0.options.0",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    (
        "too much together",
        options(
            *[option(f"o{n}", choices=[choice(m, value="a" * 100) for m in range(25)]) for n in range(4)]
        ),
        "0",
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
    (
        "permissions",
        command(default_member_permissions="all"),
        "0.default_member_permissions",
        "NUMBER_TYPE_COERCE",
    ),
    ("contexts", command(contexts=[3]), "0.contexts", "BASE_TYPE_CHOICES"),
]


@pytest.mark.parametrize(
    ("body", "where", "code"), [case[1:] for case in REFUSED], ids=[case[0] for case in REFUSED]
)
async def test_what_is_wrong_with_a_command(raw: Raw, body: Command, where: str, code: str) -> None:
    answer = await sync(raw, body)
    assert (answer.status, answer.code) == (400, 50035)
    assert answer.wrong() == {where: code}
    assert raw.world.discord.commands[None] == []


async def test_two_commands_of_one_name_are_refused(raw: Raw) -> None:
    assert (await sync(raw, command(), command())).wrong() == {
        "1.name": "APPLICATION_COMMANDS_DUPLICATE_NAME"
    }


async def test_a_hundred_commands_and_no_more(raw: Raw) -> None:
    assert (await sync(raw, *[command(f"c{n}") for n in range(100)])).status == 200
    assert (await sync(raw, *[command(f"c{n}") for n in range(101)])).code == 30032


@pytest.mark.parametrize("name", ["dołącz", "грати", "play_now", "a-b'c", "2x2", "हिन्दी"])
async def test_names_of_all_scripts_are_taken(raw: Raw, name: str) -> None:
    answer = await sync(raw, command(name_localizations={"pl": name, "es-419": name}))
    assert answer.status == 200


async def test_syncing_replaces_what_was_there_and_keeps_ids(raw: Raw) -> None:
    first = await sync(raw, command("a"), command("b"))
    second = await sync(raw, command("b", description="new"), command("c"))
    assert [one["name"] for one in raw.world.discord.commands[None]] == ["b", "c"]
    assert second.body[0]["id"] == first.body[1]["id"]
    assert second.body[0]["description"] == "new"
    assert raw.world.syncs == 2
    path = f"/applications/{raw.world.discord.application_id}/commands"
    whole = await raw.ask("GET", f"{path}?with_localizations=true")
    assert whole.body == second.body
    brief = await raw.ask("GET", path)
    assert "name_localizations" not in brief.body[0]


TREE = [
    command(
        "play",
        options=[
            option("opponent", 6, required=True),
            option("regulation", autocomplete=True),
            option("colour", choices=[choice(1, name="white", name_localizations={"pl": "białe"})]),
            option("days", 4, min_value=1, max_value=9),
            option("rated", 5),
        ],
    ),
    command("tournament", options=[sub("open", option("until", max_length=5)), sub("close")]),
    command("settings", default_member_permissions=str(int(Permission.MANAGE_GUILD)), contexts=[0]),
]


async def typed(raw: Raw, text: str, **values: Any) -> dict[str, Any]:
    done = await raw.anna.uses(text, raw.hall, wait=False, **values)
    return done.data


async def test_what_is_typed_is_what_was_synced(raw: Raw) -> None:
    await sync(raw, *TREE)
    data = await typed(raw, "/play", opponent=raw.piotr, colour="białe", days=3, rated=True)
    piotr = str(raw.piotr.id)
    assert [(one["name"], one["type"], one["value"]) for one in data["options"]] == [
        ("opponent", 6, piotr),
        ("colour", 3, "1"),
        ("days", 4, 3),
        ("rated", 5, True),
    ]
    assert set(data["resolved"]["users"]) == set(data["resolved"]["members"]) == {piotr}
    data = await typed(raw, "/tournament open", until="19:30")
    assert data["options"] == [
        {"name": "open", "type": 1, "options": [{"name": "until", "type": 3, "value": "19:30"}]}
    ]


CANNOT: list[tuple[str, dict[str, Any], str]] = [
    ("/resign", {}, "no command /resign"),
    ("/tournament", {}, "is a group"),
    ("/tournament cancel", {}, "no cancel"),
    ("/play", {}, "opponent has to be given"),
    ("/play", {"opponent": "piotr"}, "does not take"),
    ("/play", {"opponent": "PIOTR", "colour": "red"}, "cannot be"),
    ("/play", {"opponent": "PIOTR", "days": 10}, "at most 9"),
    ("/play", {"opponent": "PIOTR", "rated": 1}, "true or false"),
    ("/play", {"opponent": "PIOTR", "clock": "2d"}, "has no options"),
    ("/tournament open", {"until": "tomorrow"}, "0 to 5 characters"),
    ("/settings", {}, "not offered"),
]


@pytest.mark.parametrize(("text", "values", "why"), CANNOT)
async def test_what_cannot_be_typed(raw: Raw, text: str, values: dict[str, Any], why: str) -> None:
    await sync(raw, *TREE)
    values = {name: raw.piotr if value == "PIOTR" else value for name, value in values.items()}
    with pytest.raises(AssertionError, match=why):
        await typed(raw, text, **values)


async def test_only_what_has_it_is_completed(raw: Raw) -> None:
    await sync(raw, *TREE)
    with pytest.raises(AssertionError, match="is not completed"):
        await raw.anna.completes("/play", raw.hall, option="days", typed="3")


async def test_who_manages_the_guild_is_offered_more(raw: Raw) -> None:
    await sync(raw, *TREE)
    await raw.world.role(raw.guild, "organisers", Permission.MANAGE_GUILD, raw.anna)
    await typed(raw, "/settings")
    with pytest.raises(AssertionError, match="not offered"):
        await raw.anna.uses("/settings", raw.anna.dm, wait=False)
