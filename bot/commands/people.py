"""Places and people: who speaks, where, and under which names; remembered once the database has them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime

from bot.chats.port import NEW_THREAD, Input, PlaceRef, Speaker
from bot.commands.directory import Directory
from bot.commands.place import Person, Place, PlaceSettings
from bot.letters import one_line
from bot.texts import match_language
from storage.ids import AccountId, EventId, PersonId, PlaceId, Subject, SubjectKind
from storage.repositories.dialogues import Dialogue
from storage.repositories.persons import Account
from storage.repositories.persons import Person as StoredPerson
from storage.repositories.places import Place as PlaceRow
from storage.unit_of_work import UnitOfWork

NAME = "name"
LOCALE = "locale"
THREAD = "thread"
"""kind of a place that was made for one game"""
LONGEST_NAME = 64


class People:
    """The directory as seen from one unit of work: what that has learned is kept when it is committed."""

    def __init__(self, directory: Directory, unit: UnitOfWork, now: datetime) -> None:
        self._directory = directory
        self._unit = unit
        self._now = now
        self._age = directory.age
        self._learned: list[Callable[[], None]] = []
        self._concerns_others = False

    @property
    def concerns_others(self) -> bool:
        """Whether something was changed that other processes remember."""
        return self._concerns_others

    def publish(self) -> None:
        """To be called after the commit."""
        is_current = self._directory.age == self._age
        for learn in self._learned:
            learn()
        # it may have read what somebody else was just changing
        if not is_current or self._directory.is_full:
            self._directory.clear()

    async def place(self, input: Input) -> Place:
        """The place of an input, made when the bot is spoken to there for the first time.

        It then speaks the language of whoever first spoke who has one, until ``/language`` says otherwise.
        """
        ref = input.place
        row = self._directory.places.get(ref)
        spoken = match_language(input.speaker.locale) if input.speaker.locale else None
        if row is None:
            kind = "private" if input.is_private else "group"
            row = await self._find_or_make(ref, kind, spoken)
            await self._learn_place(row)
        # where it is heard it can speak
        reached = replace(row, language=row.language or spoken, unreachable=None)
        return await self._to_place(row if reached == row else await self._change(reached))

    async def _change(self, row: PlaceRow) -> PlaceRow:
        await self._unit.places.update(row)
        self._concerns_others = True
        self._learned.append(lambda: self._directory.keep_place(row))
        return row

    async def _find_or_make(self, ref: PlaceRef, kind: str, language: str | None) -> PlaceRow:
        """The place that is known there, or a new one; a topic is set up as its chat was at that moment."""
        parts = ref.platform, ref.bot, ref.chat, ref.topic
        row = await self._unit.places.by_ref(*parts)
        if row is None:
            channel = await self._unit.places.by_ref(ref.platform, ref.bot, ref.chat) if ref.topic else None
            row = await self._unit.places.add(
                *parts,
                kind=kind,
                created=self._now,
                language=language if channel is None else channel.language,
                settings=None if channel is None else channel.settings,
            )
        return row

    async def add_thread(self, channel: Place, code: str) -> Place:
        """A thread for one game, which is made when something is first said there."""
        ref = replace(channel.ref, topic=f"{NEW_THREAD}{code}")
        row = await self._unit.places.add(
            ref.platform, ref.bot, ref.chat, ref.topic, kind=THREAD, created=self._now
        )
        await self._learn_place(row)
        return await self._to_place(row)

    async def _to_place(self, row: PlaceRow) -> Place:
        """The place of a row; a thread made for a game is set up as its chat is."""
        channel = None
        if row.kind == THREAD:
            ref = PlaceRef(row.platform, row.bot, row.chat)
            channel = self._directory.places.get(ref)
            channel = channel or await self._unit.places.by_ref(row.platform, row.bot, row.chat)
        place = to_place(row)
        if channel is None:
            return place
        above = to_place(channel)
        return replace(place, language=above.language, settings=above.settings, channel=above.id)

    async def place_by_id(self, number: PlaceId) -> Place:
        """The place of a game or job."""
        ref = self._directory.refs.get(number)
        row = self._directory.places.get(ref) if ref is not None else None
        if row is None:
            row = await self._unit.places.by_id(number)
            if row is None:
                raise LookupError(f"place {number}")
            await self._learn_place(row)
        return await self._to_place(row)

    async def _learn_place(self, row: PlaceRow) -> None:
        asked = await self._unit.dialogues.asked_in(row.id)

        def keep() -> None:
            self._directory.keep_place(row)
            self._directory.asked[row.id] = set(asked)

        self._learned.append(keep)

    async def change_place(self, place: Place) -> None:
        """Store language and settings of ``place``; those of a game's thread are its chat's."""
        row = await self._unit.places.by_id(place.home)
        if row is None:
            raise LookupError(f"place {place.id}")
        await self._change(replace(row, language=place.language, settings=place.settings.to_stored()))

    async def speaker(self, input: Input) -> Person:
        """Who speaks; a person is made for an account that the bot meets for the first time.

        A name that the platform shows now takes the place of the one it showed before.
        """
        return await self._met(input.place.platform, input.speaker)

    async def named(self, input: Input, word: str) -> Account | None:
        """The account that ``word`` means: one that the input itself points at, or one that was seen before.

        Whoever is pointed at is met by that, though they have not spoken.
        """
        platform, name = input.place.platform, word.casefold()
        for who in (*input.mentions, *((input.answered,) if input.answered is not None else ())):
            if name in (who.account.casefold(), (who.username or "").casefold()):
                return await self._pointed_at(platform, who)
        if word.isdecimal():  # nobody chooses such a name, it is what a chat gives them
            return await self._unit.accounts.by_external(platform, word)
        return await self._unit.accounts.by_username(platform, word)

    async def _pointed_at(self, platform: str, who: Speaker) -> Account | None:
        """The account of somebody who is only pointed at. Whose names were erased, keeps none by that."""
        account = await self._unit.accounts.by_external(platform, who.account)
        if account is None or await self.name_of(account.person):
            person = await self._met(platform, who)
            return await self._unit.accounts.by_id(person.account)
        return account

    async def _met(self, platform: str, who: Speaker) -> Person:
        known = self._directory.people.get((platform, who.account))
        if known is not None and _says_nothing_new(who, known):
            return known
        account = await self._unit.accounts.by_external(platform, who.account)
        if account is None:
            stored = await self._unit.persons.add(created=self._now, settings=_locale(who))
            account = await self._unit.accounts.add(
                platform, who.account, stored.id, created=self._now, username=who.username
            )
        else:
            stored = await self._stored(account.person)
            if who.locale and match_language(stored.settings.get(LOCALE)) != match_language(who.locale):
                stored = replace(stored, settings=_locale(who))
                await self._unit.persons.update(stored)
            if account.username != (who.username.casefold() if who.username else None):
                account = replace(account, username=who.username)
                await self._unit.accounts.update(account)
        person = Person(
            id=stored.id,
            account=account.id,
            external=who.account,
            name=await self._learn_name(stored.id, who),
            username=who.username,
            chosen_language=stored.language,
            locale_language=match_language(stored.settings.get(LOCALE)),
        )
        self._keep(platform, person)
        return person

    async def _learn_name(self, person: PersonId, who: Speaker) -> str:
        """The name shown now, or the one known where an input does not tell it."""
        subject, name = Subject(SubjectKind.PERSON, person), shown_name(who.name)
        if not name:
            return await self._unit.personal.get(subject, NAME) or who.account[:LONGEST_NAME]
        await self._unit.personal.set(subject, NAME, name)
        return name

    async def _stored(self, person: PersonId) -> StoredPerson:
        found = await self._unit.persons.by_id(person)
        if found is None:
            raise LookupError(f"person {person}")
        return found

    # --- speaking to somebody alone -------------------------------------------------------------------------

    async def in_private(self, person: Person, place: Place) -> Place:
        """The private place of who speaks, in their language; they can be written to there later."""
        await self._remember_private_place(person, place)
        if place.language == person.language:
            return place
        place = place.in_language(person.language)
        await self.change_place(place)
        return place

    async def _remember_private_place(self, person: Person, place: Place) -> None:
        if self._directory.alone.get(person.account) == place.id:
            return
        if await self._unit.dialogues.private_place(person.account) != place.id:
            await self._unit.dialogues.keep_private_place(person.account, place.id)
        self._learn_alone(person.account, place.id)

    def _learn_alone(self, account: AccountId, place: PlaceId) -> None:
        def keep() -> None:
            self._directory.alone[account] = place

        self._learned.append(keep)

    async def alone_with(self, input: Input, person: Person) -> Place | None:
        """Where whoever speaks now can be written to alone; None where they have to write first, or again."""
        number, ref = await self._unit.dialogues.private_place(person.account), input.alone
        row = None if number is None else await self._unit.places.by_id(number)
        if row is not None and (row.unreachable is None or ref is not None):  # who speaks can be answered
            return to_place(await self._change(replace(row, unreachable=None)) if row.unreachable else row)
        if ref is None:
            return None
        row = await self._find_or_make(ref, "private", person.language)
        await self._unit.dialogues.keep_private_place(person.account, row.id)
        return to_place(row)

    async def private_places(self, person: PersonId) -> list[Place]:
        """Where somebody can be written to alone, whether they speak now or not; one for each account."""
        found = []
        for account in await self._unit.accounts.of(person):
            number = await self._unit.dialogues.private_place(account.id)
            if number is not None:
                found.append(await self.place_by_id(number))
        return found

    async def asked(self, person: PersonId, place: PlaceId) -> Dialogue | None:
        """What ``person`` is being asked in ``place``. Costs nothing where that is nothing."""
        known = self._directory.asked.get(place)
        if known is not None and person not in known:
            return None
        return await self._unit.dialogues.of(person, place)

    async def ask(self, dialogue: Dialogue) -> None:
        """Store what a person is being asked and has answered so far."""
        await self._unit.dialogues.put(dialogue)

        def keep() -> None:
            if (known := self._directory.asked.get(dialogue.place)) is not None:
                known.add(dialogue.person)

        self._learned.append(keep)

    async def stop_asking(self, person: PersonId, place: PlaceId) -> None:
        """All is answered, or nothing is wanted any more: what was said is forgotten."""
        await self._unit.dialogues.end(person, place)

        def forget() -> None:
            self._directory.asked.get(place, set()).discard(person)

        self._learned.append(forget)

    async def stop_asking_about(self, event: EventId) -> None:
        """What anybody was asked about an event is wanted no more."""
        await self._unit.dialogues.end_of_event(event)

    # --- names ----------------------------------------------------------------------------------------------

    async def name_of(self, person: PersonId) -> str:
        """What a person is called; empty where that was erased."""
        return await self._unit.personal.get(Subject(SubjectKind.PERSON, person), NAME) or ""

    async def choose_language(self, platform: str, person: Person, language: str) -> Person:
        """Store the language in which ``person`` wants to be spoken to."""
        await self._unit.persons.update(replace(await self._stored(person.id), language=language))
        person = replace(person, chosen_language=language)
        self.forget(person.id)
        self._keep(platform, person)
        return person

    async def erase(self, person: PersonId) -> None:
        """Remove all names of ``person``; the accounts stay, so that nothing played is torn apart."""
        await self._unit.personal.erase(Subject(SubjectKind.PERSON, person))
        for account in await self._unit.accounts.of(person):
            await self._unit.accounts.update(replace(account, username=None))
            await self._unit.personal.erase(Subject(SubjectKind.ACCOUNT, account.id))
        stored = await self._stored(person)
        await self._unit.persons.update(replace(stored, language=None, settings={}, erased=self._now))
        # nothing of what this unit learned about the person may survive either
        self.forget(person)

    def forget(self, person: PersonId) -> None:
        """Ask the database again for everything about ``person``, through whichever account they speak."""
        self._concerns_others = True
        self._learned.append(lambda: self._directory.forget_person(person))

    def _forget_all(self) -> None:
        self._concerns_others = True
        self._learned.append(self._directory.forget)

    async def join_together(self, first: PersonId, second: PersonId) -> list[Account]:
        """Let ``second`` be ``first`` from now on, with all that they have; the accounts that came over.

        Each account keeps the name by which it was known.
        """
        moved = await self._unit.accounts.of(second)
        for person in (first, second):
            name = await self.name_of(person)
            for account in await self._unit.accounts.of(person):
                if name and not await self.account_name(account):
                    await self._unit.personal.set(Subject(SubjectKind.ACCOUNT, account.id), NAME, name)
        await self._unit.merging.merge(second, first)
        await self._unit.personal.erase(Subject(SubjectKind.PERSON, second))
        self._forget_all()
        return moved

    async def set_apart(self, account: Account) -> PersonId:
        """Let an account belong to a person of its own, who has nothing but the name."""
        name = await self.account_name(account)
        person = await self._unit.persons.add(created=self._now)
        await self._unit.merging.move_account(account.id, person.id)
        await self._unit.personal.erase(Subject(SubjectKind.ACCOUNT, account.id))
        if name:
            await self._unit.personal.set(Subject(SubjectKind.PERSON, person.id), NAME, name)
        place = await self._unit.dialogues.private_place(account.id)
        if place is not None:
            await self._unit.dialogues.end(account.person, place)
        self._forget_all()
        return person.id

    async def account_name(self, account: Account) -> str:
        """The name by which an account that was linked to others is known; empty for all others."""
        return await self._unit.personal.get(Subject(SubjectKind.ACCOUNT, account.id), NAME) or ""

    async def accounts(self, person: PersonId) -> list[Account]:
        """How platforms know a person."""
        return await self._unit.accounts.of(person)

    async def reached(self, place: Place, people: Collection[PersonId]) -> tuple[str, ...]:
        """The platform's ids of the accounts by which ``people`` can be called in ``place``."""
        accounts = [account for person in sorted(people) for account in await self._unit.accounts.of(person)]
        return tuple(each.external for each in accounts if each.platform == place.ref.platform)

    def _keep(self, platform: str, person: Person) -> None:
        def keep() -> None:
            self._directory.people[platform, person.external] = person

        self._learned.append(keep)


def _says_nothing_new(who: Speaker, known: Person) -> bool:
    name, language = shown_name(who.name), match_language(who.locale)
    return (
        name in ("", known.name)
        and who.username == known.username
        and (not who.locale or language == known.locale_language)
    )


def _locale(who: Speaker) -> dict[str, str]:
    return {LOCALE: who.locale} if who.locale else {}


def shown_name(name: str) -> str:
    """A name as it is shown: one line, not endless, nothing else changed."""
    return one_line(one_line(name)[:LONGEST_NAME])


def to_place(row: PlaceRow) -> Place:
    ref = PlaceRef(row.platform, row.bot, row.chat, row.topic)
    language = match_language(row.language)
    return Place(row.id, ref, row.kind == "private", language, PlaceSettings.read(row.settings))
