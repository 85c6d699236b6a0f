"""Every endpoint of the HTTP API: the lobby's, the solver's and the tournaments'."""

from . import api, solving, tournament_api

ENDPOINTS: tuple[api.Endpoint, ...] = (*api.ENDPOINTS, *solving.ENDPOINTS, *tournament_api.ENDPOINTS)
