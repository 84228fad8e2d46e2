-- What the store asks of its database, each statement under its name, in the SQL that SQLite and PostgreSQL share;
-- postgres.sql has the functions that only SQLite brings along. {NAME} stands for the text of that name: one that is
-- above it, the columns of a row, or what keys of events begin with. Lists of names come as JSON.

-- name: run
SELECT {RunRow} FROM runs WHERE id = :run;

-- name: ids
SELECT id FROM runs ORDER BY created DESC, id DESC;

-- name: runs
SELECT {RunRow} FROM runs WHERE :job IN ('', job) AND :state IN ('', state)
ORDER BY created DESC, id DESC LIMIT :limit;

-- name: runs_about
SELECT {RunRow} FROM runs WHERE subject = :subject ORDER BY created, id;

-- name: events
SELECT {Event} FROM events WHERE run = :run AND seq > :seq ORDER BY seq;

-- name: last_park
SELECT CASE kind WHEN 'park' THEN body ELSE '' END FROM events WHERE run = :run ORDER BY seq DESC LIMIT 1;

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

-- name: is_ask
kind = 'step' AND substr(key, 1, length('{ASK}')) = '{ASK}'

-- name: answers_since
SELECT {Event} FROM events WHERE seq > :seq AND {is_ask} AND at >= :at ORDER BY seq;

-- name: measured_since
-- How asks ended, which of them came to nothing, and verdicts.
SELECT {Event} FROM events WHERE seq > :seq AND kind = 'step' AND ({is_ask}
OR substr(key, 1, 8) IN ('verdict', 'verdict/') OR json_extract(body, '$.kind') = 'abstention'
AND (substr(key, 1, length('{BALLOT}')) = '{BALLOT}' OR substr(key, 1, length('{READ}')) = '{READ}'))
ORDER BY seq LIMIT :limit;

-- name: nth_last_answer
SELECT at FROM events WHERE seq > :seq AND {is_ask} AND at BETWEEN :first AND :last ORDER BY at DESC LIMIT 1 OFFSET :n;

-- name: last_seq
SELECT coalesce(max(seq), 0) FROM events;

-- name: time_of
SELECT at FROM events WHERE seq >= :seq ORDER BY seq LIMIT 1;

-- name: successor
SELECT json_extract(body, '$.value.successor') FROM events WHERE run = :run AND kind = 'end' ORDER BY seq DESC LIMIT 1;

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

-- The list of runs, which is written with what is listed.

-- name: came_to
-- What a run has come to by its value, where that says so.
SELECT replace(coalesce(json_extract(body, '$.value.verdict.outcome'), json_extract(body, '$.value.outcome'),
json_extract(body, '$.value.kind')), 'escalated', 'escalate') FROM events
WHERE run = runs.id AND key = '{END}' || runs.epoch AND runs.state = 'done' AND json_valid(body)

-- name: waits_as
-- What an open council is to people while it waits to be told something: what to decide, or to ask for a plan again.
SELECT CASE key WHEN 'decide' THEN 'escalate' ELSE 'error' END FROM events AS asked
WHERE run = runs.id AND runs.job = 'council' AND runs.state = 'open' AND kind = 'wait'
AND (key = 'decide' OR key >= '{AGAIN}' AND key < '{AGAIN}{LAST}')
AND NOT EXISTS (SELECT 1 FROM events WHERE run = asked.run AND key = '{WOKEN}' || asked.key) LIMIT 1

-- name: as_listed
SELECT id, created, job, CASE WHEN instr(subject, ':') > 0 THEN substr(subject, 1, instr(subject, ':') - 1) ELSE '' END,
coalesce(json_extract(input, '$.key'), ''),
coalesce((SELECT json_extract(body, '$.title') FROM events WHERE run = runs.id AND key = 'issue' AND json_valid(body)),
json_extract(input, '$.given.title'), json_extract(input, '$.title'), json_extract(input, '$.label'), ''),
coalesce(({came_to}), state), '', coalesce(({waits_as}), ({came_to}), state) FROM runs

-- name: list_run
INSERT INTO listing {as_listed} WHERE id = :run ON CONFLICT (run) DO UPDATE SET title = excluded.title,
panel = excluded.panel, state = CASE listing.decided WHEN '' THEN excluded.state ELSE listing.decided END;

-- name: list_decision
-- What a person has decided of another run, if that is what this one is for.
UPDATE listing SET decided = json_extract(made.input, '$.outcome'), state = json_extract(made.input, '$.outcome')
FROM runs AS made WHERE made.id = :run AND made.job = 'decision' AND listing.run = json_extract(made.input, '$.review');

-- name: usd
coalesce(sum(CASE WHEN key >= '{ASK}' AND key < '{ASK}{LAST}' AND kind = 'step'
THEN CAST(json_extract(body, '$.ending.usage.usd') AS DOUBLE PRECISION) END), 0)

