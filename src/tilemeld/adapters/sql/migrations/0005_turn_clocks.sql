-- Version 5: the turn clocks of real tables, as the phone that pressed last told them.

CREATE TABLE turn_clocks (
  event_id TEXT NOT NULL,
  round INTEGER NOT NULL,
  table_number INTEGER NOT NULL,
  presses INTEGER NOT NULL,  -- how often somebody has pressed: the highest count is the truth
  body TEXT NOT NULL,
  PRIMARY KEY (event_id, round, table_number)
) STRICT, WITHOUT ROWID;
