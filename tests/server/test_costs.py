"""What a person and an address may cost: claims of bots, limits with their refusals, neighbours served."""

import asyncio
from dataclasses import replace
from random import Random

from server.live import QUICK, Json, Live, SteadyThinker, client, live
from tilemeld.bots.player import Choice
from tilemeld.engine.views import GameView
from tilemeld.service.claims import NOBODY, Claim, Rank
from tilemeld.service.steward import UNWATCHED_MS


class NotingThinker(SteadyThinker):
    """Notes for whom it thinks."""

    def __init__(self) -> None:
        super().__init__()
        self.claims: list[Claim] = []

    async def think(self, bot: str, view: GameView, rng: Random, *, claim: Claim = NOBODY) -> Choice:
        self.claims.append(claim)
        return await super().think(bot, view, rng)


async def quick_game(server: Live, token: str, **house: Json) -> Json:
    body = {"profile": "cs", "bots": ["random"] * 3, "house": house}
    return await server.http("POST", "/api/quick", body, token)


def test_bots_think_on_their_hosts_account_and_first_where_somebody_is() -> None:
    async def story() -> None:
        thinker = NotingThinker()
        async with asyncio.timeout(60), live(replace(QUICK, entropy_ms=0), thinker=thinker) as server:
            guest = await server.guest()
            table = await quick_game(server, guest["token"])
            async with client(server, guest["token"]) as player:
                await player.enter(table["id"])
                await player.until_view(lambda _view: True)
                thinker.claims.clear()
                while not thinker.claims:
                    server.clock.advance(5_000)
                    await asyncio.sleep(0)
            assert thinker.claims[0] == Claim("127.0.0.1", guest["person"], Rank.PLAY)

    asyncio.run(story())


def test_bots_of_a_table_where_nobody_is_come_last_and_take_their_time() -> None:
    async def story() -> None:
        thinker = NotingThinker()
        settings = replace(QUICK, entropy_ms=0, bot_pace=0.001)
        async with asyncio.timeout(60), live(settings, thinker=thinker) as server:
            guest = await server.guest()
            table = await quick_game(server, guest["token"], turn_seconds=None)
            while not thinker.claims:
                server.clock.advance(int(UNWATCHED_MS))
                await asyncio.sleep(0)
            assert thinker.claims[0].rank == Rank.UNWATCHED
            assert (await server.http("GET", f"/api/tables/{table['id']}"))["stage"] == "playing"

    asyncio.run(story())
