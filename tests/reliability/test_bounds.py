"""Files that people bring are bounded in size, depth and time, whatever is in them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest

from bot.chats.discord.markdown import escape
from bot.chats.port import Upload
from bot.cli.main import run
from bot.commands.tournament import pairing
from bot.commands.tournament.looking import WIDEST
from bot.regulations import Library, check
from bot.worker import Worker
from rules.errors import PdnError
from rules.pdn import MAX_LENGTH, MAX_PLIES, parse_pdn
from rules.regulation import RegulationErrors
from tests.commands.room import keys, open_room
from tests.tournament_chat.hall import open_hall

ENOUGH = 10.0
"""seconds of a busy machine; what grows with the square of the size takes minutes"""
SIZE = 64 * 1024
SHIPPED = Library.shipped().get("pzwarc-64").text


@contextmanager
def soon() -> Iterator[None]:
    began = time.perf_counter()
    yield
    assert time.perf_counter() - began < ENOUGH


TOML = {
    "nested lists": "a = " + "[" * SIZE,
    "nested lists, closed": "a = " + "[" * (SIZE // 2) + "]" * (SIZE // 2),
    "nested tables": "a = " + "{a = " * (SIZE // 5),
    "a long dotted key": ".".join("a" * (SIZE // 2)) + " = 1",
    "the same table": "[[t]]\n" * (SIZE // 6),
    "many tables": "\n".join(f"[t{number}]" for number in range(SIZE // 8)),
    "many deep tables": "\n".join(f"[a.b.c.d.e.f.g.h.i.j.k{number}]" for number in range(SIZE // 28)),
    "many keys": "\n".join(f"k{number} = 1" for number in range(SIZE // 10)),
    "a huge number": "a = " + "9" * SIZE,
    "a huge hexadecimal number": "a = 0x" + "f" * SIZE,
    "many large numbers": "a = [" + ",".join(["9" * 190] * (SIZE // 191)) + "]",
    "a huge exponent": "a = 1e" + "9" * 150,
    "quotes": "a = " + '"' * SIZE,
    "apostrophes": "a = " + "'" * SIZE,
    "strings without an end": 'a = """x\n' * (SIZE // 9),
    "backslashes": 'a = "' + "\\" * SIZE,
    "folded lines": 'a = """' + "\\\n" * (SIZE // 2),
    "blanks": " " * SIZE,
    "lines": "\n" * SIZE,
    "comments": "#\n" * (SIZE // 2),
    "a long word": "a" * SIZE,
    "dots": "." * SIZE,
    "commas": "a = [" + "," * SIZE,
    "a long list": "a = [" + "1," * (SIZE // 2) + "]",
    "a list of tables": "a = [" + ",".join(["{b=1}"] * (SIZE // 6)) + "]",
    "zeros": "\x00" * SIZE,
    "too many bytes": "#" * (128 * 1024 + 1),
    "a long value": SHIPPED.replace('id = "pzwarc-64"', 'id = "' + "x" * SIZE + '"'),
    "a long repetition": SHIPPED + '\n[[articles]]\nnumber = "1"\ntext.pl = "x"\n' * 1000,
}


@pytest.mark.parametrize("content", TOML.values(), ids=TOML)
def test_a_regulation_is_refused_in_time(content: str) -> None:
    with soon(), pytest.raises(RegulationErrors) as refused:
        check(content, source="some.toml")
    assert 0 < len(refused.value.problems) <= 30


@pytest.mark.parametrize(
    ("upload", "answer"),
    [
        (Upload("a.toml", b"#" * (SIZE + 1)), "regulations.too-large"),
        (Upload("a.toml", b"", is_too_large=True), "regulations.too-large"),
        (Upload("a.toml", b"\xff\xfe" * 100), "regulations.not-text"),
        (Upload("n" * 10_000 + ".toml", b"\xff"), "regulations.not-text"),
        (Upload("a.toml", TOML["nested lists"].encode()[:SIZE]), "regulation.problem.too-deep"),
    ],
)
async def test_an_upload_is_refused_in_one_sentence(tmp_path: Path, upload: Upload, answer: str) -> None:
    async with open_room(tmp_path) as room:
        with soon():
            heard = await room.say("anna", "/regulations add", chat="@anna", upload=upload)
        assert any(answer in key for key in keys(heard))
        assert all(len(message.text) < 500 for message in heard)


@pytest.mark.parametrize("name", ["board.png", "game.pdn", "film.gif", "data.bin"])
async def test_a_picture_is_not_looked_at(tmp_path: Path, name: str) -> None:
    async with open_room(tmp_path) as room:
        assert await room.say("anna", "", upload=Upload(name, b"\x89PNG" + b"\x00" * 1000)) == []


LARGE = MAX_LENGTH // 5
BEGUN = "1. c3-d4 "
PDN: dict[str, tuple[str, str | None]] = {
    # text, what is wrong with it
    "open variations": (BEGUN + "(" * LARGE, "variation"),
    "nested variations": (BEGUN + "(" * (LARGE // 2) + ")" * (LARGE // 2), None),
    "variations side by side": (BEGUN + "()" * (LARGE // 2), None),
    "a variation never begun": (BEGUN + ")", "variation"),
    "comments after one move": (BEGUN + "{a} " * (LARGE // 4), None),
    "a comment without an end": (BEGUN + "{" + "x" * LARGE, "comment"),
    "tags": ('[A "x"]\n' * (LARGE // 8), None),
    "a tag without an end": ('[A "' + "x" * LARGE, "tag"),
    "a tag of escapes": ('[A "' + '\\"' * (LARGE // 2) + '"]', None),
    "digits": ("1" * LARGE, "too-many-moves"),
    "moves": ("c3-d4 " * (MAX_PLIES + 1), "too-many-moves"),
    "results": ("* " * (LARGE // 20), None),
    "numbers": ("1. " * (LARGE // 3), None),
    "dots": ("." * LARGE, None),
    "marks": ("!" * LARGE, None),
    "glyphs": ("$1 " * (LARGE // 3), None),
    "a long capture": ("c3" + ":d4" * (LARGE // 3), "token"),
    "too long": (" " * (MAX_LENGTH + 1), "too-long"),
}


@pytest.mark.parametrize(("text", "wrong"), PDN.values(), ids=PDN)
def test_a_game_is_read_or_refused_in_time(text: str, wrong: str | None) -> None:
    if wrong is None:
        with soon():
            parse_pdn(text)
        return
    with soon(), pytest.raises(PdnError) as refused:
        parse_pdn(text)
    assert refused.value.data["reason"] == wrong


REPLAYED: dict[str, Callable[[], str]] = {
    "a huge position": lambda: '[GameType "41"]\n[FEN "W:W' + "1," * (LARGE // 2) + '1"]\n*',
    "a position of kings": lambda: '[GameType "20"]\n[FEN "W:W' + "K1,K2,K3,K4" + ':BK47,K48"]\n1. 1-6 *',
    "a huge game type": lambda: f'[GameType "{"9" * LARGE}"]\n*',
    "a long path": lambda: '[GameType "41"]\n1. c3' + ":e5" * 30 + " *",
    "the longest game": lambda: '[GameType "41"]\n' + "1. c3-d4 b6-a5 " * (MAX_PLIES // 2) + "*",
    "nested variations": lambda: '[GameType "41"]\n' + PDN["nested variations"][0] + " *",
    "no text": lambda: "\x00\xff" * 1000,
}


@pytest.mark.parametrize("text", REPLAYED.values(), ids=REPLAYED)
def test_replay_ends_in_time_and_says_what_it_found(
    text: Callable[[], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.pdn"
    file.write_text(text(), encoding="utf-8")
    with soon():
        status = run(["replay", str(file), "--json"])
    out, err = capsys.readouterr()
    assert status in (0, 1, 2)
    assert (out if status == 0 else err).count("\n") >= 1
    assert "Traceback" not in err
    assert len(err) < 1000


async def test_what_grows_with_the_square_of_a_tournament_is_not_drawn(tmp_path: Path) -> None:
    async with open_hall(tmp_path) as hall:
        code = await hall.open("pzwarc-64", settings={"system": "round-robin"})
        for number in range(WIDEST + 1):
            await hall.dispatcher.handle(hall.input("olga", f"/tournament add #{code} Guest {number}"))
        await hall.organise(f"/tournament close #{code}")
        await hall.advance(timedelta(hours=1))
        await hall.organise(f"/tournament lots #{code}")
        await hall.organise(f"/tournament start #{code}")
        assert keys(await hall.do("zenon", f"/crosstable #{code}")) == ["look.too-wide"]
        assert "standings.title" in keys(await hall.do("zenon", f"/standings #{code}"))


@pytest.mark.parametrize(
    "unit", ["\n", " ", "\n ", "*", ":a", "1", "1. ", "#", "@", "https://", "https://a.", "\\"]
)
def test_a_text_is_written_for_discord_in_time(unit: str) -> None:
    with soon():
        assert len(escape(unit * (SIZE // len(unit)) + "x")) >= SIZE - len(unit)


async def test_a_pairing_that_takes_too_long_is_given_up_and_said(tmp_path: Path) -> None:
    worker = Worker(patience=0.01)
    async with open_hall(tmp_path) as hall:
        settings = {"system": "swiss", "rounds": "3"}
        code = await hall.open("pzwarc-64", settings=settings)
        for number in range(pairing.LARGE):
            await hall.dispatcher.handle(hall.input("olga", f"/tournament add #{code} Guest {number}"))
        await hall.close_and_draw()
        await hall.organise(f"/tournament start #{code}")
        while games := await hall.due():
            for game in games:
                result = f"/result #{code} {game.board} 1-0"
                await hall.dispatcher.handle(hall.input("olga", result))
        (given_up,) = await pairing.prepare(await hall.event(), {}, True, hall.clock.now(), worker)
    worker.close()
    assert given_up.refusal == ("too-long", {})
