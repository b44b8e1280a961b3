"""Buttons, questions and what is said to one person in a group, over real HTTP."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.chats.port import (
    Adapter,
    Answers,
    Input,
    Rendered,
    Sent,
)
from tests.chats.notes import Notes, Sending
from tests.servers.telegram.world import World
from tests.telegram.program import place_in
from tests.waiting import until

YES = ((("Tak", "do:K7R2:0:yes"),),)


async def test_a_button_can_lead_into_the_private_chat(world: World, adapter: Adapter) -> None:
    anna = world.person("Anna", "anna")
    group = world.group("Czytelnia", anna)
    await Sending(adapter, place_in(world, group.id))(
        Rendered("Zapisy", buttons=((("Zapisz się", "start:K7R2:0:join"),),))
    )
    assert group.last().key("Zapisz się")["url"] == "https://t.me/damka_test_bot?start=join_K7R2"
    anna.presses("Zapisz się", group.last())
    assert anna.private.messages[-1].text == "/start join_K7R2"


async def test_a_notice_with_such_a_button_opens_the_private_chat(
    world: World, at_work: tuple[Adapter, Notes]
) -> None:
    adapter, program = at_work
    anna = world.person("Anna", "anna")
    group = world.group("Czytelnia", anna)

    async def answer(heard: Input) -> Answers:
        return Answers(notice=True)

    program.answering = answer
    send = Sending(adapter, place_in(world, group.id))
    await send(Rendered("Zapisy", buttons=YES))
    anna.presses("Tak", group.last())
    await until(lambda: program.heard)
    way = ((("Otwórz", "start:K7R2:0:join"),),)
    assert await send(Rendered("Prywatnie", to=str(anna.id), toast=True, buttons=way)) == Sent("")
    assert anna.notices == [{"url": "https://t.me/damka_test_bot?start=join_K7R2"}]
    assert len(group.said) == 1


async def test_long_labels_get_rows_of_their_own(world: World, adapter: Adapter) -> None:
    anna = world.person("Anna", started=True)
    short = tuple((f"a{number}", f"do::0:{number}") for number in range(8))
    long = (("Przyjmuję wyzwanie", "do::0:a"), ("Nie, dziękuję", "do::0:b"), ("Później", "do::0:c"))
    await Sending(adapter, place_in(world, anna.id))(Rendered("?", buttons=(short, long)))
    assert [len(row) for row in anna.private.last().labels] == [8, 2, 1]


async def test_whoever_is_meant_in_a_group_is_told(world: World, at_work: tuple[Adapter, Notes]) -> None:
    adapter, program = at_work
    anna, piotr = world.person("Anna", "anna"), world.person("Piotr <3")
    group = world.group("Czytelnia", anna, piotr, kind="supergroup")
    send = Sending(adapter, place_in(world, group.id))
    await send(Rendered("Zaczynamy", buttons=YES))
    asked = anna.writes("/moves", in_=group)
    piotr.presses("Tak", group.last())
    await until(lambda: len(program.heard) == 2)
    await send(Rendered("Twoje ruchy", to=str(anna.id)))
    await send(Rendered("Nie teraz", to=str(piotr.id)))
    await send(Rendered("Nikt", to="12345"))
    answer, named, nobody = group.said[1:]
    assert (answer.text, answer.reply_to) == ("Twoje ruchy", asked)
    assert (named.text, named.reply_to) == ("Piotr <3: Nie teraz", None)
    assert [entity["type"] for entity in named.content.entities] == ["text_mention"]
    assert nobody.text == "Nikt"


async def test_an_answer_in_a_topic_answers_nothing_of_another(
    world: World, at_work: tuple[Adapter, Notes]
) -> None:
    adapter, program = at_work
    anna = world.person("Anna", "anna")
    forum = world.group("Czytelnia", anna, forum=True)
    here, there = forum.open_topic("Warcaby", anna), forum.open_topic("Inne", anna)
    asked = anna.writes("/moves", in_=forum, thread=here)
    later = anna.writes("/games", in_=forum, thread=there)
    await until(lambda: len(program.heard) == 2)
    later.deleted_at = world.telegram.now()
    send = Sending(adapter, place_in(world, forum.id, here))
    assert isinstance(await send(Rendered("Twoje ruchy", to=str(anna.id))), Sent)
    assert (forum.last().thread, forum.last().reply_to) == (here, asked)


async def test_a_question_in_a_group_is_answered_by_a_reply(world: World, adapter: Adapter) -> None:
    anna = world.person("Anna", "anna", started=True)
    group = world.group("Czytelnia", anna)
    await Sending(adapter, place_in(world, group.id))(Rendered("Jak się nazywasz?", asks="imię"))
    await Sending(adapter, place_in(world, anna.id))(Rendered("Jak się nazywasz?", asks="imię"))
    asked = group.last().asks
    assert asked is not None
    assert (asked["force_reply"], asked["selective"], asked["input_field_placeholder"]) == (
        True,
        True,
        "imię",
    )
    assert anna.private.last().asks is None


async def test_a_question_with_buttons_in_a_group_says_how_it_is_answered(
    world: World, adapter: Adapter
) -> None:
    anna = world.person("Anna", "anna", started=True)
    group = world.group("Czytelnia", anna)
    question = Rendered("Które klasy?", asks="klasy", buttons=YES, language="pl")
    first = await Sending(adapter, place_in(world, group.id))(question)
    assert isinstance(first, Sent)
    assert group.last().text == "Które klasy?\nNapisz to w odpowiedzi na tę wiadomość."
    assert await Sending(adapter, place_in(world, group.id))(question, first.message) == first
    await Sending(adapter, place_in(world, anna.id))(question)
    assert anna.private.last().text == "Które klasy?"


@pytest.mark.parametrize(
    ("text", "shown", "is_alert"),
    [
        ("Nie twój ruch", "Nie twój ruch", False),
        ("a" * 71, "a" * 71, True),
        ("b" * 201, "b" * 199 + "…", True),
    ],
)
async def test_a_press_is_answered_once(
    world: World, at_work: tuple[Adapter, Notes], text: str, shown: str, is_alert: bool
) -> None:
    adapter, program = at_work
    anna = world.person("Anna", started=True)
    place = place_in(world, anna.id)

    async def answer(heard: Input) -> Answers:
        return Answers(notice=heard.press == "do::0:no")

    program.answering = answer
    send = Sending(adapter, place)
    await send(Rendered("?", buttons=((("Tak", "do::0:yes"), ("Nie", "do::0:no")),)))
    anna.presses("Tak", anna.private.last())
    await until(lambda: anna.notices)
    anna.presses("Nie", anna.private.last())
    await until(lambda: len(program.heard) == 2)
    assert await send(Rendered(text, to=str(anna.id), toast=True)) == Sent("")
    assert await send(Rendered("zbędne", to=str(anna.id), toast=True)) == Sent("")
    told = [(notice.get("text"), bool(notice.get("show_alert"))) for notice in anna.notices]
    assert told == [(None, False), (shown, is_alert)]


async def test_a_press_that_is_too_old_to_be_answered_is_no_error(
    world: World, at_work: tuple[Adapter, Notes]
) -> None:
    adapter, program = at_work
    anna = world.person("Anna", started=True)
    await Sending(adapter, place_in(world, anna.id))(Rendered("?", buttons=YES))
    world.telegram.settings.callback_lifetime = timedelta(seconds=-1)
    anna.presses("Tak", anna.private.last())
    await until(lambda: program.heard and world.calls_of("answerCallbackQuery"))
    await world.settled()
    assert [call.code for call in world.calls_of("answerCallbackQuery")] == [400]
    assert not program.kept


async def test_a_button_of_a_deleted_message_is_heard(world: World, at_work: tuple[Adapter, Notes]) -> None:
    adapter, program = at_work
    anna = world.person("Anna", "anna")
    group = world.group("Czytelnia", anna, kind="supergroup")
    await Sending(adapter, place_in(world, group.id))(Rendered("?", buttons=YES))
    message = group.last()
    message.deleted_at = world.telegram.now()
    anna.presses_data("do:K7R2:0:yes", message)
    await until(lambda: program.heard)
    (heard,) = program.heard
    assert (heard.press, heard.place, heard.reply_to) == (
        "do:K7R2:0:yes",
        place_in(world, group.id),
        str(message.id),
    )
