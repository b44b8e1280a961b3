"""The lots: published before, drawn so that anybody can check them, or taken from a hat."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from datetime import timedelta
from pathlib import Path

import pytest

from bot.cli.main import run
from rules.tournament.model import EntrantNo
from tests.commands.room import keys, words
from tests.databases import contents
from tests.tournament_chat.desk import Desk, open_desk

NAMES = ("Anna", "Piotr", "Ola", "Jan", "Ewa")


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


async def close(desk: Desk, *, by_users: bool = True) -> str:
    """An event of five with its sign-up closed."""
    code = await desk.open("riazor")
    for name in NAMES:
        if by_users:
            await desk.say(name.lower(), "/join")
        else:
            await desk.say("olga", f"/tournament add #{code} {name}")
    await desk.say("olga", f"/tournament close #{code}")
    return code


async def test_the_hash_comes_first_and_the_secret_with_the_draw(desk: Desk) -> None:
    code = await desk.make("grodziec-2017")
    heard = await desk.say("olga", f"/tournament open #{code}")
    secret = (await desk.event()).row.secret
    assert secret is not None
    assert sha(secret) in words(heard)
    assert "(art. 6.2)" in words(heard)
    assert secret not in words(heard)
    async with desk.database.reading() as reading:
        entries = await reading.log.of((await desk.event()).row.subject)
    assert all(secret not in entry.draft.body for entry in entries)


async def test_the_order_follows_from_secret_numbers_and_words_by_hand(desk: Desk) -> None:
    code = await close(desk)
    await desk.say("piotr", "/word oak")
    await desk.say("ewa", "/word fox")
    await desk.advance(timedelta(minutes=1, seconds=1))
    heard = await desk.say("olga", f"/tournament lots #{code}")
    file = await desk.event()
    secret = file.row.secret
    assert secret is not None
    assert secret in words(heard)
    # the documented rule, with nothing but a hash function: no name enters it
    key = sha(f"{secret}:2={sha('oak')} 5={sha('fox')}")
    order = sorted(range(1, 6), key=lambda number: sha(f"{key}:lots:{number}"))
    assert [file.event.entrants[EntrantNo(number)].lot for number in order] == [1, 2, 3, 4, 5]
    shown = re.findall(r"^(\d)\. (\w+) \(entrant (\d)\)$", words(heard), re.MULTILINE)
    assert [(int(lot), name, int(number)) for lot, name, number in shown] == [
        (lot, NAMES[number - 1], number) for lot, number in enumerate(order, 1)
    ]


async def test_asked_for_too_early_the_draw_comes_when_the_minute_is_over(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        code = await close(desk)
        assert keys(await desk.say("olga", f"/tournament lots #{code}")) == ["lots.soon"]
        await desk.advance(timedelta(seconds=59))
        assert (await desk.event()).event.secret is None
    async with open_desk(tmp_path, now=desk.clock.now()) as desk:  # also by another process
        heard = await desk.advance(timedelta(seconds=1))
        assert "lots.drawn" in keys(heard)
        assert await desk.advance(timedelta(hours=1)) == []


async def test_the_draw_is_dropped_where_the_sign_up_opens_again(desk: Desk) -> None:
    code = await close(desk)
    await desk.say("olga", f"/tournament lots #{code}")
    await desk.say("olga", f"/tournament open #{code}")
    assert "lots.drawn" not in keys(await desk.advance(timedelta(minutes=2)))


@pytest.mark.parametrize(
    ("user", "text", "answer"),
    [
        ("anna", "oak", "lots.word-added"),
        ("anna", "ŻUBR", "lots.word-added"),
        ("anna", "two words", "event.refused.bad-word"),
        ("anna", "x" * 31, "event.refused.bad-word"),
        ("zenon", "oak", "leave.not-in"),
    ],
)
async def test_a_word_is_one_word_of_somebody_signed_up(
    desk: Desk, user: str, text: str, answer: str
) -> None:
    await close(desk)
    assert keys(await desk.say(user, f"/word {text}"))[0] == answer


async def test_a_second_word_takes_the_place_of_the_first_and_a_late_one_is_refused(desk: Desk) -> None:
    await close(desk)
    for word in ("oak", "elm"):
        await desk.say("anna", f"/word {word}")
    assert (await desk.event()).event.words == {EntrantNo(1): sha("elm")}
    await desk.advance(timedelta(minutes=1, seconds=1))
    assert keys(await desk.say("piotr", "/word oak")) == ["event.refused.words-over"]


async def test_a_word_stands_in_no_log_and_is_erased_with_the_one_who_gave_it(tmp_path: Path) -> None:
    async with open_desk(tmp_path) as desk:
        code = await close(desk)
        await desk.say("anna", "/word hippopotamus")
        await desk.advance(timedelta(minutes=2))
        await desk.say("olga", f"/tournament lots #{code}")
        [question] = await desk.say("anna", "/forgetme")
        await desk.say("anna", press=question.button("forget"))
        assert (await desk.event()).event.words == {EntrantNo(1): sha("hippopotamus")}
    assert b"hippopotamus" not in contents(tmp_path / "damka.db")


# --- from a hat ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", [" manual", ""])
async def test_numbers_from_a_hat_are_entered_in_their_order(desk: Desk, word: str) -> None:
    code = await close(desk)
    [how] = await desk.say("olga", f"/tournament lots #{code} manual")
    assert how.keys[0] == "lots.how-manual"
    assert all(name in how.text for name in NAMES)
    heard = await desk.say("olga", f"/tournament lots #{code}{word} 3 1 5, 2 4")
    assert "lots.entered" in keys(heard)
    assert [entrant.lot for entrant in (await desk.event()).event.entrants.values()] == [2, 4, 1, 5, 3]


@pytest.mark.parametrize(
    ("numbers", "answer"),
    [
        ("3 1 5 2", "event.refused.unknown-order.missing"),
        ("3 1 5 2 4 4", "event.refused.unknown-order.surplus"),
        ("3 1 5 2 9", "event.refused.unknown-order"),
        ("three one", "lots.how-manual"),
    ],
)
async def test_each_number_is_needed_once(desk: Desk, numbers: str, answer: str) -> None:
    code = await close(desk)
    assert answer in keys(await desk.say("olga", f"/tournament lots #{code} manual {numbers}"))
    assert (await desk.event()).event.secret is None


async def test_drawn_lots_stand(desk: Desk) -> None:
    code = await close(desk)
    await desk.advance(timedelta(minutes=2))
    await desk.say("olga", f"/tournament lots #{code}")
    for command in ("", " manual 1 2 3 4 5"):
        assert keys(await desk.say("olga", f"/tournament lots #{code}{command}")) == [
            "event.refused.lots-drawn"
        ]
    assert keys(await desk.say("olga", f"/tournament open #{code}")) == ["event.refused.lots-drawn"]


async def test_lots_come_after_closing(desk: Desk) -> None:
    code = await desk.open("riazor")
    assert keys(await desk.say("olga", f"/tournament lots #{code}"))[0] == "event.refused.wrong-phase"


# --- checking -----------------------------------------------------------------------------------------------


async def announced(desk: Desk) -> list[str]:
    """The arguments of the command that the bot tells everybody to check the draw with."""
    code = await close(desk)
    await desk.say("ola", "/word дуб")
    await desk.advance(timedelta(minutes=2))
    text = words(await desk.say("olga", f"/tournament lots #{code}"))
    found = re.search(r"damka (lots verify .*)$", text, re.MULTILINE)
    assert found is not None
    return shlex.split(found[1])


async def test_the_command_that_is_announced_checks_the_draw(
    desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = await announced(desk)
    capsys.readouterr()
    assert run([*arguments, "--language", "en"]) == 0
    assert capsys.readouterr().out == "The draw is right.\n"
    with_the_word = [re.sub(r"3=[0-9a-f]{64}", "3=дуб", argument) for argument in arguments]
    assert with_the_word != arguments
    assert run(with_the_word) == 0


@pytest.mark.parametrize(
    ("option", "value", "verdict"),
    [
        ("--secret", "another", "other-secret"),
        ("--words", "3=oak", "other-order"),
        ("--order", None, "other-order"),
    ],
)
async def test_what_was_changed_is_found(
    desk: Desk, capsys: pytest.CaptureFixture[str], option: str, value: str | None, verdict: str
) -> None:
    arguments = await announced(desk)
    at = arguments.index(option) + 1
    arguments[at] = value or ",".join(reversed(arguments[at].split(",")))
    capsys.readouterr()
    assert run([*arguments, "--json"]) == 2
    assert json.loads(capsys.readouterr().out)["verdict"] == verdict


async def test_an_export_can_be_checked(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await announced(desk)
    file = tmp_path / "event.json"
    file.write_text(json.dumps((await desk.event()).event.state()), "utf-8")
    assert run(["lots", "verify", str(file)]) == 0


WRONG: list[tuple[list[str], str]] = [
    ([], "Give a file, or --secret and --order."),
    (["--secret", "s"], "Give a file, or --secret and --order."),
    (["--secret", "s", "--order", "1,x"], "each once"),
    (["--secret", "s", "--order", "1,1"], "each once"),
    (["--secret", "s", "--order", "0"], "each once"),
    (["--secret", "s", "--order", "1,2", "--words", "oak"], "no word of the lots"),
    (["--secret", "s", "--order", "1,2", "--words", "1=" + "x" * 31], "no word of the lots"),
    (["nosuch.json"], "cannot be read"),
]


@pytest.mark.parametrize(("arguments", "answer"), WRONG)
def test_wrong_arguments_get_one_sentence(
    arguments: list[str], answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["lots", "verify", *arguments, "--language", "en"]) == 2
    said = capsys.readouterr()
    assert answer in said.err
    assert (said.out, said.err.count("\n")) == ("", 1)


@pytest.mark.parametrize("content", ["", "[]", "{}", "3", '{"secret": 1, "order": []}', '{"lots": null}'])
def test_a_file_without_a_draw_gets_one_sentence(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "event.json"
    file.write_text(content)
    assert run(["lots", "verify", str(file), "--language", "en"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
