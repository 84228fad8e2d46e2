-- How runs are listed, in the SQL that SQLite and PostgreSQL share. This is the one file of the
-- storage that knows what jobs record: titles, outcomes, verdicts, councils and decisions.
--
-- Table `listing` has one row for each run, as lists show it: `panel` is the outcome of the run
-- itself, `decided` the outcome that a person chose later, or empty, and `state` is `decided` if a
-- person chose, otherwise `panel`.
-- Table `details` has the words that a run is found by, and its cost.
--
-- {NAME} stands for a statement above, for the columns of a row, or for the beginning of the keys
-- of one kind of event.

-- ---------------------------------------------------------------- how a run is listed

-- name: outcome
-- The outcome that a finished run returned, if its value has one.
SELECT replace(coalesce(json_extract(body, '$.value.verdict.outcome'),
json_extract(body, '$.value.outcome'),
json_extract(body, '$.value.kind')), 'escalated', 'escalate') FROM events
WHERE run = runs.id AND key = '{END}' || runs.epoch AND runs.state = 'done' AND json_valid(body)

-- name: council_waits
-- The state of an open council that waits for a person: `escalate` if the person has to decide,
-- `error` if the person has to ask for a plan again.
SELECT CASE key WHEN 'decide' THEN 'escalate' ELSE 'error' END FROM events AS asked
WHERE run = runs.id AND runs.job = 'council' AND runs.state = 'open' AND kind = 'wait'
AND (key = 'decide' OR key >= '{AGAIN}' AND key < '{AGAIN}{LAST}')
AND NOT EXISTS (SELECT 1 FROM events WHERE run = asked.run AND key = '{WOKEN}' || asked.key) LIMIT 1

-- name: listing_row
SELECT id, created, job,
CASE WHEN instr(subject, ':') > 0 THEN substr(subject, 1, instr(subject, ':') - 1) ELSE '' END,
coalesce(json_extract(input, '$.key'), ''),
coalesce((SELECT json_extract(body, '$.title') FROM events
WHERE run = runs.id AND key = 'issue' AND json_valid(body)),
json_extract(input, '$.given.title'), json_extract(input, '$.title'),
json_extract(input, '$.label'), ''),
coalesce(({outcome}), state), '', coalesce(({council_waits}), ({outcome}), state) FROM runs

-- name: cost
coalesce(sum(CASE WHEN key >= '{ASK}' AND key < '{ASK}{LAST}' AND kind = 'step'
THEN CAST(json_extract(body, '$.ending.usage.usd') AS DOUBLE PRECISION) END), 0)

-- name: words
-- For an ask its seat, otherwise the rule, the seats or the person that the event names.
json_group_array(DISTINCT CASE WHEN key >= '{ASK}' AND key < '{ASK}{LAST}'
THEN substr(key, length('{ASK}') + instr(substr(key, length('{ASK}') + 1), '/') + 1)
ELSE coalesce(json_extract(body, '$.rule'), json_extract(body, '$.seats'),
json_extract(body, '$.person'),
json_extract(body, '$.body.by'), '') END)

-- name: is_detail
-- Events with words that a run is found by, beside its title.
(key IN ('verdict', 'settings', 'decision') OR kind = 'message'
OR key >= '{OPEN}' AND key < '{OPEN}{LAST}' OR key >= '{ASK}' AND key < '{ASK}{LAST}')

-- name: deciders
-- The people who decided about a run.
SELECT json_group_array(json_extract(made.input, '$.by')) FROM runs AS made
WHERE made.subject = runs.subject AND made.job = 'decision'
AND json_extract(made.input, '$.review') = runs.id

-- name: details_row
SELECT run, lower(run || ' ' || key || ' ' || title || ' ' || (SELECT {words} FROM events
WHERE run = runs.id AND json_valid(body) AND {is_detail}) || ({deciders})),
(SELECT {cost} FROM events WHERE run = runs.id AND json_valid(body) AND {is_detail})
FROM listing JOIN runs ON id = run

-- ---------------------------------------------------------------- writing the index

-- name: write_listing
INSERT INTO listing {listing_row} WHERE id = :run ON CONFLICT (run) DO UPDATE
SET title = excluded.title, panel = excluded.panel,
state = CASE listing.decided WHEN '' THEN excluded.state ELSE listing.decided END;