-- name: words
json_group_array(DISTINCT CASE WHEN key >= '{ASK}' AND key < '{ASK}{LAST}'
THEN substr(key, length('{ASK}') + instr(substr(key, length('{ASK}') + 1), '/') + 1)
ELSE coalesce(json_extract(body, '$.rule'), json_extract(body, '$.seats'), json_extract(body, '$.person'),
json_extract(body, '$.body.by'), '') END)

-- name: is_detail
-- What a run is found by beside its title: its seats, what decided it, whom it asks and who lets it go on.
(key IN ('verdict', 'settings', 'decision') OR kind = 'message'
OR key >= '{OPEN}' AND key < '{OPEN}{LAST}' OR key >= '{ASK}' AND key < '{ASK}{LAST}')

-- name: deciders
SELECT json_group_array(json_extract(made.input, '$.by')) FROM runs AS made
WHERE made.subject = runs.subject AND made.job = 'decision' AND json_extract(made.input, '$.review') = runs.id

-- name: details
SELECT run, lower(run || ' ' || key || ' ' || title || ' ' || (SELECT {words} FROM events
WHERE run = runs.id AND json_valid(body) AND {is_detail}) || ({deciders})),
(SELECT {usd} FROM events WHERE run = runs.id AND json_valid(body) AND {is_detail})
FROM listing JOIN runs ON id = run

-- name: list_details
-- What lists are searched and sorted by, also of the review that this is a decision on.
INSERT INTO details {details} WHERE id = :run
OR id = (SELECT json_extract(input, '$.review') FROM runs WHERE id = :run AND job = 'decision')
ON CONFLICT (run) DO UPDATE SET words = excluded.words, usd = excluded.usd;

-- name: new_details
INSERT INTO details SELECT run, lower(run || ' ' || key || ' ' || title || ' '), 0 FROM listing WHERE run = :run
ON CONFLICT DO NOTHING;

-- name: add_details
-- The same for what was appended from this event on; what is put together keeps all other events from being walked.
UPDATE details SET words = details.words || lower(new.words), usd = details.usd + new.usd
FROM (SELECT run || '' AS run, {words} AS words, {usd} AS usd FROM events
WHERE seq >= :seq AND {is_detail} GROUP BY run || '') AS new WHERE details.run = new.run;

-- name: listed
SELECT {RunListRow} FROM listing WHERE run = :run;

-- name: troubled_runs
SELECT run FROM listing WHERE job IN (SELECT DISTINCT job FROM listing) AND state = 'failed'
UNION ALL SELECT id FROM runs WHERE state = 'open' AND attempts > 0 ORDER BY 1 DESC;

-- name: count_by_job
SELECT job, state, count(*) FROM listing GROUP BY job, state ORDER BY job, state;

-- name: trackers
SELECT DISTINCT tracker FROM listing WHERE tracker <> '';

-- name: is_unanswered
-- Asks that were put to a person and are not answered; the keys of both go on alike.
asked.run = listing.run AND asked.key >= '{OPEN}' AND asked.key < '{OPEN}{LAST}' AND asked.kind = 'step'
AND NOT EXISTS (SELECT 1 FROM events AS said
WHERE said.run = asked.run AND said.key = '{ASK}' || substr(asked.key, length('{OPEN}') + 1))

-- Which runs are wanted, by the filters that are given.

-- name: has_state
state = :state

-- name: has_job
job || '' = :job

-- name: has_tracker
tracker = :tracker

-- name: has_text
-- What an older coordinator has listed has no words yet.
instr(coalesce((SELECT words FROM details WHERE details.run = listing.run), lower(run || key || title)), lower(:text)) > 0

-- name: has_since
created >= :since

-- name: has_until
created < :until

-- name: has_waiting
panel = 'open' AND EXISTS (SELECT 1 FROM events AS asked
WHERE {is_unanswered} AND :waiting IN ('*', json_extract(asked.body, '$.person')))

-- name: took
SELECT CASE WHEN ended > 0 THEN ended - runs.created ELSE 0 END FROM runs WHERE id = listing.run

-- name: paid
SELECT coalesce(sum(usd), 0) FROM details WHERE details.run = listing.run

-- name: people_waited_for
-- CROSS JOIN is an order to SQLite, here and below: the few open runs first, then their events.
SELECT DISTINCT json_extract(asked.body, '$.person') AS person FROM listing CROSS JOIN events AS asked
WHERE listing.panel = 'open' AND {is_unanswered} ORDER BY person;

-- Runs and events.

-- name: add_run
INSERT INTO runs VALUES (:run, :job, :request, 'open', :owner, 1, :due, 0, :now, 0, :subject) ON CONFLICT DO NOTHING;

-- name: append
INSERT INTO events (run, key, kind, at, epoch, input, body) SELECT id, :key, :kind, :now, epoch, :about, :body
FROM runs WHERE id = :run AND epoch = :epoch AND state = 'open' RETURNING seq;

-- name: last_about
SELECT max(created) FROM runs WHERE subject = :subject;

