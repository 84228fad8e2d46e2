-- The statements of the store, each under its name, in the SQL that SQLite and PostgreSQL share;
-- postgres.sql defines the functions that only SQLite has by itself. {NAME} stands for a statement
-- above, for the columns of a row, or for the beginning of the keys of one kind of event. A list of
-- names is given as JSON.

-- ---------------------------------------------------------------- reading runs and events

-- name: run
SELECT {RunRow} FROM runs WHERE id = :run;

-- name: ids
SELECT id FROM runs ORDER BY created DESC, id DESC;

-- name: runs
SELECT {RunRow} FROM runs WHERE :job IN ('', job) AND :state IN ('', state)
ORDER BY created DESC, id DESC LIMIT :limit;

-- name: runs_about
SELECT {RunRow} FROM runs WHERE subject = :subject ORDER BY created, id;

-- name: runs_with_content
-- Runs that are open, have asked somebody or were decided by a person, by the time of their content.
SELECT {RunRow} FROM runs WHERE id IN (SELECT run FROM events WHERE key = '{CONTENT}' AND body = :body)
AND (state = 'open'
OR EXISTS (SELECT 1 FROM events WHERE run = runs.id AND key >= '{ASK}' AND key < '{ASK}{LAST}')
OR EXISTS (SELECT 1 FROM listing WHERE run = runs.id AND decided <> ''))
ORDER BY (SELECT seq FROM events WHERE run = runs.id AND key = '{CONTENT}');

-- name: actions_about
-- The times at which runs about these subjects started and acted on their issues.
SELECT at FROM events
WHERE run IN (SELECT id FROM runs WHERE subject IN (SELECT value FROM json_each(:subjects)))
AND (kind = 'start' OR (kind = 'step' AND key >= '{ACT}' AND key < '{ACT}{LAST}')) ORDER BY seq;

-- name: events
SELECT {Event} FROM events WHERE run = :run AND seq > :seq ORDER BY seq;

-- name: last_park
SELECT CASE kind WHEN 'park' THEN body ELSE '' END FROM events WHERE run = :run
ORDER BY seq DESC LIMIT 1;

-- name: parked_since
-- When the run was first parked after its last record of something else.
SELECT coalesce(min(at), 0) FROM events WHERE run = :run AND kind = 'park' AND seq > (
SELECT coalesce(max(seq), 0) FROM events WHERE run = :run AND kind <> 'park');

-- name: given_up
-- The failed runs that were given up because they only met outages.
SELECT runs.id FROM runs JOIN events ON run = id AND key = '{END}' || runs.epoch
WHERE state = 'failed' AND json_valid(body) AND json_extract(body, '$.gave_up') IS NOT NULL
ORDER BY ended, id;

-- name: last_end
SELECT body FROM events WHERE run = :run AND kind = 'end' ORDER BY seq DESC LIMIT 1;

-- name: heads_since
SELECT seq, run, coalesce(job, ''), coalesce(subject, ''), key, kind, at
FROM events LEFT JOIN runs ON runs.id = events.run WHERE seq > :seq ORDER BY seq LIMIT :limit;

-- name: signals_since
SELECT {Event} FROM events
WHERE seq > :seq AND kind IN ('message', 'cancel', 'end') ORDER BY seq;

-- name: keys
SELECT key FROM events WHERE run = :run ORDER BY key;

-- name: last_seq
SELECT coalesce(max(seq), 0) FROM events;

-- name: time_of
SELECT at FROM events WHERE seq >= :seq ORDER BY seq LIMIT 1;

-- name: successor
SELECT json_extract(body, '$.value.successor') FROM events WHERE run = :run AND kind = 'end'
ORDER BY seq DESC LIMIT 1;

-- ---------------------------------------------------------------- texts and settings

-- name: text
SELECT text FROM texts WHERE hash = :hash;

-- name: add_text
INSERT INTO texts VALUES (:hash, :text) ON CONFLICT DO NOTHING;

-- name: setting
SELECT value FROM marks WHERE name = :name;

-- name: set_setting
INSERT INTO marks VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value;

-- name: roles
SELECT substr(name, 8), value FROM marks WHERE substr(name, 1, 7) = 'leader/' ORDER BY name;

-- ---------------------------------------------------------------- writing runs and events

-- name: add_run
INSERT INTO runs
VALUES (:run, :job, :request, 'open', :owner, 1, :due, 0, :now, 0, :subject) ON CONFLICT DO NOTHING;

-- name: append
INSERT INTO events (run, key, kind, at, epoch, input, body)
SELECT id, :key, :kind, :now, epoch, :about, :body
FROM runs WHERE id = :run AND epoch = :epoch AND state = 'open' RETURNING seq;

-- name: last_about
SELECT max(created) FROM runs WHERE subject = :subject;

-- name: signal
INSERT INTO events (run, key, kind, at, epoch, input, body)
SELECT id, :key, :kind, :now, epoch, '', :body
FROM runs WHERE id = :run ON CONFLICT DO NOTHING;

-- name: holds
SELECT 1 FROM runs WHERE id = :run AND epoch = :epoch AND state = 'open';

-- name: end
UPDATE runs SET state = :state, owner = '', ended = :now WHERE id = :run;

-- name: park
UPDATE runs SET owner = '', not_before = :until, attempts = attempts + 1 WHERE id = :run;

-- name: reopen
-- With not_before = 0 it is claimed before all others, as a person waits for it.
UPDATE runs SET state = 'open', owner = '', epoch = epoch + 1, not_before = 0, attempts = 0,
ended = 0 WHERE id = :run;

-- name: retry_parked
UPDATE runs SET not_before = :now WHERE state = 'open' AND owner = '' AND not_before > :now;

