-- Version 6: the keys under which people have sent their writes, so that sending one again is harmless.

CREATE TABLE writes (
  who TEXT NOT NULL,                 -- a person, or the keyed hash of an address for a guest who is new
  id TEXT NOT NULL,                  -- chosen by the client
  digest TEXT NOT NULL,              -- of the request: the same id for something else is refused
  about TEXT NOT NULL,               -- the table or the person that was written in the same transaction
  at INTEGER NOT NULL,
  PRIMARY KEY (who, id)
) STRICT, WITHOUT ROWID;

CREATE INDEX writes_by_age ON writes (at);
