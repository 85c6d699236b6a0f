-- Version 11: what several servers count together, and codes that any of them accepts. All of it is forgotten soon.

CREATE TABLE buckets (
  label TEXT PRIMARY KEY,            -- a keyed hash of what is limited and for whom: no address is stored
  level INTEGER NOT NULL,            -- thousandths of what is left; below zero if too much was spent
  at INTEGER NOT NULL,
  burst INTEGER NOT NULL             -- thousandths of what fits in
) STRICT, WITHOUT ROWID;

-- What people and addresses have open at each server, where it is much.
CREATE TABLE held (
  label TEXT NOT NULL,               -- a keyed hash, as above
  process TEXT NOT NULL,
  count INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (label, process)
) STRICT, WITHOUT ROWID;

-- Which tables a person or an address has set, or has put into the public list.
CREATE TABLE origins (
  who TEXT NOT NULL,                 -- a keyed hash, as above
  table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  PRIMARY KEY (who, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX origins_by_table ON origins (table_id);

CREATE TABLE device_codes (
  code TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL,
  person TEXT NOT NULL,
  ticket TEXT NOT NULL               -- of the device that has used it; empty before
) STRICT, WITHOUT ROWID;

CREATE INDEX device_codes_by_person ON device_codes (person);
CREATE INDEX device_codes_by_age ON device_codes (expires_at);
