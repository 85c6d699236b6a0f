-- Adds a step at its version, as adapters/sql/store.py does in several statements: a batch is one question.
CREATE OR REPLACE FUNCTION tilemeld_append_2(
  game TEXT, played_at TEXT, decided_at BIGINT, led_to BIGINT, moment BIGINT, content TEXT, is_over BIGINT,
  due BIGINT, sender TEXT, command TEXT, hash TEXT, keeper TEXT
) RETURNS BOOLEAN LANGUAGE plpgsql AS $$
BEGIN
  IF decided_at = 0 THEN
    INSERT INTO games (id, table_id, version, over) VALUES (game, played_at, led_to, is_over);
    DELETE FROM follow_ups WHERE item = played_at AND kind = 'game-start';
  ELSE
    UPDATE games SET version = led_to, over = is_over WHERE id = game AND version = decided_at;
    IF NOT FOUND THEN
      RETURN FALSE;
    END IF;
  END IF;
  INSERT INTO steps (game_id, version, after, at, body) VALUES (game, decided_at, led_to, moment, content);
  IF command IS NOT NULL THEN
    INSERT INTO commands (game_id, who, id, digest, version, after)
      VALUES (game, sender, command, hash, decided_at, led_to);
  END IF;
  IF due IS NULL THEN
    DELETE FROM deadlines WHERE game_id = game;
  ELSE
    INSERT INTO deadlines (game_id, version, at) VALUES (game, led_to, due)
      ON CONFLICT (game_id) DO UPDATE SET version = excluded.version, at = excluded.at;
  END IF;
  IF is_over = 1 THEN
    INSERT INTO follow_ups (item, number, kind, at, tries) VALUES (game, led_to, 'game-over', moment, 0)
      ON CONFLICT (item, number, kind) DO UPDATE SET at = excluded.at;
    DELETE FROM drafts WHERE game_id = game;
    DELETE FROM owners WHERE game_id = game;
  ELSIF keeper IS NOT NULL THEN
    INSERT INTO owners (game_id, process) VALUES (game, keeper)
      ON CONFLICT (game_id) DO UPDATE SET process = excluded.process WHERE owners.process <> excluded.process;
  END IF;
  RETURN TRUE;
EXCEPTION WHEN integrity_constraint_violation THEN
  RETURN FALSE;
END $$;
