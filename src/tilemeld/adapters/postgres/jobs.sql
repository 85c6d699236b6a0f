-- The queue of jobs. Times are those of the database, in milliseconds, so that no two clocks have to agree.
CREATE OR REPLACE FUNCTION tilemeld_now() RETURNS BIGINT LANGUAGE sql VOLATILE AS $$
  SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint
$$;

-- Whether the worker of a job is gone, or has had its time.
CREATE OR REPLACE FUNCTION tilemeld_is_left_1(
  job jobs, silent_ms BIGINT, overtime_ms BIGINT
) RETURNS BOOLEAN LANGUAGE sql STABLE AS $$
  SELECT job.worker IS NOT NULL AND (
    job.taken_at + job.limit_ms + overtime_ms < tilemeld_now()
    OR NOT EXISTS (SELECT FROM workers w WHERE w.id = job.worker AND w.at > tilemeld_now() - silent_ms))
$$;

-- Takes the next job: by rank, then the address served longest ago, then the person, then by age.
-- One job a call: the rows of an address and of a person are always locked in this order, never in a circle.
CREATE OR REPLACE FUNCTION tilemeld_take_job_1(
  taker TEXT, asked_by TEXT, chosen TEXT, silent_ms BIGINT, overtime_ms BIGINT, most_tries BIGINT
) RETURNS SETOF jobs LANGUAGE plpgsql AS $$
DECLARE
  found_key TEXT;
  taken jobs;
BEGIN
  SELECT j.key INTO found_key FROM jobs j
    LEFT JOIN job_turns a ON a.who = 'address ' || j.address
    LEFT JOIN job_turns o ON o.who = 'owner ' || j.owner
    WHERE j.program = asked_by AND j.ended_at IS NULL AND j.kind = ANY(string_to_array(chosen, ','))
      AND j.wanted_until > tilemeld_now() AND j.tries < most_tries
      AND (j.worker IS NULL OR tilemeld_is_left_1(j, silent_ms, overtime_ms))
    ORDER BY j.rank, coalesce(a.number, 0), coalesce(o.number, 0), j.number
    LIMIT 1 FOR UPDATE OF j SKIP LOCKED;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  UPDATE jobs SET worker = taker, taken_at = tilemeld_now(), tries = tries + 1, done = 0, total = 0
    WHERE program = asked_by AND key = found_key RETURNING * INTO taken;
  INSERT INTO job_turns (who, number) VALUES ('address ' || taken.address, nextval('job_numbers'))
    ON CONFLICT (who) DO UPDATE SET number = excluded.number;
  INSERT INTO job_turns (who, number) VALUES ('owner ' || taken.owner, nextval('job_numbers'))
    ON CONFLICT (who) DO UPDATE SET number = excluded.number;
  RETURN NEXT taken;
END $$;

-- Notes that a worker lives, fails what was tried too often, and forgets what is old.
CREATE OR REPLACE FUNCTION tilemeld_beat_1(
  worker_id TEXT, worker_program TEXT, worker_kinds TEXT, is_stand_in BIGINT,
  silent_ms BIGINT, overtime_ms BIGINT, most_tries BIGINT, kept_ms BIGINT, turns_kept BIGINT, died TEXT
) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO workers (id, program, kinds, stands_in, at)
    VALUES (worker_id, worker_program, worker_kinds, is_stand_in, tilemeld_now())
    ON CONFLICT (id) DO UPDATE SET kinds = excluded.kinds, at = excluded.at;
  UPDATE jobs SET ended_at = tilemeld_now(), failure = died WHERE (program, key) IN (
    SELECT j.program, j.key FROM jobs j WHERE j.ended_at IS NULL AND j.tries >= most_tries
      AND tilemeld_is_left_1(j, silent_ms, overtime_ms) FOR UPDATE SKIP LOCKED);
  DELETE FROM jobs WHERE (program, key) IN (
    SELECT j.program, j.key FROM jobs j
      WHERE coalesce(j.ended_at, j.wanted_until) < tilemeld_now() - kept_ms FOR UPDATE SKIP LOCKED);
  DELETE FROM workers WHERE id IN (
    SELECT w.id FROM workers w WHERE w.at < tilemeld_now() - kept_ms FOR UPDATE SKIP LOCKED);
  DELETE FROM job_turns WHERE who IN (
    SELECT t.who FROM job_turns t WHERE t.number < (SELECT last_value FROM job_numbers) - turns_kept
      FOR UPDATE SKIP LOCKED);
END $$;
