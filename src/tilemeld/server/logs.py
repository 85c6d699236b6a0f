"""Structured logs: one JSON object a line, without secrets: no tokens, names or addresses are ever logged."""

import json
import logging
import sys
from typing import TextIO


class JsonLines(logging.Formatter):
    """Writes a log record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, object] = {
            "at": int(record.created * 1000),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


CLIENTS_FAULTS = (
    "Invalid UTF-8 sequence received from client.",
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
)
"""What uvicorn logs whenever a client sends something that is not a text or a request."""
SELDOM_SECONDS = 60.0


class Seldom(logging.Filter):
    """Lets through one line a minute of each that any client could cause: else one could fill the disk."""

    def __init__(self) -> None:
        super().__init__()
        self._last: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Say whether a line is written, without the place in the program where it was noticed."""
        message = record.getMessage()
        if message not in CLIENTS_FAULTS:
            return True
        record.exc_info = None
        is_due = record.created - self._last.get(message, 0.0) >= SELDOM_SECONDS
        if is_due:
            self._last[message] = record.created
        return is_due


def set_up_logs(*, level: str = "INFO", stream: TextIO | None = None) -> None:
    """Send everything that is logged to one stream, as JSON lines."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(Seldom())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
