"""The HTTP API of tournaments: setting up, codes, the desk's view, the log, proposals and facts."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import msgspec
from msgspec.structs import asdict

from tilemeld.server.http.endpoint import AnyEndpoint, Call, Done, Endpoint, Kept, encode, house_rules
from tilemeld.service.ports import PersonId
from tilemeld.service.tournament.cache import WrittenPage
from tilemeld.tournament.format import Format
from tilemeld.tournament.log.entries import Entry, active
from tilemeld.tournament.log.facts import (
    FormatChanged,
    SeatingDrawn,
    read_fact,
)
from tilemeld.tournament.log.permissions import head_referees
from tilemeld.tournament.log.state import TournamentState
from tilemeld.tournament.names import CardsThen, names_of
from tilemeld.tournament.next_round import clubs_of, proposal_cost
from tilemeld.tournament.players import Card
from tilemeld.tournament.results.standings import standings
from tilemeld.tournament.seating.draw import Draw
from tilemeld.tournament.seating.seating import Cost
from tilemeld.tournament.views.public import PublicTournament

from .answers import (
    Clocks,
    CodeInfo,
    Codes,
    EntryInfo,
    FoundTournament,
    LogInfo,
    MyRole,
    TournamentLine,
    TournamentList,
    TournamentMade,
    TournamentRestored,
    TournamentView,
    Written,
)
from .bodies import CodeWish, FactWish, FormatWish, NewTournament, ProposalWish, RestoreWish, SwapWish
from .encode import (
    entry_text,
    name_of,
    planned_rounds,
    round_info,
    whose,
    written,
)
from .paths import TOURNAMENT

BACKUP_BYTES = 16 * 1_048_576
"""How long a backup may be: as long as the log of a tournament."""


def to_format(wish: FormatWish) -> Format:
    """Read a format as it came over the wire."""
    chosen = {name: value for name, value in asdict(wish).items() if name not in ("profile", "house")}
    return Format(rules=house_rules(wish.profile, wish.house), **chosen)


async def _open_tournament(call: Call[NewTournament]) -> TournamentMade:
    tournaments = call.context.tournaments
    wish = call.body
    tournament = await tournaments.open(call.me.id, wish.name, to_format(wish.format), key=call.key)
    codes = await tournaments.roles.codes(tournament)
    return TournamentMade(
        tournament=tournament,
        director=codes["director", None],
        head_referee=codes["head-referee", None],
        referee=codes["referee", None],
    )


async def _restore_tournament(call: Call[RestoreWish]) -> TournamentRestored:
    tournament = await call.context.tournaments.restore(call.me.id, call.body.text, key=call.key)
    return TournamentRestored(tournament=tournament)


async def _my_tournaments(call: Call[None]) -> TournamentList:
    return TournamentList(
        tournaments=[
            TournamentLine(
                tournament=each.id,
                name=each.state.name,
                role=each.role,
                opened_at=each.opened_at,
                ended=each.state.ended,
                players=len(each.state.present),
                round=max((now.number for now in each.state.published), default=0),
                rounds=each.state.format.all_rounds,
                place=each.state.format.place,
            )
            for each in await call.context.tournaments.mine(call.me.id)
        ]
    )


async def _change_format(call: Call[FormatWish]) -> Written:
    fact = FormatChanged(to_format(call.body))
    return written(await call.context.tournaments.act(call.tournament, call.me.id, fact, key=call.key))


async def _find_tournament(call: Call[CodeWish]) -> FoundTournament:
    tournament, role = await call.context.tournaments.roles.find(call.body.code)
    return FoundTournament(tournament=tournament, role=role)


async def _claim_role(call: Call[CodeWish]) -> MyRole:
    tournament = call.tournament
    await call.context.tournaments.claim(tournament, call.me.id, call.body.code)
    return await _my_role(call)


async def _my_role(call: Call[object]) -> MyRole:
    tournament = call.tournament
    by = await call.context.tournaments.roles.signature(tournament, call.me.id)
    cards, state = (
        await call.context.tournaments.cards(tournament),
        await call.context.tournaments.state(tournament),
    )
    player = state.player_of(call.me.id)
    mine = MyRole(
        tournament=tournament,
        role=by.role,
        who=by.who,
        name="" if player is None else name_of(cards, state.players[player].card),
        player=player,
    )
    if player is not None and state.published:
        now = state.published[-1]
        mine.round, mine.table = now.number, now.table_of(player)
        if mine.table is not None:
            mine.seat = now.seating.tables[mine.table - 1].index(player)
            mine.lobby_table = now.lobby_tables.get(mine.table)
    return mine


async def _tournament_clocks(call: Call[None]) -> Clocks:
    state = await call.context.tournaments.state(call.tournament)
    now = call.context.clock.now_ms()
    return Clocks(
        now=now,
        clocks={each.number: each.clock for each in state.published},
    )


async def _tournament_view(call: Call[None]) -> Kept[TournamentView]:
    tournaments, tournament = call.context.tournaments, call.tournament
    by = await tournaments.roles.staff(tournament, call.me.id)
    page = await tournaments.pages.of(
        tournament, desk_page, tournament, tournaments.roles.code_of(tournament)
    )
    is_head = call.me.id in head_referees(await tournaments.state(tournament))
    return Kept(page=page, role=by.role, is_head_referee=is_head)


async def _public_tournament(call: Call[None]) -> Kept[PublicTournament]:
    return Kept(page=await call.context.tournaments.pages.public(call.tournament))


def desk_page(
    state: TournamentState, cards: Mapping[str, Card], version: int, tournament: str, code: str
) -> WrittenPage[TournamentView]:
    """Write the desk's view, the same for all of the staff: once for a version."""
    return WrittenPage.of(encode(desk_view(state, cards, version, tournament, code)))


