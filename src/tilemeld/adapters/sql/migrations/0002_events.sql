-- Version 2: tournaments. An event is a log of entries; names live beside it, where they can be erased.

CREATE TABLE event_entries (
  event_id TEXT NOT NULL,
  number INTEGER NOT NULL,           -- counted from 1; the key turns a second writer away
  body TEXT NOT NULL,                -- an entry as JSON (docs/tournaments.md)
  PRIMARY KEY (event_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE event_cards (
  event_id TEXT NOT NULL,
  card TEXT NOT NULL,                -- the number of a player or substitute
  name TEXT NOT NULL,
  public_name TEXT NOT NULL,
  club TEXT NOT NULL,
  PRIMARY KEY (event_id, card)
) STRICT, WITHOUT ROWID;
