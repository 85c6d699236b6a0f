-- Version 3: who has a part in which event, to find one's own again. The log says which part, and whether still.

CREATE TABLE event_people (
  person TEXT NOT NULL,
  event_id TEXT NOT NULL,
  PRIMARY KEY (person, event_id)
) STRICT, WITHOUT ROWID;

-- sqlite
INSERT OR IGNORE INTO event_people (person, event_id)
  SELECT json_extract(body, '$.fact.person'), event_id
  FROM (SELECT event_id, CASE WHEN json_valid(body) THEN body ELSE '{}' END AS body FROM event_entries)
  WHERE json_extract(body, '$.fact.type') = 'role-given' AND json_extract(body, '$.fact.person') IS NOT NULL;
-- end
