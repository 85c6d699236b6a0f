"""Compares what people were promised with what the log holds, sharing no code with the server.

It reads a database (a SQLite file or PostgreSQL) and the journals that clients wrote, and knows the log only
from docs/record.md: it proves something because it reads both sides by itself.

    python -m tools.checker DATABASE JOURNAL…
"""

from .check import Report, check
from .journal import Journal, read_journals
from .log import Log, read_log

__all__ = ["Journal", "Log", "Report", "check", "read_journals", "read_log"]