-- name: write_decision
-- If this run is a person's decision about another run, list the other run as decided.
UPDATE listing SET decided = json_extract(made.input, '$.outcome'),
state = json_extract(made.input, '$.outcome')
FROM runs AS made WHERE made.id = :run AND made.job = 'decision'
AND listing.run = json_extract(made.input, '$.review');

-- name: begin_details
INSERT INTO details SELECT run, lower(run || ' ' || key || ' ' || title || ' '), 0 FROM listing
WHERE run = :run ON CONFLICT DO NOTHING;

-- name: append_details
-- Add the words and costs of the events from :seq on. The expression run || '' keeps SQLite from
-- walking all other events by the index on runs.
UPDATE details SET words = details.words || lower(new.words), usd = details.usd + new.usd
FROM (SELECT run || '' AS run, {words} AS words, {cost} AS usd FROM events
WHERE seq >= :seq AND {is_detail} GROUP BY run || '') AS new WHERE details.run = new.run;

-- name: write_details
-- Write the details of a run and, if it is a decision, those of the run it decides about.
INSERT INTO details {details_row} WHERE id = :run
OR id = (SELECT json_extract(input, '$.review') FROM runs WHERE id = :run AND job = 'decision')
ON CONFLICT (run) DO UPDATE SET words = excluded.words, usd = excluded.usd;

-- ---------------------------------------------------------------- reading the index

-- name: listed
SELECT {RunListRow} FROM listing WHERE run = :run;

-- name: is_recorded
SELECT 1 FROM runs WHERE id = :run;

-- name: troubled_runs
SELECT run FROM listing WHERE job IN (SELECT DISTINCT job FROM listing) AND state = 'failed'
UNION ALL SELECT id FROM runs WHERE state = 'open' AND attempts > 0 ORDER BY 1 DESC;

-- name: count_by_job
SELECT job, state, count(*) FROM listing GROUP BY job, state ORDER BY job, state;

-- name: trackers
SELECT DISTINCT tracker FROM listing WHERE tracker <> '';

-- name: is_unanswered
-- Asks that were put to a person who has not answered; both keys are alike after their kind.
asked.run = listing.run AND asked.key >= '{OPEN}' AND asked.key < '{OPEN}{LAST}'
AND asked.kind = 'step'
AND NOT EXISTS (SELECT 1 FROM events AS said
WHERE said.run = asked.run AND said.key = '{ASK}' || substr(asked.key, length('{OPEN}') + 1))

-- name: people_waited_for
-- CROSS JOIN makes SQLite look at the few open runs first, and then at their events.
SELECT DISTINCT json_extract(asked.body, '$.person') AS person
FROM listing CROSS JOIN events AS asked
WHERE listing.panel = 'open' AND {is_unanswered} ORDER BY person;

-- ---------------------------------------------------------------- filters

-- name: has_state
state = :state

-- name: has_job
job || '' = :job

-- name: has_tracker
tracker = :tracker

-- name: has_text
-- A run that an older version listed may have no details yet.
instr(coalesce((SELECT words FROM details WHERE details.run = listing.run),
lower(run || key || title)), lower(:text)) > 0

-- name: has_since
created >= :since

-- name: has_until
created < :until

-- name: has_waiting
panel = 'open' AND EXISTS (SELECT 1 FROM events AS asked
WHERE {is_unanswered} AND :waiting IN ('*', json_extract(asked.body, '$.person')))

-- ---------------------------------------------------------------- orders

-- name: duration
SELECT CASE WHEN ended > 0 THEN ended - runs.created ELSE 0 END FROM runs WHERE id = listing.run

-- name: total_cost
SELECT coalesce(sum(usd), 0) FROM details WHERE details.run = listing.run

-- ---------------------------------------------------------------- salvage, for SQLite only

-- name: clear_listing
DELETE FROM listing;

-- name: rebuild_listing
INSERT INTO listing {listing_row} WHERE json_valid(input);

-- name: rebuild_decisions
UPDATE listing SET (decided, state) =
(SELECT json_extract(input, '$.outcome'), json_extract(input, '$.outcome')
FROM runs WHERE job = 'decision' AND json_valid(input)
AND json_extract(input, '$.review') = listing.run
ORDER BY created DESC, rowid DESC LIMIT 1)
WHERE run IN (SELECT json_extract(input, '$.review') FROM runs
WHERE job = 'decision' AND json_valid(input));

-- name: rebuild_details
INSERT OR REPLACE INTO details {details_row} WHERE json_valid(input);
