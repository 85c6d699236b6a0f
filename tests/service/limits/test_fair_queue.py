"""Turns: who comes first when several want the same few workers."""

import asyncio
from collections.abc import Sequence

from tilemeld.service.claims import Claim, Rank
from tilemeld.service.limits.fair_queue import FairQueue


def served(*wishes: Claim, places: int = 1) -> Sequence[str]:
    """Let all ask at once while the only place is taken; return whose turn came when."""
    order: list[str] = []

    async def work(turns: FairQueue, claim: Claim) -> None:
        async with turns.mine(claim):
            order.append(claim.owner)
            await asyncio.sleep(0)

    async def story() -> None:
        turns = FairQueue(places)
        for _ in range(places):
            await turns.take(Claim("house", "house"))
        asked = [asyncio.create_task(work(turns, claim)) for claim in wishes]
        await asyncio.sleep(0)
        assert turns.waiting == len(wishes)
        for _ in range(places):
            turns.give_back()
        await asyncio.gather(*asked)
        assert turns.waiting == 0

    asyncio.run(story())
    return order


def test_a_neighbour_waits_for_one_and_not_for_the_whole_queue_of_another() -> None:
    greedy = [Claim("a", "ann") for _ in range(50)]
    order = served(*greedy, Claim("b", "bob"))
    assert order.index("bob") <= 1


def test_a_thousand_guests_from_one_address_are_one_to_the_neighbour() -> None:
    guests = [Claim("a", f"guest {number}") for number in range(200)]
    order = served(*guests, Claim("b", "bob"), Claim("b", "bea"))
    assert order.index("bob") <= 1
    assert order.index("bea") <= 3


def test_within_an_address_people_take_turns() -> None:
    hall = [Claim("hall", "ann") for _ in range(20)] + [Claim("hall", "bob") for _ in range(3)]
    assert served(*hall)[:6] == ["ann", "bob"] * 3


def test_people_who_wait_for_a_bot_come_before_those_who_ask_and_those_before_games_that_nobody_watches() -> (
    None
):
    ranks = (Rank.UNWATCHED, Rank.ASK, Rank.PLAY)
    order = served(*(Claim(f"{rank}{n}", rank.name, rank) for n in range(3) for rank in ranks))
    assert order == ["PLAY"] * 3 + ["ASK"] * 3 + ["UNWATCHED"] * 3


def test_several_work_at_once_where_there_are_several_places() -> None:
    assert served(*(Claim("a", str(n)) for n in range(7)), places=3) == list("0123456")


def test_who_gives_up_waiting_keeps_no_place() -> None:
    async def story() -> None:
        turns = FairQueue(1)
        await turns.take(Claim("a", "ann"))
        gone = [asyncio.create_task(turns.take(Claim("b", "bob"))) for _ in range(2)]
        await asyncio.sleep(0)
        gone[0].cancel()
        await asyncio.sleep(0)
        assert turns.waiting == 1
        turns.give_back()
        gone[1].cancel()  # just when its turn had come
        await asyncio.gather(*gone, return_exceptions=True)
        async with asyncio.timeout(30):
            await turns.take(Claim("c", "cay"))

    asyncio.run(story())


def test_addresses_not_heard_of_for_long_are_forgotten() -> None:
    async def story() -> None:
        turns = FairQueue(1)
        for number in range(11_000):
            async with turns.mine(Claim(f"a{number}", f"o{number}")):
                pass
        assert len(turns._served) <= 10_000

    asyncio.run(story())
