"""Every endpoint of the HTTP API: lobby, records, solver, tournaments and hall."""

from tilemeld.server.lobby import api
from tilemeld.server.study import records, solver
from tilemeld.server.tournament import desk, hall, players, referee

from . import endpoint

ENDPOINTS: tuple[endpoint.Endpoint, ...] = (
    *api.ENDPOINTS,
    *records.ENDPOINTS,
    *solver.ENDPOINTS,
    *desk.ENDPOINTS,
    *players.ENDPOINTS,
    *referee.ENDPOINTS,
    *hall.ENDPOINTS,
)
