-- Version 7: which servers live, and which of them tends which game, so that another one can take it up.

CREATE TABLE processes (
  id TEXT PRIMARY KEY,
  at INTEGER NOT NULL                -- when it was last known to run
) STRICT, WITHOUT ROWID;

CREATE TABLE owners (
  game_id TEXT PRIMARY KEY,
  process TEXT NOT NULL              -- the server that wrote the last step
) STRICT, WITHOUT ROWID;
