"""Finding regulations by name and hash, and reading them out in every language."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys

import pytest

from bot.regulations import Library, RegulationNotFound, explain, listing, read, readable
from bot.replies import Reply, Said, decode_reply, encode_reply
from bot.texts import LANGUAGES, Catalogues
from rules.regulation import RegulationErrors, load
from tests.regulation.samples import changed

LIBRARY = Library.shipped()


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("riazor", "riazor"),
        ("RIAZOR", "riazor"),
        (" grod", "grodziec-2017"),
        ("m", "mikolajki-2023"),
        # the whole id wins although it begins another one
        ("pzwarc-100", "pzwarc-100"),
        ("pzwarc-100-", "pzwarc-100-advantage"),
    ],
)
def test_a_regulation_is_found_by_its_id_or_the_beginning_that_only_it_has(name: str, id: str) -> None:
    assert LIBRARY.get(name).id == id


@pytest.mark.parametrize(
    ("name", "candidates", "is_ambiguous"),
    [
        ("pzwarc", ("pzwarc-100", "pzwarc-100-advantage", "pzwarc-64"), True),
        ("chess", LIBRARY.ids, False),
        ("", LIBRARY.ids, False),
        ("../riazor", LIBRARY.ids, False),
    ],
)
def test_a_name_that_fits_none_or_several_says_which_there_are(
    name: str, candidates: tuple[str, ...], is_ambiguous: bool
) -> None:
    with pytest.raises(RegulationNotFound) as caught:
        LIBRARY.get(name)
    assert (caught.value.candidates, caught.value.is_ambiguous) == (candidates, is_ambiguous)


def test_a_regulation_is_found_by_the_hash_of_its_text() -> None:
    for id in LIBRARY.ids:
        regulation = LIBRARY.get(id)
        assert regulation.hash == hashlib.sha256(regulation.text.encode()).hexdigest()
        assert LIBRARY.by_hash(regulation.hash) is regulation
    assert LIBRARY.by_hash("0" * 64) is None


def test_a_regulation_kept_as_text_reads_as_the_same_regulation() -> None:
    kept = LIBRARY.get("riazor").text
    assert read(kept) == LIBRARY.get("riazor")
    assert read(kept) is read(kept)


def test_which_regulations_there_are_is_known_without_reading_any() -> None:
    code = (
        "import sys; from bot.regulations import Library; "
        "ids = Library.shipped().ids; print(len(ids), 'pydantic' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["7", "False"]


# --- in words --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def catalogues() -> Catalogues:
    return Catalogues.load()


def words(catalogues: Catalogues, lines: tuple[object, ...], language: str) -> str:
    assert all(isinstance(line, Said) for line in lines)
    return "\n".join(catalogues.say(line, language) for line in lines)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", LIBRARY.ids)
def test_a_regulation_reads_as_text_with_every_article_and_silent_point(
    catalogues: Catalogues, caplog: pytest.LogCaptureFixture, id: str, language: str
) -> None:
    regulation = LIBRARY.get(id)
    text = words(catalogues, readable(regulation), language)
    assert not re.search(r"\bregulation\.[a-z]", text)
    assert "{" not in text
    assert not caplog.records
    assert regulation.names[language] in text
    for clause in regulation.clauses():
        assert clause.article in text
    for point in regulation.silent:
        assert point.choice.get(language, point.choice["en"]) in text


@pytest.mark.parametrize(
    ("id", "language", "line"),
    [
        (
            "grodziec-2017",
            "pl",
            "1 damka kontra 1 damka: po 16 ruchów każdego gracza (art. 7.9, zob. uwagę 8).",
        ),
        ("grodziec-2017", "pl", "Wysłany ruch jest ostateczny (art. 7.10, zob. uwagę 15)."),
        ("grodziec-2017", "pl", "Gracze wykonują ruchy na przemian (art. 7.3)."),
        ("grodziec-2017", "pl", "Damka nie ma pierwszeństwa w biciu (art. 7.7)."),
        (
            "grodziec-2017",
            "pl",
            "Bicie jest obowiązkowe; z kilku bić o pierwszeństwie decyduje największa liczba zbitych warcab "
            "(art. 7.4, 7.6, 7.7).",
        ),
        (
            # the document takes the piece; what else becomes of the move it does not say
            "grodziec-2017",
            "pl",
            "Ruch, który pominął bicie, zostaje; z kilku warcab, które mogły bić, przepada ta, którą "
            "wybierze przeciwnik (art. 7.4, zob. uwagi 3, 4, 5, 6).",
        ),
        ("mikolajki-2023", "pl", "Białymi gra młodszy gracz (Z7, zob. uwagę 6)."),
        # nothing is a draw here until the kings have been counted
        (
            "mikolajki-2023",
            "pl",
            "25 kolejnych ruchów każdego gracza, w których chodzą tylko damki i nic nie zostaje zbite: "
            "gra staje i liczy się damki (brak w dokumencie, uwaga 7).",
        ),
        (
            "mikolajki-2023",
            "pl",
            "Gracze mogą zgodzić się przerwać grę; wtedy liczy się damki (brak w dokumencie, uwaga 10).",
        ),
        (
            "mikolajki-2023",
            "pl",
            "Sędzia może przerwać grę; wtedy liczy się damki (brak w dokumencie, uwaga 13).",
        ),
        (
            "pzwarc-64",
            "pl",
            "Zwykły ruch zapisuje się z myślnikiem, bicie ze znakiem „x” (art. 8.2.2, 8.2.3).",
        ),
        ("riazor", "gl", "Perde quen esgota o tempo (Perdido d, véxase a nota 6)."),
        (
            "riazor",
            "gl",
            "Reloxo, se os xogadores non acordan outra cousa: 10 minutos por partida "
            "(non está no documento, nota 7).",
        ),
        (
            "riazor",
            "en",
            "3 kings against 1 king: 12 moves by the stronger side (Límite a, Empatado b, see note 8).",
        ),
        (
            # the count is latched: giving the diagonal up does not end it
            "riazor",
            "en",
            "It counts from when the stronger side alone holds the main diagonal "
            "(Límite a, Empatado b, see note 8).",
        ),
        (
            "slidy-2015",
            "uk",
            "Слід захищає своя тура або свій слід на клітинці зі спільною стороною (п. 7, див. примітку 2).",
        ),
        ("slidy-2015", "uk", "Погоджуватися на нічию заборонено (Нічия)."),
        ("slidy-2015", "uk", "Хто здається, програє (у документі немає, примітка 8)."),
        # the tournament
        ("grodziec-2017", "pl", "W finale gra się do 2 wygranych partii (art. 6.3)."),
        ("grodziec-2017", "pl", "1. miejsce: puchar i dyplom (art. 8.1)."),
        ("grodziec-2017", "pl", "Powód wykluczenia: przeszkadzanie innym (art. 6.5)."),
        (
            "grodziec-2017",
            "pl",
            "System rozgrywek wybiera organizator: pucharowy lub kołowy (art. 6.1).",
        ),
        ("grodziec-2017", "uk", "Початок: 6 лютого 2017 (п. 4)."),
        ("grodziec-2017", "gl", "Tempo entre roldas: 2 días (art. 4, véxase a nota 26)."),
        ("grodziec-2017", "en", "Points: win 2, draw 1, loss 0 (art. 6.4)."),
        (
            "mikolajki-2023",
            "pl",
            "klasy IV–VI: z każdej klasy przechodzą dalej 4 osoby (Z4, zob. uwagi 16, 17).",
        ),
        (
            "mikolajki-2023",
            "pl",
            "klasy VII–VIII: z każdej klasy przechodzi dalej 6 osób (Z4, zob. uwagi 16, 17).",
        ),
        ("mikolajki-2023", "en", "grades IV–VI: 4 entrants of each class go on (Z4, see notes 16, 17)."),
        ("mikolajki-2023", "pl", "Rozdanie dyplomów i nagród (P8)."),
        ("slidy-2015", "uk", "Очки: перемога 1, нічия ½, поразка 0 (Очки)."),
        ("slidy-2015", "uk", "Місця 1–3: грамота, медаль і цінний приз (Групи, див. примітку 12)."),
        ("riazor", "gl", "No suízo xóganse 5 roldas (Inicio)."),
        ("riazor", "gl", "Cota: 2 € (Inscrición)."),
        ("riazor", "gl", "As inscricións comezan ás 19:20 (Inscrición)."),
        ("riazor", "gl", "Venres, 4 de xaneiro (Data)."),
    ],
)
def test_a_rule_names_its_article_or_the_silent_point(
    catalogues: Catalogues, id: str, language: str, line: str
) -> None:
    assert line in words(catalogues, readable(LIBRARY.get(id)), language).split("\n")


def test_the_readable_text_can_be_kept_as_a_reply() -> None:
    for id in LIBRARY.ids:
        reply = Reply(lines=readable(LIBRARY.get(id)))
        assert decode_reply(encode_reply(reply)) == reply


def test_the_list_names_every_regulation(catalogues: Catalogues) -> None:
    text = words(catalogues, listing(LIBRARY, "/regulations show"), "uk")
    assert all(id in text and LIBRARY.get(id).names["uk"] in text for id in LIBRARY.ids)
    assert "/regulations show" in text


@pytest.mark.parametrize(
    ("change", "language", "sentence"),
    [
        (
            ("size = {", "sise = {"),
            "en",
            "club.toml, line 14, draughts.sise: there is no such key here; is `size` meant?",
        ),
        (
            ("moves = 16", "moves = 0"),
            "pl",
            "club.toml, wiersz 43, draws[2].moves: za mało; najmniej 1.",
        ),
        (
            ('"2K+m v K"', '"K v 2K"'),
            "gl",
            "club.toml, liña 42, draws[2].patterns[2]: esta regra nunca se aplica: "
            "o segundo bando é o máis forte; cambia a orde.",
        ),
        (
            ('article = "6"\n', ""),
            "uk",
            "club.toml, рядок 25, agreement.article: цього не охоплює ні пункт, ні `[[silent]]`; "
            'вкажи пункт або допиши `[[silent]]` з `about = ["agreement"]`.',
        ),
        (
            ('id = "club"', "id = club"),
            "en",
            "club.toml, line 2: this is not valid TOML from character 6 on: id = club",
        ),
    ],
)
def test_a_problem_says_where_it_is_what_it_is_and_what_to_do(
    catalogues: Catalogues, change: tuple[str, str], language: str, sentence: str
) -> None:
    with pytest.raises(RegulationErrors) as caught:
        load(changed(change), source="club.toml")
    assert [catalogues.say(line, language) for line in explain(caught.value)] == [sentence]
