"""Every endpoint of the HTTP API: the lobby's and the tournaments'."""

from . import api, tournament_api

ENDPOINTS: tuple[api.Endpoint, ...] = (*api.ENDPOINTS, *tournament_api.ENDPOINTS)
