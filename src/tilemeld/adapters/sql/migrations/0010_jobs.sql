-- Version 10: reviews that were made, and where servers share a database, the jobs of their workers.

CREATE TABLE reviews (
  key TEXT PRIMARY KEY,              -- a game, or the hash of a record that was sent in
  program TEXT NOT NULL,             -- the version that made it: another one makes it again
  at INTEGER NOT NULL,
  body TEXT NOT NULL                 -- as JSON, compressed
) STRICT, WITHOUT ROWID;

CREATE INDEX reviews_by_age ON reviews (at);

-- postgres
-- Jobs are lost when the database crashes, and asked for again: nothing of them has to reach the disk.
CREATE SEQUENCE job_numbers;

CREATE UNLOGGED TABLE jobs (
  program TEXT NOT NULL,             -- the version that asks: only workers of the same one understand it
  key TEXT NOT NULL,
  number INTEGER NOT NULL DEFAULT nextval('job_numbers'),
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  rank INTEGER NOT NULL,
  address TEXT NOT NULL,
  owner TEXT NOT NULL,
  limit_ms INTEGER NOT NULL,         -- how long a worker may take
  wanted_until INTEGER NOT NULL,
  worker TEXT,                       -- who has taken it
  taken_at INTEGER,
  tries INTEGER NOT NULL DEFAULT 0,
  done INTEGER NOT NULL DEFAULT 0,
  total INTEGER NOT NULL DEFAULT 0,
  ended_at INTEGER,
  answer TEXT,
  failure TEXT,
  PRIMARY KEY (program, key)
);

CREATE UNLOGGED TABLE workers (
  id TEXT PRIMARY KEY,
  program TEXT NOT NULL,
  kinds TEXT NOT NULL,               -- separated by commas
  stands_in INTEGER NOT NULL,
  at INTEGER NOT NULL                -- when it was last known to live
);

CREATE UNLOGGED TABLE job_turns (
  who TEXT PRIMARY KEY,              -- an address or a person
  number INTEGER NOT NULL            -- when it was last served
);
-- end