-- ---------------------------------------------------------------- workers and the runs they hold

-- name: open_jobs
SELECT DISTINCT job FROM runs WHERE state = 'open' AND owner = '';

-- name: is_due
-- A parked run is due at not_before. If that is further away than the pause that was asked for,
-- the clock was set back since, and the run is due at once. A run that rests after the deaths of
-- its workers is not due.
((not_before <= :now OR not_before > :now + coalesce(
(SELECT CAST(json_extract(body, '$.seconds') AS DOUBLE PRECISION) FROM events
WHERE run = runs.id AND key = '{PARK}' || runs.epoch), 0))
AND NOT EXISTS (SELECT 1 FROM deaths AS resting WHERE resting.run = runs.id
AND rests_until > :now AND counted <= :now))

-- name: due_run
SELECT {RunRow} FROM runs WHERE state = 'open' AND owner = '' AND {is_due} AND id = :run;

-- name: due_of_job
SELECT {RunRow} FROM runs WHERE state = 'open' AND owner = '' AND {is_due} AND job = :job
ORDER BY not_before LIMIT :limit;

-- name: count_due
SELECT count(*) FROM runs WHERE state = 'open' AND owner = '' AND {is_due};

-- name: has_progress
-- Something was recorded of the run since a worker last died while it held the run.
EXISTS (SELECT 1 FROM events WHERE run = runs.id AND epoch > coalesce(deaths.epoch, runs.epoch - 1)
AND kind IN ('step', 'wait', 'woken', 'park'))

-- name: suspects
-- CROSS JOIN makes SQLite look at the few counted deaths first.
SELECT id, owner FROM deaths CROSS JOIN runs
WHERE run = id AND count >= :suspect_after AND state = 'open' AND {is_due}
AND job IN (SELECT value FROM json_each(:jobs))
AND NOT {has_progress} ORDER BY owner = '', not_before;

-- name: claim
UPDATE runs SET owner = :owner, epoch = :epoch WHERE id = :run;

-- name: workers
SELECT {WorkerRow} FROM workers;

-- name: renew_lease
UPDATE workers SET beat = :now, expires = :now + :lease, busy = :busy WHERE owner = :owner;

-- name: add_worker
INSERT INTO workers VALUES (:owner, :now, :now + :lease, :busy, :about);

-- name: set_busy
UPDATE workers SET busy = :busy WHERE owner = :owner;

-- name: busy_elsewhere
SELECT coalesce(sum(busy), 0) FROM workers WHERE owner <> :owner;

-- name: held_by
SELECT {RunRow} FROM runs WHERE state = 'open' AND owner = :owner ORDER BY created, id;

-- name: remove_worker
DELETE FROM workers WHERE owner = :owner;

-- name: release_runs
UPDATE runs SET owner = '', epoch = epoch + 1 WHERE state = 'open' AND owner = :owner;

-- name: owners_without_lease
SELECT DISTINCT owner FROM runs
WHERE state = 'open' AND owner <> '' AND owner NOT IN (SELECT owner FROM workers);

-- ---------------------------------------------------------------- deaths of workers

-- name: acting
UPDATE deaths SET acting = :epoch WHERE run = :run;

-- name: is_counted
-- The first death counts. A later one counts if a step of the run was executing, and if the last
-- counted death was long enough ago.
(coalesce(count, 0) = 0
OR (acting = runs.epoch AND :now >= counted + :recovery * count * count))

-- name: count_deaths
INSERT INTO deaths (run, count, epoch, counted)
SELECT id, CASE WHEN {has_progress} THEN 0 WHEN {is_counted} THEN coalesce(count, 0) + 1
ELSE count END, runs.epoch, CASE WHEN {has_progress} THEN 0 WHEN {is_counted} THEN :now
ELSE counted END
FROM runs LEFT JOIN deaths ON run = id WHERE state = 'open' AND owner = :owner
ON CONFLICT (run) DO UPDATE
SET count = excluded.count, epoch = excluded.epoch, counted = excluded.counted;

-- name: rest
-- A run continues at once after its first death. It rests after each later one.
UPDATE deaths SET rests_until = counted + :recovery * count * count
WHERE count > 0 AND NOT (count = 1 AND counted = :now)
AND run IN (SELECT id FROM runs WHERE state = 'open' AND owner = :owner);

-- name: suspected_of
FROM deaths JOIN runs ON run = id WHERE owner = :owner AND count > 0

-- name: share_deaths
-- If the dead worker held several runs, none of them is known to be the cause: each is a suspect.
UPDATE deaths SET count = :suspect_after
WHERE count > :suspect_after AND run IN (SELECT id {suspected_of})
AND (SELECT count(*) {suspected_of}) > 1;

-- name: deaths
SELECT run, count FROM deaths;

-- name: deaths_of
SELECT run, count FROM deaths WHERE run = :run;

-- name: forget_deaths
DELETE FROM deaths WHERE run IN (SELECT value FROM json_each(:runs));

-- ---------------------------------------------------------------- salvage, for SQLite only

-- name: rebuild_runs
-- Restore the runs of a damaged file from their first events.
INSERT OR IGNORE INTO runs SELECT run, json_extract(body, '$.job'), json_extract(body, '$.input'),
coalesce((SELECT json_extract(body, '$.state') FROM events
WHERE run = began.run AND kind IN ('end', 'resume')
AND json_valid(body) ORDER BY seq DESC LIMIT 1), 'open'), '',
(SELECT max(epoch) FROM events WHERE run = began.run), at, 0, at,
coalesce((SELECT max(at) FROM events WHERE run = began.run AND kind = 'end'), 0),
json_extract(body, '$.subject') FROM events AS began WHERE kind = 'start' AND json_valid(body);
