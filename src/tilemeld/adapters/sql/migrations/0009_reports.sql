-- Version 9: what a server reports with its heartbeat: who is connected to it, for the others.
ALTER TABLE processes ADD COLUMN report TEXT NOT NULL DEFAULT '';
