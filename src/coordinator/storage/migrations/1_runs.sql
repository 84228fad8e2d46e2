-- Runs, the append-only events they are made of, stored texts, workers and settings.

CREATE TABLE runs (
id TEXT PRIMARY KEY, job TEXT NOT NULL, input TEXT NOT NULL,
state TEXT NOT NULL CHECK (state IN ('open', 'done', 'failed', 'cancelled')),
owner TEXT NOT NULL, epoch INTEGER NOT NULL, not_before REAL NOT NULL, attempts INTEGER NOT NULL,
created REAL NOT NULL, ended REAL NOT NULL, subject TEXT NOT NULL);
CREATE INDEX runs_about ON runs (subject, created);
CREATE INDEX open_runs ON runs (owner, job, not_before) WHERE state = 'open';

CREATE TABLE events (
seq INTEGER PRIMARY KEY AUTOINCREMENT, run TEXT NOT NULL, key TEXT NOT NULL,
kind TEXT NOT NULL, at REAL NOT NULL, epoch INTEGER NOT NULL, input TEXT NOT NULL,
body TEXT NOT NULL, UNIQUE (run, key));
CREATE INDEX signals ON events (seq) WHERE kind IN ('message', 'cancel', 'end');
CREATE TRIGGER events_stay_unchanged BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;
CREATE TRIGGER events_stay BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are append-only'); END;

CREATE TABLE texts (hash TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE workers (owner TEXT PRIMARY KEY, beat REAL NOT NULL, expires REAL NOT NULL);
CREATE TABLE marks (name TEXT PRIMARY KEY, value TEXT NOT NULL);
