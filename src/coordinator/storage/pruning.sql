-- The statements that shorten the records of ended runs, in the SQL that SQLite and PostgreSQL
-- share. {NAME} stands for a statement above, for the columns of a row, or for the beginning of the
-- keys of one kind of event.

-- name: needs_attention
-- States of listed runs that somebody can still act on.
('open', 'escalate', 'error', 'failed')

-- name: is_old
-- An ended run that nobody needs any more: no run about its subject is open, waits for a person, or
-- ended recently.
runs.state IN ('done', 'cancelled') AND runs.ended > 0 AND runs.ended < :before
AND NOT EXISTS (SELECT 1 FROM events WHERE events.run = runs.id AND events.key = '{PRUNED}')
AND NOT EXISTS (SELECT 1 FROM listing WHERE listing.run = runs.id
AND listing.state IN {needs_attention})
AND NOT EXISTS (SELECT 1 FROM runs AS other LEFT JOIN listing ON listing.run = other.id
WHERE other.subject = runs.subject AND (other.state IN ('open', 'failed')
OR other.ended >= :before OR listing.state IN {needs_attention}))

-- name: old_runs
SELECT runs.id FROM runs WHERE {is_old} AND runs.job IN (SELECT value FROM json_each(:jobs))
ORDER BY runs.ended, runs.id;

-- name: is_still_old
SELECT 1 FROM runs WHERE runs.id = :run AND {is_old};

-- name: replace_body
UPDATE events SET body = :body WHERE run = :run AND key = :key;

-- name: remove_event
DELETE FROM events WHERE run = :run AND key = :key;

-- name: prompts
SELECT run, json_extract(body, '$.prompt') AS prompt, EXISTS (SELECT 1 FROM events AS mark
WHERE mark.run = events.run AND mark.key = '{PRUNED}') AS pruned FROM events
WHERE key >= '{ASK}' AND key < '{ASK}{LAST}' OR key >= '{OPEN}' AND key < '{OPEN}{LAST}';

-- name: text_length
SELECT length(text) FROM texts WHERE hash = :hash;

-- name: remove_text
DELETE FROM texts WHERE hash = :hash;

-- name: size
SELECT (SELECT coalesce(sum(length(body)), 0) FROM events)
+ (SELECT coalesce(sum(length(text)), 0) FROM texts);
