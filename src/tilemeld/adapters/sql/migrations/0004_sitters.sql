-- Version 4: who sits or sat at a table, so that people find their finished games.

CREATE TABLE sitters (
  person TEXT NOT NULL,
  table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
  PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX sitters_by_table ON sitters (table_id);

-- sqlite
INSERT OR IGNORE INTO sitters (person, table_id)
  SELECT json_extract(place.value, '$.person'), tables.id
  FROM tables, json_each(CASE WHEN json_valid(tables.body) THEN tables.body ELSE '{}' END, '$.places') AS place
  WHERE json_extract(place.value, '$.person') IS NOT NULL;
-- end
