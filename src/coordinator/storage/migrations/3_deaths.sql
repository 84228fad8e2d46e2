-- How many processes in a row have died while they held a run of which nothing was recorded: up to the last, at `epoch`.
-- A table of its own, so that an older coordinator that has the file open can go on writing runs.

CREATE TABLE deaths (run TEXT PRIMARY KEY, count INTEGER NOT NULL, epoch INTEGER NOT NULL);
