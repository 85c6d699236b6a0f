"""Every endpoint of the HTTP API: the lobby's, the solver's, the tournaments' and the hall's."""

from . import api, hall_api, solving, tournament_api

ENDPOINTS: tuple[api.Endpoint, ...] = (
    *api.ENDPOINTS,
    *solving.ENDPOINTS,
    *tournament_api.ENDPOINTS,
    *hall_api.ENDPOINTS,
)
