"""Every endpoint of the HTTP API: lobby, records, solver, tournaments and hall."""

from .http import endpoint
from .lobby import api
from .study import records, solver
from .tournament import desk, hall, players, referee

ENDPOINTS: tuple[endpoint.AnyEndpoint, ...] = (
    *api.ENDPOINTS,
    *records.ENDPOINTS,
    *solver.ENDPOINTS,
    *desk.ENDPOINTS,
    *players.ENDPOINTS,
    *referee.ENDPOINTS,
    *hall.ENDPOINTS,
)
