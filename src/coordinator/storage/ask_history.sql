-- The asks of all runs, in the SQL that SQLite and PostgreSQL share. {NAME} stands for a statement
-- above, for the columns of a row, or for the beginning of the keys of one kind of event.

-- name: is_ask
kind = 'step' AND substr(key, 1, length('{ASK}')) = '{ASK}'

-- name: ended_since
SELECT {Event} FROM events WHERE seq > :seq AND {is_ask} AND at >= :at ORDER BY seq;

-- name: measured_since
-- Ended asks, those of them that gave no ballot, and verdicts.
SELECT {Event} FROM events WHERE seq > :seq AND kind = 'step' AND ({is_ask}
OR substr(key, 1, 8) IN ('verdict', 'verdict/') OR json_extract(body, '$.kind') = 'abstention'
AND (substr(key, 1, length('{BALLOT}')) = '{BALLOT}'
OR substr(key, 1, length('{READ}')) = '{READ}'))
ORDER BY seq LIMIT :limit;

-- name: nth_last
SELECT at FROM events WHERE seq > :seq AND {is_ask} AND at BETWEEN :first AND :last
ORDER BY at DESC LIMIT 1 OFFSET :n;
