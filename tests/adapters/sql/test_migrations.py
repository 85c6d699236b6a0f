"""Migrations: an older server that is still running must not notice a newer schema."""

import re

import pytest

from tilemeld.adapters.sql.migrations import migrations

SHARED_SINCE = 7
"""The first schema that several servers could use at once."""
HARMLESS = (
    r"CREATE TABLE \w+",
    r"CREATE INDEX \w+",
    r"ALTER TABLE \w+ ADD COLUMN \w+ \w+( NOT NULL DEFAULT \S+)?$",
)
"""What an older server need not know: new tables, and columns that it may leave out."""


@pytest.mark.parametrize("number", [number for number, _ in migrations() if number > SHARED_SINCE])
def test_old_servers_go_on_while_a_new_one_migrates(number: int) -> None:
    sql = re.sub(r"--[^\n]*", "", dict(migrations())[number])
    fills = tuple(f"INSERT INTO {made} " for made in re.findall(r"CREATE TABLE (\w+)", sql))
    for statement in filter(None, (" ".join(each.split()) for each in sql.split(";"))):
        assert statement.startswith(fills) or any(re.match(each, statement) for each in HARMLESS), (
            f"{statement[:80]}: the version before may still run; add something new, and "
            "remove what is old in a later version"
        )


def test_a_column_that_old_servers_would_have_to_fill_is_found() -> None:
    assert not any(re.match(each, "ALTER TABLE games ADD COLUMN kind TEXT NOT NULL") for each in HARMLESS)
    assert not any(re.match(each, "ALTER TABLE games DROP COLUMN over") for each in HARMLESS)
