-- Version 8: what is to be done because of something stored: written with it, removed when it is done.

CREATE TABLE follow_ups (
  item TEXT NOT NULL,                -- a table, a game or an event
  number INTEGER NOT NULL,           -- its version, entry or round
  kind TEXT NOT NULL,                -- 'game-start', 'game-over', 'entry', 'round-end'
  at INTEGER NOT NULL,               -- when it is due
  tries INTEGER NOT NULL,            -- how often it has failed
  PRIMARY KEY (item, number, kind)
) STRICT, WITHOUT ROWID;

CREATE INDEX follow_ups_by_time ON follow_ups (at);

-- What earlier servers have left undone is not known: every event is looked at once, as a whole.
INSERT INTO follow_ups (item, number, kind, at, tries)
  SELECT event_id, 0, 'entry', 0, 0 FROM event_entries WHERE number = 1;
