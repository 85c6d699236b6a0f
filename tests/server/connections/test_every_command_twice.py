"""Every command of a table, sent twice under one id, is done once and answered with the same version."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import get_args

from msgspec.structs import fields

from server.live_server import Client, Json, Live, all_ready, client, live, play_on, set_table
from tilemeld.server.live.protocol import AskHint, FromClient

BESIDE_THE_GAME = ("wish", "leave", "come-back")
"""What does not depend on the version that the player looks at."""


class Stutterer(Client):
    """A client whose every command goes out twice."""

    done: set[str]
    """What was carried out, by kind."""

    async def command(self, kind: str, **more: Json) -> Json:
        command = {"id": f"{kind} {len(self.messages)}", "game": self.game, "seat": self.seat, **more}
        if kind not in BESIDE_THE_GAME:
            command = {"seen": self.view and self.version, **command}
        first, again = [await self.answer_to(kind, command) for _ in range(2)]
        assert again["type"] == first["type"], (first, again)
        if first["type"] == "ack":
            assert (first["repeated"], again["repeated"]) == (False, True), kind
            if kind != "wish":  # which is kept by the table, and changes no game by itself
                assert again["version"] == first["version"], kind
            Stutterer.done.add(kind)
        return first

    async def answer_to(self, kind: str, command: Json) -> Json:
        await self.send(kind, **command)
        while (answer := await self.next_of("ack", "refused"))["id"] != command["id"]:
            pass
        return answer


def kinds() -> set[str]:
    """Every message that asks for something to be done and is answered."""
    messages = [each for each in get_args(FromClient) if each is not AskHint]
    return {each.__struct_config__.tag for each in messages if "id" in {item.name for item in fields(each)}}


def test_every_command_that_is_sent_twice_is_done_once() -> None:
    Stutterer.done = set()
    for story in (vote, deal_again, leave_and_pause):
        asyncio.run(tell(story))
    for _ in range(8):  # chance decides how a game goes
        if Stutterer.done != kinds():
            asyncio.run(tell(play_to_the_end))
    assert Stutterer.done == kinds()


async def tell(story: Callable[[Live], Awaitable[None]]) -> None:
    async with asyncio.timeout(60), live() as server:
        await story(server)


async def play(server: Live, moves: int | None = None, **options: Json) -> None:
    table, tokens = await set_table(server, bots=0, **options)
    async with client(server, tokens[0], Stutterer) as one, client(server, tokens[1], Stutterer) as other:
        for player in (one, other):
            await player.enter(table["id"])
        await all_ready(server, table["id"], tokens)
        await asyncio.gather(*(play_on(server, each, Random(3), moves=moves) for each in (one, other)))


async def play_to_the_end(server: Live) -> None:
    await play(server, profile="pl-tournament", house={"stacks_by_hand": True})


async def vote(server: Live) -> None:
    house = {"theme": "anything", "theme_by": "vote", "opening_letters": 4}
    await play(server, profile="pl-word", house=house)


async def deal_again(server: Live) -> None:
    table, tokens = await set_table(server, people=1, profile="pl-word", house={"redeal_few": 20})
    async with client(server, tokens[0], Stutterer) as player:
        await player.enter(table["id"])
        await all_ready(server, table["id"], tokens)
        await player.until_view(lambda view: bool(view["phase"] == "entropy"))
        await player.command("add-entropy", entropy="e")
        await player.until_view(lambda view: bool(view["phase"] == "redeal"))
        await player.command("ask-redeal")
        await player.until_view(lambda view: bool(view["phase"] == "redeal"))
        await player.command("skip-redeal")


async def leave_and_pause(server: Live) -> None:
    table, tokens = await set_table(server, people=2, bots=0, profile="cs")
    async with client(server, tokens[0], Stutterer) as one, client(server, tokens[1], Stutterer) as other:
        for player in (one, other):
            await player.enter(table["id"])
        await all_ready(server, table["id"], tokens)
        for player in (one, other):
            await player.until_view(lambda view: bool(view["phase"] == "entropy"))
            await player.command("add-entropy", entropy="e")
        for wish in ("pause", "resume"):
            for player in (one, other):
                await player.command("wish", wish=wish)
            await one.until_view(lambda view: (view["paused_at"] is None) is (wish == "resume"))  # noqa: B023
        await one.command("leave")
        await one.command("come-back")
