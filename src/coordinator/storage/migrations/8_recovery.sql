-- When a death of a worker was last counted for a run, until when the run rests after it, and the
-- epoch in which a step of the run was last known to execute.

ALTER TABLE deaths ADD COLUMN counted REAL NOT NULL DEFAULT 0;
ALTER TABLE deaths ADD COLUMN rests_until REAL NOT NULL DEFAULT 0;
ALTER TABLE deaths ADD COLUMN acting INTEGER NOT NULL DEFAULT 0;
