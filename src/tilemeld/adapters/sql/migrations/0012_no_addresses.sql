-- Version 12: no client address is stored with jobs any more; what earlier programs have noted goes.

-- postgres
-- Jobs are asked for again by whoever waits, and turns of addresses are counted anew.
DELETE FROM jobs;
DELETE FROM job_turns;
-- end
