"""Every endpoint of the HTTP API: lobby, records, solver, tournaments and hall."""

from . import api, hall_api, records, solving, tournament_api

ENDPOINTS: tuple[api.Endpoint, ...] = (
    *api.ENDPOINTS,
    *records.ENDPOINTS,
    *solving.ENDPOINTS,
    *tournament_api.ENDPOINTS,
    *hall_api.ENDPOINTS,
)
