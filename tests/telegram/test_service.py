"""``damka run`` with Telegram, as whoever runs it and whoever plays there see it."""

from __future__ import annotations

import signal
from datetime import timedelta
from pathlib import Path

import pytest

from tests.chats.service import Service, free_port
from tests.servers.telegram.world import Person, Place, World
from tests.telegram.program import secret_file
from tests.telegram.whole import rest, service
from tests.waiting import until

PLAY = "/play@damka_test_bot @piotr grodziec-2017 white"


async def test_it_says_where_it_is_and_never_its_token(world: World, tmp_path: Path) -> None:
    async with service(world, tmp_path, variables={"LANGUAGE": "pl"}) as running:
        await until(lambda: "t.me" in running.said)
        async with world.outage():
            await until(lambda: "Telegram cannot be reached" in running.said or "be fetched" in running.said)
        await rest(world, running)
        assert await running.stop() < 10
    assert "Telegram: bot Damka działa, https://t.me/damka_test_bot" in running.said
    assert world.token not in running.said
    assert world.token.partition(":")[2] not in running.said
    assert world.telegram.updates.conflicts == 0


@pytest.mark.parametrize(
    ("token", "sentence"),
    [
        ("7100000001:AAwrong-token_AAAAAAAAAAAAAAAAAAAAA", "Telegram does not take this token."),
        ("123-secret", "This is not a token of Telegram."),
        ("123:abc def", "This is not a token of Telegram."),
    ],
)
async def test_a_wrong_token_gets_one_sentence(
    world: World, tmp_path: Path, token: str, sentence: str
) -> None:
    async with service(world, tmp_path, token=token) as running:
        assert await running.ended() == 2
    told = [line for line in running.said.splitlines() if line.startswith("damka:")]
    assert len(told) == 1
    assert sentence in told[0]
    assert "Traceback" not in running.said
    assert token not in running.said


async def test_a_token_that_is_revoked_ends_it(world: World, tmp_path: Path) -> None:
    async with service(world, tmp_path) as running:
        await until(lambda: "t.me" in running.said)
        old = world.token
        world.telegram.secret = "A" * 35
        assert await running.ended() == 2
    assert "Telegram does not take this token." in running.said
    assert old not in running.said


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("is_dark", [False, True])
async def test_it_ends_in_order(world: World, tmp_path: Path, number: signal.Signals, is_dark: bool) -> None:
    async with service(world, tmp_path) as running:
        await until(lambda: "t.me" in running.said)
        if is_dark:
            await world.server.go_dark()
            await until(lambda: "updates cannot be fetched" in running.said)
        running.signal(number)
        assert await running.ended(within=10) == 0
    assert "Traceback" not in running.said


async def test_it_waits_for_telegram_at_its_start(world: World, tmp_path: Path) -> None:
    await world.server.go_dark()
    async with service(world, tmp_path) as running:
        await until(lambda: "Telegram cannot be reached" in running.said)
        await world.server.start()
        await until(lambda: "t.me" in running.said)
        await running.stop()


async def test_one_platform_does_not_take_the_other_along(world: World, tmp_path: Path) -> None:
    anna = world.person("Anna", "anna")
    async with service(
        world,
        tmp_path,
        {"discord": {"api": "http://127.0.0.1:9"}},
        variables={"DAMKA_DISCORD_TOKEN": "no token at all"},
    ) as running:
        await until(lambda: "t.me" in running.said)
        await until(lambda: "Discord cannot be reached, which is tried again: Cannot connect" in running.said)
        anna.writes("/start")
        await world.until(lambda: anna.private.said)
        await running.stop()


async def test_a_game_goes_on_over_a_restart_and_what_was_written_meanwhile_counts(
    world: World, tmp_path: Path
) -> None:
    anna = world.person("Anna", "anna", language="en")
    piotr = world.person("Piotr", "piotr", language="en")
    group = world.group("Reading room", anna, piotr)
    async with service(world, tmp_path) as running:
        await begin(world, running, group, anna, piotr)
        await running.kill()
        board = group.last(keys=True)
        anna.writes("c3-d4", in_=group, reply_to=board, ago=timedelta(minutes=5))
        anna.presses("Resign", board)
        await running.start()
        await world.until(lambda: "1. c3-d4" in board.text and anna.notices)
        await rest(world, running)
        assert await running.stop() < 10
    # the board is the message that it was; the press was made for the board before the move
    assert [message.id for message in group.said if message.picture] == [board.id]