def desk_view(
    state: TournamentState, cards: Mapping[str, Card], version: int, tournament: str, code: str
) -> TournamentView:
    """Return the desk's view of a tournament."""
    return TournamentView(
        tournament=tournament,
        code=code,
        name=state.name,
        version=version,
        ended=state.ended,
        format=state.format,
        players=list(state.players.values()),
        cards=cards,
        names=names_of(cards, public=False),
        has_head_referee=any(role == "head-referee" for held in state.roles.values() for role, _ in held),
        came_in=sorted({player for held in state.roles.values() for _, player in held if player is not None}),
        may_be_excluded=[each.id for each in state.players.values() if each.may_be_excluded],
        rounds=[round_info(state, number, cards) for number in sorted(state.rounds)],
        standings=standings(state),
        calls=state.calls,
        wishes=state.wishes,
        plan=planned_rounds(state),
    )


async def _tournament_log(call: Call[None]) -> LogInfo:
    tournament = call.tournament
    await call.context.tournaments.roles.staff(tournament, call.me.id)
    log = await call.context.tournaments.log(tournament)
    counting = {entry.number for entry in active(log)}
    cards = await call.context.tournaments.cards(tournament)
    people = {
        person: (await call.context.guests.name_of(PersonId(person)))[0]
        for person in {whose(entry) for entry in log}
        if person and person not in cards
    }
    names = {**people, **names_of(cards, public=False)}
    then = CardsThen(await call.context.tournaments.state(tournament), log)

    def info(entry: Entry) -> EntryInfo:
        who, cards_then = whose(entry), then.of(entry)
        return EntryInfo(
            entry=entry_text(entry),
            counts=entry.number in counting,
            name=names.get(cards_then.get(who, who), ""),
            cards=cards_then,
        )

    return LogInfo(entries=await asyncio.to_thread(lambda: [info(entry) for entry in log]))


async def _tournament_codes(call: Call[None]) -> Codes:
    tournament = call.tournament
    await call.context.tournaments.roles.staff(tournament, call.me.id, director=True)
    state = await call.context.tournaments.state(tournament)
    names = names_of(await call.context.tournaments.cards(tournament), public=False)
    codes = await call.context.tournaments.roles.codes(tournament)
    cards = {player.id: player.card for player in state.players.values()}
    return Codes(
        codes=[
            CodeInfo(
                role=role, player=player, name=names.get(cards[player], player) if player else "", code=code
            )
            for (role, player), code in codes.items()
        ]
    )


