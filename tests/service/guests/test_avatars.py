"""The pictures that stand for people, those of former versions as well."""

import asyncio

from tilemeld.adapters.clocks import ManualClock
from tilemeld.adapters.memory.store import MemoryStore
from tilemeld.engine.number_faces import COLOURS, HIGHEST
from tilemeld.service.guests.avatars import AVATARS, current_avatar
from tilemeld.service.guests.guests import Guests
from tilemeld.service.ports import Person, PersonId


def test_every_avatar_of_a_former_version_is_a_picture_now() -> None:
    former = [f"{colour}{number}" for colour in COLOURS for number in range(1, HIGHEST + 1)]
    now = {current_avatar(each) for each in former}
    assert now <= set(AVATARS)
    assert len(now) == 48, "they spread over all pictures"
    assert [current_avatar(each) for each in AVATARS] == list(AVATARS)


def test_who_was_a_tile_is_shown_with_a_picture() -> None:
    async def story() -> tuple[str, str]:
        store = MemoryStore()
        await store.put_person(Person(PersonId("ola"), "Ola", "r7", created_at=0, seen_at=0))
        return await Guests(store, ManualClock()).name_of(PersonId("ola"))

    assert asyncio.run(story()) == ("Ola", "snail-moss")
