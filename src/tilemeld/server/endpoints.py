"""Every endpoint of the HTTP API: lobby, records, solver, tournaments and hall."""

from . import api, event_players, hall_api, lobby_api, records, referee_api, solving, tournament_api

ENDPOINTS: tuple[api.Endpoint, ...] = (
    *lobby_api.ENDPOINTS,
    *records.ENDPOINTS,
    *solving.ENDPOINTS,
    *tournament_api.ENDPOINTS,
    *event_players.ENDPOINTS,
    *referee_api.ENDPOINTS,
    *hall_api.ENDPOINTS,
)
