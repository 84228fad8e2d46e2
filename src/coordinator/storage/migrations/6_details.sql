-- What lists are searched and sorted by. A table of its own, so that an older coordinator that has the list open can go on.

CREATE TABLE details (run TEXT PRIMARY KEY, words TEXT NOT NULL, usd REAL NOT NULL);

INSERT INTO details SELECT run, lower(run || ' ' || key || ' ' || title || ' '
|| (SELECT json_group_array(DISTINCT coalesce(json_extract(body, '$.rule'), json_extract(body, '$.seats'),
json_extract(body, '$.person'), json_extract(body, '$.body.by'),
CASE WHEN key LIKE 'ask/%' THEN substr(key, 4 + instr(substr(key, 5), '/') + 1) END, '')) FROM events
WHERE run = runs.id AND json_valid(body) AND (key IN ('verdict', 'settings', 'decision') OR kind = 'message'
OR key LIKE 'open/%' OR key LIKE 'ask/%'))
|| (SELECT json_group_array(json_extract(made.input, '$.by')) FROM runs AS made WHERE made.subject = runs.subject
AND made.job = 'decision' AND json_valid(made.input) AND json_extract(made.input, '$.review') = runs.id)),
(SELECT coalesce(sum(CAST(json_extract(body, '$.ending.usage.usd') AS DOUBLE PRECISION)), 0) FROM events
WHERE run = runs.id AND key LIKE 'ask/%' AND kind = 'step' AND json_valid(body)) FROM listing JOIN runs ON id = run;