-- name: signal
INSERT INTO events (run, key, kind, at, epoch, input, body) SELECT id, :key, :kind, :now, epoch, '', :body
FROM runs WHERE id = :run ON CONFLICT DO NOTHING;

-- name: holds
SELECT 1 FROM runs WHERE id = :run AND epoch = :epoch AND state = 'open';

-- name: end
UPDATE runs SET state = :state, owner = '', ended = :now WHERE id = :run;

-- name: park
UPDATE runs SET owner = '', not_before = :until, attempts = attempts + 1 WHERE id = :run;

-- name: reopen
-- As something that a person waits for: what is due for longest is taken on first.
UPDATE runs SET state = 'open', owner = '', epoch = epoch + 1, not_before = 0, attempts = 0, ended = 0
WHERE id = :run;

-- name: retry_parked
UPDATE runs SET not_before = :now WHERE state = 'open' AND owner = '' AND not_before > :now;

-- Who works on what.

-- name: open_jobs
SELECT DISTINCT job FROM runs WHERE state = 'open' AND owner = '';

-- name: is_due
-- A run that was put aside is due then; where that is further away than was asked for, the clock was set back since.
(not_before <= :now OR not_before > :now + coalesce((SELECT CAST(json_extract(body, '$.seconds') AS DOUBLE PRECISION) FROM events
WHERE run = runs.id AND key = '{PARK}' || runs.epoch), 0))

-- name: due_run
SELECT {RunRow} FROM runs WHERE state = 'open' AND owner = '' AND {is_due} AND id = :run;

-- name: due_of_job
SELECT {RunRow} FROM runs WHERE state = 'open' AND owner = '' AND {is_due} AND job = :job
ORDER BY not_before LIMIT :limit;

-- name: count_due
SELECT count(*) FROM runs WHERE state = 'open' AND owner = '' AND {is_due};

-- name: has_progress
-- What shows that a run has got somewhere since the last death of whoever held it.
EXISTS (SELECT 1 FROM events WHERE run = runs.id AND epoch > coalesce(deaths.epoch, runs.epoch - 1)
AND kind IN ('step', 'wait', 'woken', 'park'))

-- name: suspects
SELECT id, owner FROM deaths CROSS JOIN runs
WHERE run = id AND count >= :suspect_after AND state = 'open' AND {is_due} AND job IN (SELECT value FROM json_each(:jobs))
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
SELECT DISTINCT owner FROM runs WHERE state = 'open' AND owner <> '' AND owner NOT IN (SELECT owner FROM workers);

-- name: count_deaths
INSERT INTO deaths SELECT id, CASE WHEN {has_progress} THEN 0 ELSE coalesce(count, 0) + 1 END, runs.epoch
FROM runs LEFT JOIN deaths ON run = id WHERE state = 'open' AND owner = :owner
ON CONFLICT (run) DO UPDATE SET count = excluded.count, epoch = excluded.epoch;

-- name: suspected_of
FROM deaths JOIN runs ON run = id WHERE owner = :owner AND count > 0

-- name: share_deaths
-- Who was not alone with the one that died is no more than a suspect.
UPDATE deaths SET count = :suspect_after
WHERE count > :suspect_after AND run IN (SELECT id {suspected_of}) AND (SELECT count(*) {suspected_of}) > 1;

-- name: deaths
SELECT run, count FROM deaths;

-- name: deaths_of
SELECT run, count FROM deaths WHERE run = :run;

-- name: forget_deaths
DELETE FROM deaths WHERE run IN (SELECT value FROM json_each(:runs));

-- What makes a state file that was read in part whole again: runs from their first event, and the list of them. These
-- statements, as what is salvaged, are SQLite's alone.

-- name: rebuild_runs
INSERT OR IGNORE INTO runs SELECT run, json_extract(body, '$.job'), json_extract(body, '$.input'),
coalesce((SELECT json_extract(body, '$.state') FROM events WHERE run = began.run AND kind IN ('end', 'resume')
AND json_valid(body) ORDER BY seq DESC LIMIT 1), 'open'), '',
(SELECT max(epoch) FROM events WHERE run = began.run), at, 0, at,
coalesce((SELECT max(at) FROM events WHERE run = began.run AND kind = 'end'), 0),
json_extract(body, '$.subject') FROM events AS began WHERE kind = 'start' AND json_valid(body);

-- name: unlist
DELETE FROM listing;

-- name: rebuild_list
INSERT INTO listing {as_listed} WHERE json_valid(input);

-- name: rebuild_decisions
UPDATE listing SET (decided, state) = (SELECT json_extract(input, '$.outcome'), json_extract(input, '$.outcome')
FROM runs WHERE job = 'decision' AND json_valid(input) AND json_extract(input, '$.review') = listing.run
ORDER BY created DESC, rowid DESC LIMIT 1)
WHERE run IN (SELECT json_extract(input, '$.review') FROM runs WHERE job = 'decision' AND json_valid(input));

-- name: rebuild_details
INSERT OR REPLACE INTO details {details} WHERE json_valid(input);
