"""A file of games that an older program wrote is opened, checked and played on (tests/data/databases).

``6f92bcb.sqlite`` was written by the commit of that name, before the modules moved and the protocol became 2:
an online tournament of four bots with its log and results, and two games of a guest against a bot, one with
numbers and one with letters, stopped in the middle.
"""

import asyncio
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from server.live_server import QUICK, live
from tilemeld.cli.main import cli
from tilemeld.engine.game.state import Phase

FILES = sorted((Path(__file__).parents[1] / "data" / "databases").glob("*.sqlite"))


@pytest.fixture(params=FILES, ids=lambda path: path.stem)
def data(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return Path(shutil.copy(request.param, tmp_path / "games.sqlite"))


def test_everything_in_it_can_be_read(data: Path) -> None:
    answer = CliRunner().invoke(cli, ["database", "check", "--data", str(data)])
    assert (answer.exit_code, answer.output) == (0, "Everything can be read.\n")


def test_its_games_go_on_and_its_tournament_has_its_results(data: Path) -> None:
    async def story() -> None:
        async with asyncio.timeout(60), live(replace(QUICK, data=data)) as server:
            log = server.server.games
            games = {game: await log.state(game) for game in await server.server.store.games()}
            phases = {state.rules.profile: state.phase for state in games.values()}
            assert phases.pop("pl-tournament") == Phase.ENDED
            assert set(phases) == {"pl", "pl-word"}
            for game, state in games.items():
                if state.phase != Phase.ENDED:  # another step can be written: its guest leaves
                    table = await server.server.tables.get(await log.table_of(game))
                    seat, person = next((i, p.person) for i, p in enumerate(table.places) if p.person)
                    await server.server.play.leave(person, game, seat, command_id="leave")
                    assert (await log.state(game)).version > state.version
            (tournament,) = await server.server.tournaments.tournaments()
            page = await server.http("GET", f"/api/tournaments/{tournament}/public")
            assert [row["place"] for row in page["standings"]] == [1, 2, 3, 4]

    asyncio.run(story())


def test_there_is_a_file_to_open() -> None:
    assert FILES