async def test_a_group_becomes_a_supergroup_and_its_game_follows(world: World, tmp_path: Path) -> None:
    anna = world.person("Anna", "anna", language="en")
    piotr = world.person("Piotr", "piotr", language="en")
    group = world.group("Reading room", anna, piotr)
    async with service(world, tmp_path) as running:
        await begin(world, running, group, anna, piotr)
        new = group.migrate()
        anna.writes("/move@damka_test_bot c3-d4", in_=new)
        await world.until(lambda: any("1. c3-d4" in text for text in new.texts))
        await rest(world, running)
        await running.stop()
    assert [message for message in world.refusals if message.method != "editMessageMedia"] == []


async def test_a_webhook_brings_what_polling_does(world: World, tmp_path: Path) -> None:
    anna = world.person("Anna", "anna", language="en")
    secret = secret_file(tmp_path, "a-secret_WORD1")
    port = free_port()
    async with service(
        world,
        tmp_path,
        mode="webhook",
        webhook_url=f"http://127.0.0.1:{port}/a.path",
        webhook_port=port,
        webhook_secret_file=str(secret),
    ) as running:
        anna.writes("/start")
        await world.until(lambda: anna.private.said)
        await rest(world, running)
        assert world.telegram.webhook.secret_token == "a-secret_WORD1"  # noqa: S105
        assert not world.calls_of("getUpdates")
        await running.stop()
    assert "a-secret_WORD1" not in running.said


async def test_a_bot_that_was_removed_keeps_still_and_goes_on_when_it_is_back(
    world: World, tmp_path: Path
) -> None:
    anna = world.person("Anna", "anna", language="en")
    piotr = world.person("Piotr", "piotr", language="en")
    group = world.group("Reading room", anna, piotr)
    async with service(world, tmp_path) as running:
        await begin(world, running, group, anna, piotr)
        board = group.last(keys=True)
        world.telegram.faults.refuse(403, "Forbidden: bot was kicked from the group chat", chat=group.id)
        anna.writes("c3-d4", in_=group, reply_to=board)
        await rest(world, running)
        refused = len(world.refusals)
        group.kick_bot(anna)
        await rest(world, running)
        assert len(world.refusals) == refused <= 2
        group.welcome_bot(anna)
        piotr.writes("/board@damka_test_bot", in_=group)
        await world.until(lambda: "1. c3-d4" in group.last(keys=True).text)
        await running.stop()


async def test_a_button_that_is_pressed_twice_does_its_work_once(world: World, tmp_path: Path) -> None:
    anna = world.person("Anna", "anna", language="en")
    piotr = world.person("Piotr", "piotr", language="en")
    group = world.group("Reading room", anna, piotr)
    async with service(world, tmp_path) as running:
        anna.writes(PLAY, in_=group)
        await world.until(lambda: group.said)
        offer = group.last(keys=True)
        data = offer.key("I accept")["callback_data"]
        piotr.presses_data(data, offer)
        piotr.presses_data(data, offer)
        world.repeat()
        await world.until(lambda: len(piotr.notices) == 2)
        await world.until(lambda: any(message.picture for message in group.said))
        await rest(world, running)
        await running.stop()
    assert [notice.get("text", "") for notice in piotr.notices].count("") == 1
    assert len([message for message in group.said if message.picture]) == 1


async def test_topics_keep_their_games_apart(world: World, tmp_path: Path) -> None:
    anna = world.person("Anna", "anna", language="en")
    piotr = world.person("Piotr", "piotr", language="en")
    forum = world.group("Reading room", anna, piotr, forum=True)
    topic = forum.open_topic("Draughts", anna)
    async with service(world, tmp_path) as running:
        anna.writes(PLAY, in_=forum, thread=topic)
        await world.until(lambda: forum.said)
        piotr.writes("/games@damka_test_bot", in_=forum)
        await world.until(lambda: len(forum.said) == 2)
        await running.stop()
    offer, elsewhere = forum.said
    assert (offer.thread, elsewhere.thread) == (topic, None)
    assert offer.keys


async def begin(world: World, running: Service, group: Place, anna: Person, piotr: Person) -> None:
    """Let the two begin a game, Anna with White."""
    anna.writes(PLAY, in_=group)
    await world.until(lambda: group.said)
    piotr.presses("I accept", group.last(keys=True))
    await world.until(lambda: any(message.picture for message in group.said))
    await rest(world, running)  # what was not noted as sent would be sent twice
