"""People: guests with a signed token and a generated name; what is known of them can be erased."""

import hashlib
import hmac
import secrets
from collections import OrderedDict
from dataclasses import replace

from tilemeld.engine.errors import is_writable, plainly_spaced
from tilemeld.service.errors import Forbidden, NotFound, ServiceError
from tilemeld.service.ports import DAY_MS, Clock, CommandKey, People, Person, PersonId
from tilemeld.service.repeats import first_write

from .avatars import AVATARS, current_avatar, random_avatar
from .generated_names import NameLanguage, generated_name

NAME_LIMIT = 24
KEPT = 5_000
"""How many people are kept in memory, those asked for last."""
IDLE_DAYS = 30
IDLE_DAYS_IN_A_GAME = 365
"""How long somebody with an open game may stay away: people come back to a game without a clock."""
_SEEN_EVERY_MS = 3_600_000
"""How exactly the last visit of a person is known."""


class Guests:
    """Creates guests, recognises their tokens, and erases them."""

    def __init__(self, people: People, clock: Clock, *, alone: bool = True) -> None:
        self._alone = alone
        """Whether no other process erases or renames people."""
        self._people = people
        self._clock = clock
        self._key = b""
        self._known: OrderedDict[PersonId, Person] = OrderedDict()

    async def start(self) -> None:
        """Fetch the key that tokens are signed with."""
        self._key = (await self._people.server_key(secrets.token_hex(32))).encode()

    @property
    def key(self) -> bytes:
        """The server's key."""
        assert self._key, "started before use"
        return self._key

    async def arrive(
        self, name: str | None = None, *, language: NameLanguage = "en", key: CommandKey | None = None
    ) -> tuple[Person, str]:
        """Create a guest, once under a key: the person and the token.

        Without a name, one is generated in the given language.
        """
        if (first := await first_write(self._people, key)) is not None:
            return await self.find(PersonId(first)), self.token(PersonId(first))
        now = self._clock.now_ms()
        chosen = _checked_name(name) if name is not None else generated_name(language)
        avatar = random_avatar()
        person = Person(
            id=PersonId(secrets.token_urlsafe(12)), name=chosen, avatar=avatar, created_at=now, seen_at=now
        )
        await self._put(person, key)
        return person, self.token(person.id)

    def token(self, person: PersonId) -> str:
        """Return the token of a person; only this server can make it."""
        return f"{person}.{self._sign(person)}"

    async def recognise(self, token: str) -> Person:
        """Return who a token belongs to.

        Raises ``Forbidden`` when it was not made here or the person was erased.
        """
        person_id, _, signature = token.partition(".")
        if not hmac.compare_digest(signature.encode(), self._sign(person_id).encode()):
            raise Forbidden("person/unknown")
        if not self._alone:
            self._known.pop(PersonId(person_id), None)
        person = await self._get(PersonId(person_id))
        if person is None:
            raise Forbidden("person/unknown")
        now = self._clock.now_ms()
        if now - person.seen_at > _SEEN_EVERY_MS:
            person = replace(person, seen_at=now)
            await self._put(person)
        return person

    async def rename(
        self, person: Person, *, name: str | None, avatar: str | None, key: CommandKey | None = None
    ) -> Person:
        """Change the name or the avatar, once under a key."""
        if await first_write(self._people, key) is not None:
            return await self.find(person.id)
        person = replace(person, seen_at=self._clock.now_ms())  # the key is as old as this
        if name is not None:
            person = replace(person, name=_checked_name(name))
        if avatar is not None:
            person = replace(person, avatar=_checked_avatar(avatar))
        await self._put(person, key)
        return person

    async def find(self, person: PersonId) -> Person:
        """Return a person by the pseudonym."""
        found = await self._get(person)
        if found is None:
            raise NotFound("person/unknown")
        return found

    async def name_of(self, person: PersonId) -> tuple[str, str]:
        """Return name and avatar to show; both are empty once the person is erased."""
        found = await self._get(person)
        return ("", "") if found is None else (found.name, found.avatar)

    async def erase(self, person: PersonId) -> None:
        """Erase a person now."""
        self._known.pop(person, None)
        await self._people.erase_person(person)

    def sender(self, address: str) -> str:
        """Return who sends a write when there is no person yet: an address, but nobody can read which."""
        return hmac.digest(self.key, f"address\n{address}".encode(), "sha256").hex()[:32]

    async def erase_idle(self) -> int:
        """Erase guests who have not visited for 30 days, or for a year with an open game; return how many."""
        self._known.clear()
        now = self._clock.now_ms()
        return await self._people.erase_idle(
            before=now - IDLE_DAYS * DAY_MS, playing_before=now - IDLE_DAYS_IN_A_GAME * DAY_MS
        )

    async def _get(self, person: PersonId) -> Person | None:
        if person not in self._known:
            found = await self._people.get_person(person)
            if found is None:
                return None
            self._keep(replace(found, avatar=current_avatar(found.avatar)))
        self._known.move_to_end(person)
        return self._known[person]

    async def _put(self, person: Person, key: CommandKey | None = None) -> None:
        await self._people.put_person(person, key=key)
        self._keep(person)

    def _keep(self, person: Person) -> None:
        """Keep a person in memory; the least recently used one makes room."""
        self._known[person.id] = person
        self._known.move_to_end(person.id)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)

    def _sign(self, person: str) -> str:
        return hmac.digest(self.key, f"person\n{person}".encode("utf-8", "replace"), "sha256").hex()


def bot_seed(key: bytes, *parts: str | int) -> str:
    """Return a seed that nobody outside can guess and that is the same after a restart."""
    return hmac.new(key, "\n".join(map(str, ("bot", *parts))).encode(), hashlib.sha256).hexdigest()


def _checked_name(name: str) -> str:
    name = plainly_spaced(name)
    if not (1 <= len(name) <= NAME_LIMIT and is_writable(name) and name.isprintable()):
        raise ServiceError("person/bad-name", limit=NAME_LIMIT)
    return name


def _checked_avatar(avatar: str) -> str:
    avatar = current_avatar(avatar)
    if avatar not in AVATARS:
        raise ServiceError("person/bad-avatar", avatar=repr(avatar)[:20])
    return avatar