async def _propose_round(call: Call[ProposalWish]) -> Draw:
    wish = call.body
    return await call.context.tournaments.propose(
        call.tournament, call.me.id, wish.round, seed=wish.seed, claim=call.claim, key=call.key
    )


async def _plan_day(call: Call[None]) -> Written:
    entry = await call.context.tournaments.plan_day(
        call.tournament, call.me.id, claim=call.claim, key=call.key
    )
    return written(entry)


async def _swap_cost(call: Call[SwapWish]) -> Cost:
    wish = call.body
    await call.context.tournaments.roles.staff(call.tournament, call.me.id, director=True)
    state = await call.context.tournaments.state(call.tournament)
    swap = (wish.one, wish.other)
    clubs = clubs_of(state, await call.context.tournaments.cards(call.tournament))
    return await call.context.tournaments.pages.apart(
        call.tournament, state, proposal_cost, state, wish.round, swap=swap, clubs=clubs
    )


async def _write_fact(call: Call[FactWish]) -> Written:
    wish = call.body
    fact = read_fact(msgspec.json.decode(wish.fact))
    if isinstance(fact, SeatingDrawn):
        fact = replace(fact, method="hand", seed="")  # whatever it says
    entry = await call.context.tournaments.act(call.tournament, call.me.id, fact, why=wish.why, key=call.key)
    return written(entry)


async def _delete_tournament(call: Call[None]) -> Done:
    await call.context.tournaments.delete(call.tournament, call.me.id)
    return Done()


ENDPOINTS: tuple[AnyEndpoint, ...] = (
    Endpoint(
        "POST /api/tournaments", "Set up a tournament.", _open_tournament, status=201, makes_tournament=True
    ),
    Endpoint(
        "POST /api/tournaments/restore",
        "Make a tournament again from its backup, verified by its seals.",
        _restore_tournament,
        status=201,
        makes_tournament=True,
        most_bytes=BACKUP_BYTES,
    ),
    Endpoint("GET /api/tournaments", "The tournaments in which one has a part.", _my_tournaments),
    Endpoint(
        "POST /api/tournaments/find",
        "The tournament that a code belongs to.",
        _find_tournament,
        token=False,
        asks=True,
    ),
    Endpoint(f"GET {TOURNAMENT}", "A tournament as the desk sees it.", _tournament_view),
    Endpoint(
        f"GET {TOURNAMENT}/public",
        "What everybody may see of a tournament.",
        _public_tournament,
        token=False,
        limited=False,
    ),
    Endpoint(f"DELETE {TOURNAMENT}", "Forget a tournament.", _delete_tournament),
    Endpoint(f"PUT {TOURNAMENT}/format", "Change the format.", _change_format),
    Endpoint(f"GET {TOURNAMENT}/me", "As whom one signs here.", _my_role, by_person=True),
    Endpoint(f"GET {TOURNAMENT}/clocks", "The clocks of the rounds.", _tournament_clocks, token=False),
    Endpoint(f"POST {TOURNAMENT}/claim", "Take the role that a code gives.", _claim_role),
    Endpoint(f"GET {TOURNAMENT}/codes", "The codes of a tournament.", _tournament_codes),
    Endpoint(f"GET {TOURNAMENT}/log", "The log of a tournament.", _tournament_log),
    Endpoint(
        f"POST {TOURNAMENT}/proposals",
        "Propose a seating for a round, drawn as the format asks.",
        _propose_round,
    ),
    Endpoint(
        f"POST {TOURNAMENT}/plans", "Draw all rounds that are left in advance, and announce them.", _plan_day
    ),
    Endpoint(f"POST {TOURNAMENT}/swap-cost", "What a swap would cost.", _swap_cost, asks=True),
    Endpoint(f"POST {TOURNAMENT}/facts", "Write a fact into the log.", _write_fact, by_person=True),
)
"""Every endpoint of tournaments; players and referees have their own."""
