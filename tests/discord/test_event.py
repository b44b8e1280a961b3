"""A tournament on Discord: what is asked in private, forms, roles, pins."""

from __future__ import annotations

from pathlib import Path

from tests.discord.program import Club
from tests.discord.whole import damka
from tests.servers.discord.model import Message, Role
from tests.servers.discord.people import Person
from tests.servers.discord.world import World


async def answers(world: World, person: Person, question: Message, text: str) -> Message:
    """Open the form below a question and send it off; what is said then."""
    opened = await person.presses("Odpowiedz", question)
    await person.submits(opened.modal, answer=text)
    await world.settled()
    return person.last(question.channel)


async def test_personal_questions_are_asked_and_answered_where_only_one_sees_them(
    world: World, tmp_path: Path
) -> None:
    club = await Club.found(world)
    club.piotr.closes_messages()
    async with damka(world, tmp_path):
        await club.anna.uses("/tournament new", club.channel, id="mikolajki-2023", title="Mikołajki")
        await world.settled()
        asked = next(one for one in club.anna.sees(club.channel) if "Odpowiedz" in one.labels)
        await answers(world, club.anna, asked, "IVa IVb V")
        await club.anna.uses("/tournament open", club.channel)
        await world.settled()
        sign_up = next(one for one in club.channel.messages if "Zapisz się" in one.labels)
        await club.piotr.presses("Zapisz się", sign_up)
        await world.settled()
        [who] = [one for one in club.piotr.sees(club.channel) if one.is_ephemeral]
        assert "Siebie" in who.labels
        await club.piotr.presses("Siebie", who)
        await world.settled()
        again = await answers(world, club.piotr, club.piotr.last(club.channel), "nowhere")
        assert again.is_ephemeral
        assert "Odpowiedz" in again.labels  # it is asked once more
        question = await answers(world, club.piotr, again, "IVa")
        while "Piotr" not in sign_up.text:
            if "Odpowiedz" in question.labels:
                question = await answers(world, club.piotr, question, "2013")
            else:
                await club.piotr.presses(question.labels[0], question)
                await world.settled()
                question = club.piotr.last(club.channel)
        assert club.piotr.dm.messages == []
        assert "Kogo zapisujesz" not in club.anna.reads(club.channel)


async def test_whoever_takes_no_messages_is_asked_in_the_server_all_the_same(
    world: World, tmp_path: Path
) -> None:
    club = await Club.found(world)
    club.piotr.closes_messages()
    async with damka(world, tmp_path):
        await club.anna.uses("/tournament new", club.channel, id="mikolajki-2023", title="Mikołajki")
        await world.settled()
        await club.anna.uses("/tournament open", club.channel)
        await club.piotr.uses("/start", club.piotr.dm)
        await world.settled()
        assert club.piotr.dm.messages == []  # the bot has learnt that it cannot write there
        await club.piotr.uses("/join", club.channel)
        await world.settled()
        assert any("Siebie" in one.labels for one in club.piotr.sees(club.channel))


async def managed(world: World) -> tuple[Club, Person, Role]:
    """A club, who manages its server, and the role that Piotr has there."""
    club = await Club.found(world)
    chief = await world.person("chief", "Chief", club.guild)
    await world.role(club.guild, "Boss", 1 << 5, chief)
    return club, chief, await world.role(club.guild, "Helpers", 0, club.piotr)


async def test_roles_of_the_server_organise(world: World, tmp_path: Path) -> None:
    club, chief, helpers = await managed(world)
    async with damka(world, tmp_path):
        await chief.uses("/settings", club.channel, setting="organisers", value=helpers.mention)
        await world.settled()
        assert "Rola organizatorów: @Helpers" in chief.reads(club.channel)
        await club.anna.uses("/tournament new", club.channel, id="riazor", title="Torneo")
        await world.settled()
        await club.piotr.uses("/tournament open", club.channel)
        await world.settled()
        assert "Zapisy otwarte" in club.piotr.reads(club.channel)


async def test_who_manages_the_server_organises_until_a_role_is_named(world: World, tmp_path: Path) -> None:
    club, chief, helpers = await managed(world)
    async with damka(world, tmp_path):
        await club.anna.uses("/tournament new", club.channel, id="riazor", title="Torneo")
        await world.settled()
        await club.piotr.uses("/tournament open", club.channel)
        await world.settled()
        assert "Zapisy otwarte" not in club.piotr.reads(club.channel)
        await chief.uses("/tournament open", club.channel)
        await world.settled()
        assert "Zapisy otwarte" in chief.reads(club.channel)
        await chief.uses("/settings", club.channel, setting="organisers", value=helpers.mention)
        await world.settled()
        await chief.uses("/tournament close", club.channel)
        await world.settled()
        assert "Zapisy zamknięte" not in chief.reads(club.channel)
        await club.piotr.uses("/tournament close", club.channel)
        await world.settled()
        assert "Zapisy zamknięte" in chief.reads(club.channel)


async def test_what_only_one_sees_pushes_nothing_up(world: World, tmp_path: Path) -> None:
    club = await Club.found(world)
    async with damka(world, tmp_path):
        await club.anna.uses("/tournament new", club.channel, id="riazor", title="Torneo")
        await world.settled()
        await club.anna.uses("/tournament open", club.channel)
        await world.settled()
        for number in range(10):
            await club.anna.uses("/tournament add", club.channel, name=f"Guest {number}")
            await world.settled()
    [sign_up] = [one for one in club.channel.messages if "Zapisz się" in one.labels]
    assert "Guest 9" in sign_up.text
