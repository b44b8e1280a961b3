"""Games: found by place, person, code and deadline, and changed only by compare-and-set."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from storage import Database, Draft, GameId
from storage.errors import Conflict, StaleVersion
from storage.repositories.games import GameStatus
from tests.storage.samples import HASH, NOW, club_with_game, found_club, later, start_game


async def test_a_game_comes_back_as_it_was_stored(database: Database) -> None:
    _, game = await club_with_game(database)
    async with database.reading() as reading:
        assert await reading.games.by_id(game.id) == game
        assert await reading.games.by_code("g7k2") == game
        assert await reading.games.by_code("AAAA") is None
        assert await reading.games.by_id(GameId(99)) is None


async def test_a_code_is_given_once(database: Database) -> None:
    club, _ = await club_with_game(database)
    async with database.unit_of_work() as unit:
        with pytest.raises(Conflict):
            await start_game(unit, club)


async def test_everything_that_changes_is_saved(database: Database) -> None:
    _, game = await club_with_game(database)
    changed = replace(
        game,
        status=GameStatus.ENDED,
        turn=None,
        ply=41,
        fen="W:WK10:B",
        result="1-0",
        reason="no-pieces",
        article="6.1",
        updated=later(5),
    )
    async with database.unit_of_work() as unit:
        saved = await unit.games.save(changed)
        assert saved == replace(changed, version=game.version + 1)
        assert await unit.games.by_id(game.id) == saved


async def test_a_stale_version_is_refused(database: Database) -> None:
    _, game = await club_with_game(database)
    async with database.unit_of_work() as unit:
        await unit.games.save(replace(game, ply=1))
        with pytest.raises(StaleVersion) as caught:
            await unit.games.save(replace(game, ply=1))
    assert caught.value.data == {"game": game.id, "expected": game.version}


async def test_of_many_who_save_one_version_at_once_a_single_one_succeeds(database: Database) -> None:
    _, game = await club_with_game(database)

    async def move(ply: int) -> int | None:
        try:
            async with database.unit_of_work() as unit:
                await unit.games.save(replace(game, ply=ply))
                await asyncio.sleep(0.001)
                await unit.commit()
        except StaleVersion:
            return None
        return ply

    won = [ply for ply in await asyncio.gather(*(move(ply) for ply in range(1, 13))) if ply is not None]
    assert len(won) == 1
    async with database.reading() as reading:
        stored = await reading.games.by_id(game.id)
    assert stored == replace(game, ply=won[0], version=game.version + 1)


async def test_a_person_is_found_in_the_running_games_of_a_place_with_all_seats(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        other = await unit.places.add("console", "damka", "other", kind="group", created=NOW)
        first = await start_game(unit, club, "AAAA")
        second = await start_game(unit, club, "BBBB")
        await start_game(unit, replace(club, place=other.id), "CCCC")
        ended = await start_game(unit, club, "DDDD")
        await unit.games.save(replace(ended, status=GameStatus.ENDED))
        white, black = await unit.sides.of(second.id)
        await unit.sides.control(black.id, club.anna)
        await unit.sides.control(black.id, club.anna)
        found = await unit.games.running_for(club.place, club.anna)
        assert [(item.game, item.seats) for item in found] == [(first, (1,)), (second, (1, 2))]
        await unit.sides.release(white.id, club.anna)
        found = await unit.games.running_for(club.place, club.anna)
        assert [(item.game.code, item.seats) for item in found] == [("AAAA", (1,)), ("BBBB", (2,))]
        everywhere = await unit.games.of_person(club.anna, (GameStatus.RUNNING,))
        assert [item.game.code for item in everywhere] == ["AAAA", "BBBB", "CCCC"]


async def test_games_of_a_place_by_status(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        running = await start_game(unit, club, "AAAA")
        offered = await unit.games.add(
            code="BBBB", place=club.place, regulation=HASH, status=GameStatus.OFFERED, created=NOW
        )
        ended = await unit.games.save(replace(await start_game(unit, club, "CCCC"), status=GameStatus.ENDED))
        assert await unit.games.in_place(club.place) == [running, offered]
        assert await unit.games.in_place(club.place, [GameStatus.ENDED]) == [ended]


async def test_sides_are_listed_by_seat_with_whoever_controls_them(database: Database) -> None:
    club, game = await club_with_game(database)
    async with database.unit_of_work() as unit:
        white, black = await unit.sides.of(game.id)
        assert (white.color, white.controllers) == ("white", (club.anna,))
        assert (black.color, black.controllers) == ("black", (club.piotr,))
        await unit.sides.release(black.id, club.piotr)
        assert (await unit.sides.of(game.id))[1].controllers == ()
        await unit.sides.control(black.id, club.piotr)
        await unit.sides.control(black.id, club.anna)
        assert (await unit.sides.of(game.id))[1].controllers == (club.anna, club.piotr)
        assert await unit.sides.of_many((game.id, GameId(99))) == {
            game.id: await unit.sides.of(game.id),
            GameId(99): (),
        }


async def test_a_colour_belongs_to_one_side(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        game = await unit.games.add(
            code="AAAA", place=club.place, regulation=HASH, status=GameStatus.OFFERED, created=NOW
        )
        first, second = await unit.sides.add(game.id, 1), await unit.sides.add(game.id, 2)
        await unit.sides.set_color(first.id, "black")
        assert [side.color for side in await unit.sides.of(game.id)] == ["black", None]
        with pytest.raises(Conflict):
            await unit.sides.set_color(second.id, "black")


async def test_a_seat_is_kept_for_a_name_until_it_is_taken(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        game = await unit.games.add(
            code="AAAA", place=club.place, regulation=HASH, status=GameStatus.OFFERED, created=NOW
        )
        side = await unit.sides.add(game.id, 2)
        await unit.sides.invite(side.id, "console", "Olena")
        (invitation,) = await unit.sides.invitations(game.id)
        assert (invitation.side, invitation.game, invitation.username) == (side.id, game.id, "olena")
        await unit.sides.uninvite(side.id)
        assert await unit.sides.invitations(game.id) == []


async def test_deadlines_come_in_order_and_only_for_open_games(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        for code, seconds in (("AAAA", 30), ("BBBB", 10), ("CCCC", 20)):
            game = await start_game(unit, club, code)
            await unit.games.save(replace(game, deadline=later(seconds), deadline_kind="flag"))
        over = await start_game(unit, club, "DDDD")
        await unit.games.save(replace(over, status=GameStatus.ENDED, deadline=later(1), deadline_kind="flag"))
        await start_game(unit, club, "EEEE")
        assert [game.code for game in await unit.games.due(later(20))] == ["BBBB", "CCCC"]
        assert [game.code for game in await unit.games.due(later(99), limit=1)] == ["BBBB"]
        assert [game.code for game in await unit.games.due(later(99))] == ["BBBB", "CCCC", "AAAA"]
        assert await unit.games.due(later(9)) == []


async def test_all_deadlines_are_moved_in_one_go(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        for number in range(20):
            game = await start_game(unit, club, f"G{number}")
            await unit.games.save(replace(game, deadline=later(number), deadline_kind="flag"))
        await start_game(unit, club, "NONE")
        await unit.commit()
    async with database.unit_of_work() as unit:
        games = await unit.games.with_deadline()
        assert len(games) == 20
        drafts = [
            (Draft(game.subject, "credit", 1, '{"seconds":60}', later(60)), game.head) for game in games
        ]
        entries = await unit.log.extend(drafts)
        moved = [
            replace(game.at_head(entry.head), deadline=later(60 + number), updated=later(60))
            for number, (game, entry) in enumerate(zip(games, entries, strict=True))
        ]
        await unit.games.save_all(moved)
        await unit.commit()
    async with database.reading() as reading:
        assert (await reading.games.due(later(999)))[0].deadline == later(60)
        stored = await reading.games.by_code("G19")
        assert stored is not None
        assert (stored.deadline, stored.version, stored.log_seq) == (later(79), 4, 2)
        assert (await reading.log.of(stored.subject))[-1].head == stored.head


async def test_saving_many_with_one_stale_among_them_is_refused(database: Database) -> None:
    async with database.unit_of_work() as unit:
        club = await found_club(unit)
        games = [await start_game(unit, club, code) for code in ("AAAA", "BBBB", "CCCC")]
        await unit.games.save(replace(games[1], ply=1))
        with pytest.raises(StaleVersion):
            await unit.games.save_all([replace(game, ply=2) for game in games])
