"""The bot about itself: greeting, help, languages, settings, regulations of a chat, and being forgotten."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.chats.port import Upload
from bot.commands.about import SETTINGS
from bot.commands.registry import COMMANDS
from bot.replies import said
from bot.texts import LANGUAGES
from tests.commands.room import LIBRARY, TEXTS, Room, keys, open_room, words

GRODZIEC = LIBRARY.get("grodziec-2017").text
NUL = "\x00"


def toml(text: str | bytes, name: str = "club.toml") -> Upload:
    return Upload(name, text if isinstance(text, bytes) else text.encode())


OWN = re.sub(r'(?m)^(pl|uk|gl|en) = ".*"$', r'\1 = "Our club"', GRODZIEC, count=4).replace(
    'id = "grodziec-2017"', 'id = "our-club"'
)


# --- greeting and help --------------------------------------------------------------------------------------


async def test_a_greeting_says_what_can_be_done_here_and_now(room: Room) -> None:
    [hello] = await room.say("anna", "/start")
    assert hello.to == "anna"
    assert "help.play-first" in hello.keys
    assert [press.argument for press in hello.presses] == [f"language {code}" for code in LANGUAGES]
    await room.say("anna", "/play grodziec-2017")
    assert "help.challenge" in keys(await room.say("piotr", "/start"))
    await room.say("piotr", "/accept")
    turn = (await room.games())[0]
    assert turn.code in words(await room.say("anna", "/start"))
    assert {"help.your-turn", "help.their-turn"} <= {
        *keys(await room.say("anna", "/start")),
        *keys(await room.say("piotr", "/start")),
    }


@pytest.mark.parametrize("locale", LANGUAGES)
async def test_help_explains_every_command_in_every_language(tmp_path: Path, locale: str) -> None:
    async with open_room(tmp_path, locale) as room:
        [listed] = await room.say("anna", "/help")
        explained = words([(await room.say("anna", press=data))[0] for data in listed.buttons.values()])
        for command in COMMANDS:
            assert f"/{command.name}" in listed.text
            assert TEXTS.say(said(command.help_key), locale) in explained
            [one] = await room.say("anna", f"/help {command.name}")
            assert TEXTS.say(command.usage, locale) in one.text
            for word in command.aliases.get(locale, ()):
                assert f"/{word}" in one.text
                assert (await room.say("anna", f"/help /{word}"))[0].reply.lines == one.reply.lines


async def test_help_for_what_is_no_command_says_so(room: Room) -> None:
    assert keys(await room.say("anna", "/help nosuch")) == ["error.unknown-command"]
    assert keys(await room.say("anna", "/help /")) == ["error.unknown-command"]


# --- languages ----------------------------------------------------------------------------------------------


async def test_a_person_is_answered_in_their_language_and_a_chat_in_its_own(room: Room) -> None:
    await room.say("piotr", "/start")
    [refused] = await room.say("anna", "/move c3-d4", locale="pl")
    assert refused.reply.language == "pl"
    [challenge] = await room.say("anna", "/play grodziec-2017", locale="pl")
    assert challenge.reply.language == "en"
    [own] = await room.say("anna", "/language uk", locale="pl")
    assert own.keys == ["language.yours"]
    assert own.reply.language == "uk"
    assert (await room.say("anna", "/move c3-d4", locale="pl"))[0].reply.language == "uk"
    assert (await room.say("anna", "/games", locale="pl"))[0].reply.language == "en"
    [chosen] = await room.say("eva", "/language gl", admin=True)
    assert chosen.to is None
    assert chosen.reply.language == "gl"
    assert (await room.say("anna", "/games"))[0].reply.language == "gl"


async def test_in_private_the_language_is_that_of_both(room: Room) -> None:
    [chosen] = await room.say("anna", "/język pl", chat="@anna")
    assert chosen.keys == ["language.chosen"]
    assert chosen.reply.language == "pl"
    assert (await room.say("anna", "/games", chat="@anna"))[0].reply.language == "pl"


async def test_a_chat_speaks_as_the_first_there_who_has_a_language(room: Room) -> None:
    unnamed = await room.say("channel", "/help", admin=True, anonymous=True)
    named = await room.say("anna", "/help", locale="pl")
    later = await room.say("channel", "/help", admin=True, anonymous=True, locale="gl")
    assert [told.reply.language for told in (*unnamed, *named, *later)] == ["en", "pl", "pl"]


async def test_a_private_chat_speaks_the_language_that_was_chosen_elsewhere(room: Room) -> None:
    for language in ("pl", "uk"):
        await room.say("anna", f"/language {language}")
        assert (await room.say("anna", "/games", chat="@anna"))[0].reply.language == language


@pytest.mark.parametrize(
    ("word", "language"),
    [("polski", "pl"), ("Українська", "uk"), ("galego", "gl"), ("EN", "en"), ("pl-PL", "pl")],
)
async def test_a_language_can_be_called_by_its_name(room: Room, word: str, language: str) -> None:
    assert (await room.say("anna", f"/language {word}"))[0].reply.language == language


async def test_a_language_that_is_not_spoken_is_refused(room: Room) -> None:
    assert keys(await room.say("anna", "/language de"))[0] == "error.unknown-word"
    [which] = await room.say("anna", "/language")
    assert len(which.presses) == len(LANGUAGES)
    assert keys(await room.say("anna", press=which.button("do", "language uk"))) == ["language.yours"]


@pytest.mark.parametrize(
    ("locale", "language"), [("pl-PL", "pl"), ("uk_UA", "uk"), ("de", "en"), ("", "en"), ("\x00🤖", "en")]
)
async def test_the_locale_of_an_account_decides_until_a_language_is_chosen(
    room: Room, locale: str, language: str
) -> None:
    assert (await room.say("anna", "/start", locale=locale))[0].reply.language == (language or "en")


# --- settings -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("theme contrast", "theme", "contrast"),
        ("theme NIGHT", "theme", "night"),
        ("board black", "board", "black"),
        ("notation algebraic", "notation", "algebraic"),
        ("arbiter yes", "arbiter", "yes"),
        ("zone europe/warsaw", "zone", "Europe/Warsaw"),
        ("regulation riazor", "regulation", "riazor"),
        ("regulation grod", "regulation", "grodziec-2017"),
        ("regulation none", "regulation", ""),
    ],
)
async def test_an_administrator_sets_a_chat_up(room: Room, text: str, name: str, value: str) -> None:
    [changed] = await room.say("eva", f"/settings {text}", admin=True)
    assert "settings.changed" in changed.keys
    async with room.database.reading() as reading:
        place = await reading.places.by_ref("console", "damka", "lib", "")
    assert place is not None
    assert place.settings.get(name, "") == value


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("/settings theme mauve", "settings.unknown"),
        ("/settings board sideways", "settings.unknown"),
        ("/settings zone Mars/Olympus", "settings.unknown-zone"),
        ("/settings zone ../../etc/passwd", "settings.unknown-zone"),
        ("/settings regulation nosuch", "regulation.not-found"),
        ("/settings regulation pzwarc", "regulation.ambiguous"),
        ("/settings nosuch yes", "settings.unknown"),
        ("/settings theme " + "x" * 900, "settings.unknown"),
    ],
)
async def test_a_bad_setting_is_refused_with_what_is_possible(room: Room, text: str, answer: str) -> None:
    [refused] = await room.say("eva", text, admin=True)
    assert answer in refused.keys
    async with room.database.reading() as reading:
        place = await reading.places.by_ref("console", "damka", "lib", "")
    assert place is not None
    assert place.settings == {}


async def test_settings_are_shown_to_all_and_changed_by_administrators(room: Room) -> None:
    [shown] = await room.say("anna", "/settings")
    not_here = {"threads", "organisers", "arbiters"}  # a chat without threads and roles
    assert {key for key in shown.keys if key.startswith("setting.")} == {
        f"setting.{name}" for name in SETTINGS if name not in not_here
    }
    assert shown.presses == []
    assert keys(await room.say("anna", "/settings theme night")) == ["refused.not-an-admin"]
    [offered] = await room.say("eva", "/settings theme", admin=True)
    [refused] = await room.say("anna", press=offered.button("do", "settings theme night"))
    assert refused.toast
    assert "settings.changed" in keys(
        await room.say("eva", press=offered.button("do", "settings theme night"), admin=True)
    )


async def test_settings_show_on_boards(room: Room) -> None:
    await room.say("eva", "/settings board black", admin=True)
    await room.say("eva", "/settings theme night", admin=True)
    await room.say("eva", "/settings regulation riazor", admin=True)
    code = await room.begin("")
    assert (await room.game(code)).regulation.id == "riazor"
    board = (await room.board(code)).board
    assert board is not None
    assert (board.viewed_by, board.theme) == ("black", "night")


# --- regulations --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id", LIBRARY.ids)
async def test_every_regulation_can_be_read_here(room: Room, id: str) -> None:
    [listed] = await room.say("anna", "/regulations list")
    [shown] = await room.say("anna", press=listed.button("do", f"regulations show {id}"))
    assert shown.to == "anna"
    assert id in shown.text
    assert "regulation.section.silent" in shown.keys


async def test_an_unknown_regulation_is_answered_with_what_there_is(room: Room) -> None:
    [refused] = await room.say("anna", "/regulations show nosuch")
    assert refused.keys == ["regulation.not-found"]
    assert "riazor" in refused.text
    assert keys(await room.say("anna", "/regulations show pzwarc")) == ["regulation.ambiguous"]
    assert keys(await room.say("anna", "/regulations show"))[0] == "error.missing-word"
    [more] = await room.say("anna", "/regulations")
    assert more.keys == ["error.more-words"]
    assert "/regulations show" in more.text
    assert keys(await room.say("anna", "/regulations riazor")) == ["error.more-words"]


async def test_a_chat_plays_by_a_regulation_of_its_own_and_others_do_not(room: Room) -> None:
    [added] = await room.say("eva", "/regulations add", admin=True, upload=toml(OWN))
    assert added.keys == ["regulations.added"]
    assert "regulations.loaded-here" in keys(await room.say("anna", "/regulations list"))
    assert (await room.game(await room.begin("our-club"))).regulation.id == "our-club"
    assert (await room.game(await room.begin("our"))).regulation.id == "our-club"
    assert "regulation.not-found" in keys(await room.say("anna", "/play our-club", chat="other"))
    [refused] = await room.say("anna", "/play nosuch")
    assert "riazor" in refused.text
    assert "our-club" in refused.text


async def test_a_changed_copy_is_not_taken_for_the_shipped_regulation(room: Room) -> None:
    name = LIBRARY.get("grodziec-2017").names["en"]
    copy = GRODZIEC.replace('id = "grodziec-2017"', 'id = "ours"').replace("hints = false", "hints = true")
    assert keys(await room.say("eva", "/regulations add", admin=True, upload=toml(copy))) == [
        "regulations.added"
    ]
    assert f"Regulation: {name} (ours)." in words(await room.say("anna", "/play @piotr ours"))
    assert f"Regulation: {name} (ours)." in words(await room.say("piotr", "/accept"))
    [which] = await room.say("anna", "/play @piotr")
    assert {f"{name} (ours)", f"{name} (grodziec-2017)"} <= set(which.buttons)
    assert f"Regulation: {name}." in words(await room.say("anna", "/play @piotr grodziec-2017"))


async def test_regulations_of_one_name_can_be_told_apart(room: Room) -> None:
    for id in ("our-club", "their-club"):
        assert "regulations.added" in keys(
            await room.say("eva", admin=True, upload=toml(OWN.replace('"our-club"', f'"{id}"')))
        )
    [which] = await room.say("anna", "/play @piotr")
    assert {"Our club (our-club)", "Our club (their-club)"} <= set(which.buttons)
    assert "Grodziec Municipal Draughts Tournament, 2017" in which.buttons


async def test_a_file_alone_is_enough_and_a_newer_one_takes_its_place(room: Room) -> None:
    await room.say("eva", admin=True, upload=toml(OWN))
    before = await room.begin("our-club")
    await room.say("eva", admin=True, upload=toml(OWN.replace("hints = false", "hints = true")))
    after = await room.begin("our-club")
    assert not (await room.game(before)).regulation.play.hints
    assert (await room.game(after)).regulation.play.hints


@pytest.mark.parametrize(
    ("upload", "answer"),
    [
        (toml(GRODZIEC), "regulations.shipped"),
        (toml("this is no TOML ["), "regulation.problem"),
        (toml(OWN.replace('preset = "brazilian"', 'preset = "chess"')), "regulation.problem.at"),
        (toml(OWN + "\nnosuch = 1\n"), "regulation.problem.at"),
        (toml(""), "regulation.problem.at"),
        (toml(NUL), "regulation.problem"),
        (toml(b"\xff\xfe\x00PNG\r\n\x1a\n"), "regulations.not-text"),
        (toml(OWN + "# " + "x" * 65_536), "regulations.too-large"),
        (toml("a = " + "[" * 30_000), "regulation.problem"),
        (toml("a" + ".a" * 30_000 + " = 1"), "regulation.problem"),
        (toml("a = " + "9" * 60_000), "regulation.problem"),
        (toml("\n".join(f"k{n} = 1" for n in range(5000))), "regulation.problem.at"),
        (toml("[[draws]]\n" * 6000), "regulation.problem.at"),
        (toml(OWN.replace("moves = 16", "moves = 99999999999999999999")), "regulation.problem.at"),
        (toml(OWN.replace('id = "our-club"', 'id = "white"')), "regulations.taken-word"),
        (toml(OWN.replace('id = "our-club"', 'id = "none"')), "regulations.taken-word"),
        (toml(OWN.replace('"K v K"', '"99K v K"')), "regulation.never.too-many-pieces"),
        (Upload("\ud800\n\x00.toml", b"[["), "regulation.problem"),
        (Upload("../../etc/passwd", b""), "regulation.problem.at"),
        (None, "regulations.attach-file"),
    ],
)
async def test_a_bad_file_is_answered_in_words_and_loads_nothing(
    room: Room, upload: Upload | None, answer: str, caplog: pytest.LogCaptureFixture
) -> None:
    heard = await room.say("eva", "/regulations add", admin=True, upload=upload)
    assert len(heard) == 1
    assert answer in heard[0].keys, words(heard)[:500]
    assert len(heard[0].reply.lines) <= 200
    assert caplog.records == []


async def test_only_administrators_load_regulations_and_other_files_are_nobodys_business(room: Room) -> None:
    assert keys(await room.say("anna", "/regulations add", upload=toml(OWN))) == ["refused.not-an-admin"]
    assert await room.say("anna", upload=Upload("holiday.jpg", b"\xff\xd8")) == []
    assert await room.say("eva", upload=Upload("minutes.pdf", b"%PDF"), admin=True) == []
    assert keys(await room.say("anna", upload=Upload("x.jpg", b"\xff"), chat="@anna")) == [
        "regulations.other-file"
    ]


async def test_twenty_regulations_are_enough_for_a_chat(room: Room) -> None:
    for number in range(20):
        text = OWN.replace('"our-club"', f'"club-{number}"')
        assert "regulations.added" in keys(await room.say("eva", admin=True, upload=toml(text)))
    assert keys(await room.say("eva", admin=True, upload=toml(OWN))) == ["regulations.too-many"]
    again = OWN.replace('"our-club"', '"club-7"').replace("hints = false", "hints = true")
    assert keys(await room.say("eva", admin=True, upload=toml(again))) == ["regulations.added"]
