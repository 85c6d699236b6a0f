"""The HTTP API of the players of a tournament: entering, names, substitutes, and the games behind a place."""

from tilemeld.engine.errors import plainly_spaced
from tilemeld.server.http.endpoint import AnyEndpoint, Call, Done, Endpoint
from tilemeld.service.repeats import first_write
from tilemeld.tournament.errors import refuse, tournament_error
from tilemeld.tournament.player_list import parse_players, read_players
from tilemeld.tournament.players import NewPlayer, player_problems, rating_problems
from tilemeld.tournament.results.standings import game_scores, ruled_points

from .answers import PlayerGames, PlayersRead, Written
from .bodies import PlayersWish, PlayerWish, SubstituteWish
from .encode import line_info, written
from .paths import TOURNAMENT


async def _enter_players(call: Call[PlayersWish]) -> Written:
    players = parse_players(call.body.text, call.body.columns)
    entry = await call.context.tournaments.enter(call.tournament, call.me.id, players, key=call.key)
    return written(entry)


async def _read_list(call: Call[PlayersWish]) -> PlayersRead:
    await call.context.tournaments.roles.staff(call.tournament, call.me.id, director=True)
    known = {card.name for card in (await call.context.tournaments.cards(call.tournament)).values()}
    read = read_players(call.body.text, call.body.columns)
    return PlayersRead(head=read.head, lines=[line_info(line, known) for line in read.lines])


async def _rename_player(call: Call[PlayerWish]) -> Done:
    wish = call.body
    refuse(
        [*player_problems(_player(wish)), *rating_problems(wish.rating or 0)]
    )  # before the name is written
    if await first_write(call.context.writes, call.key) is None:
        await call.context.tournaments.rename(
            call.tournament,
            call.me.id,
            call.path["player"],
            _player(wish),
            rating=wish.rating,
            key=call.key,
        )
    return Done()


async def _erase_player(call: Call[None]) -> Done:
    await call.context.tournaments.erase_name(call.tournament, call.me.id, call.path["player"])
    return Done()


async def _substitute_player(call: Call[SubstituteWish]) -> Written:
    wish = call.body
    entry = await call.context.tournaments.substitute(
        call.tournament,
        call.me.id,
        call.path["player"],
        new=_player(wish.name),
        why=wish.why,
        number=wish.round,
        key=call.key,
    )
    return written(entry)


def _player(wish: PlayerWish) -> NewPlayer:
    """Return a player as typed, without surplus spaces."""
    name, public_name, club = map(plainly_spaced, (wish.name, wish.public_name, wish.club))
    return NewPlayer(name, public_name, club)


async def _player_games(call: Call[None]) -> PlayerGames:
    tournament, player = call.tournament, call.path["player"]
    by = await call.context.tournaments.roles.signature(tournament, call.me.id)
    if by.role == "player" and by.who != player:
        raise tournament_error("tournament/not-yours", role="player", needed="player-own")
    state = await call.context.tournaments.state(tournament)
    if player not in state.players:
        raise tournament_error("player/unknown", player=player[:60])
    return PlayerGames(player=player, games=game_scores(state, player), rulings=ruled_points(state, player))


ENDPOINTS: tuple[AnyEndpoint, ...] = (
    Endpoint(
        f"POST {TOURNAMENT}/players/reading",
        "Read a list of players without entering it.",
        _read_list,
        asks=True,
    ),
    Endpoint(f"POST {TOURNAMENT}/players", "Enter players.", _enter_players),
    Endpoint(f"PUT {TOURNAMENT}/players/{{player}}", "Change a player's name.", _rename_player),
    Endpoint(f"DELETE {TOURNAMENT}/players/{{player}}/name", "Forget a player's name.", _erase_player),
    Endpoint(
        f"POST {TOURNAMENT}/players/{{player}}/substitute",
        "Substitute a player.",
        _substitute_player,
    ),
    Endpoint(f"GET {TOURNAMENT}/players/{{player}}/games", "The games behind a place.", _player_games),
)
"""Every endpoint of the players of a tournament."""
