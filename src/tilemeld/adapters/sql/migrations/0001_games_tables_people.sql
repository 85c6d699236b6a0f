-- Version 1: games as logs of steps, the lobby's tables, people. docs/operations.md describes it.

CREATE TABLE games (
  id TEXT PRIMARY KEY,
  table_id TEXT NOT NULL,
  version INTEGER NOT NULL,          -- how many events the game has; a step is appended at this
  over INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX games_unfinished ON games (id) WHERE over = 0;

-- The log. The key turns a second writer at the same version away.
CREATE TABLE steps (
  game_id TEXT NOT NULL REFERENCES games (id),
  version INTEGER NOT NULL,          -- decided at
  after INTEGER NOT NULL,            -- led to
  at INTEGER NOT NULL,               -- milliseconds of the server's clock
  body TEXT NOT NULL,                -- a line of the record (docs/record.md)
  PRIMARY KEY (game_id, version)
) STRICT, WITHOUT ROWID;

-- What came of commands that had an id, so that sending one again is harmless.
CREATE TABLE commands (
  game_id TEXT NOT NULL REFERENCES games (id),
  who TEXT NOT NULL,                 -- a seat, never a person
  id TEXT NOT NULL,
  digest TEXT NOT NULL,
  version INTEGER NOT NULL,
  after INTEGER NOT NULL,
  PRIMARY KEY (game_id, who, id)
) STRICT, WITHOUT ROWID;

-- When a game has to be looked at again, if nobody does anything: written with the step that sets it.
CREATE TABLE deadlines (
  game_id TEXT PRIMARY KEY REFERENCES games (id),
  version INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The latest half-built table of the active player; no event.
CREATE TABLE drafts (
  game_id TEXT PRIMARY KEY,
  seat INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  number INTEGER NOT NULL,
  body TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE tables (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  version INTEGER NOT NULL,
  body TEXT NOT NULL,
  listed INTEGER NOT NULL,
  playing INTEGER NOT NULL,
  touched_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX tables_listed ON tables (touched_at DESC) WHERE listed = 1;
CREATE INDEX tables_playing ON tables (id) WHERE playing = 1;

-- Names behind pseudonyms: a row is deleted when a person is erased, and nothing else names them.
CREATE TABLE people (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  avatar TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX people_by_seen ON people (seen_at);

-- 'server_key': what tokens are signed with. 'alive_at': when the server was last known to run.
CREATE TABLE facts (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
