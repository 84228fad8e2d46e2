-- The list of runs is written by code, as PostgreSQL has no such triggers; and what a worker does right now.

DROP TRIGGER list_run;
DROP TRIGGER list_state;
DROP TRIGGER list_title;
DROP TRIGGER list_decision;
ALTER TABLE workers ADD COLUMN busy INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workers ADD COLUMN about TEXT NOT NULL DEFAULT '{}';
