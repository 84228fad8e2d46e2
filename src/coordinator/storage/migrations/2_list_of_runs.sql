-- The list of runs: a table of its own, kept by triggers, so that also what an older coordinator writes is listed.
-- Written tightly: the schema should fit on the first page of the file, the one that `salvage` cannot do without.

CREATE TABLE listing (run TEXT PRIMARY KEY, created REAL NOT NULL, job TEXT NOT NULL, tracker TEXT NOT NULL,
key TEXT NOT NULL, title TEXT NOT NULL, panel TEXT NOT NULL, decided TEXT NOT NULL, state TEXT NOT NULL);
CREATE INDEX listing_by_time ON listing (created, run);
CREATE INDEX listing_by_state ON listing (job, state, created, run);

INSERT INTO listing SELECT id,created,job,substr(subject,1,max(instr(subject,':')-1,0)),
coalesce(json_extract(input,'$.key'),''),
coalesce(json_extract(input,'$.given.title'),json_extract(input,'$.title'),json_extract(input,'$.label'),''),state,'',state
FROM runs WHERE json_valid(input);
UPDATE listing SET panel=coalesce((SELECT coalesce(json_extract(body,'$.value.verdict.outcome'),
json_extract(body,'$.value.outcome'),json_extract(body,'$.value.kind')) FROM events JOIN runs ON run=id
WHERE run=listing.run AND key='~end/'||runs.epoch AND state='done' AND json_valid(body)),
(SELECT state FROM runs WHERE id=run));
UPDATE listing SET decided=(SELECT json_extract(input,'$.outcome') FROM runs WHERE job='decision' AND json_valid(input)
AND json_extract(input,'$.review')=listing.run ORDER BY created DESC,rowid DESC LIMIT 1)
WHERE run IN (SELECT json_extract(input,'$.review') FROM runs WHERE job='decision' AND json_valid(input));
UPDATE listing SET state=iif(decided='',panel,decided);
UPDATE listing SET title=coalesce((SELECT json_extract(body,'$.title') FROM events
WHERE run=listing.run AND key='issue' AND json_valid(body)),title);

CREATE TRIGGER list_run AFTER INSERT ON runs BEGIN
INSERT INTO listing SELECT id,created,job,substr(subject,1,max(instr(subject,':')-1,0)),
coalesce(json_extract(input,'$.key'),''),
coalesce(json_extract(input,'$.given.title'),json_extract(input,'$.title'),json_extract(input,'$.label'),''),state,'',state
FROM runs WHERE json_valid(input) AND id=NEW.id; END;
CREATE TRIGGER list_state AFTER UPDATE OF state ON runs BEGIN
UPDATE listing SET panel=coalesce((SELECT coalesce(json_extract(body,'$.value.verdict.outcome'),
json_extract(body,'$.value.outcome'),json_extract(body,'$.value.kind')) FROM events JOIN runs ON run=id
WHERE run=listing.run AND key='~end/'||runs.epoch AND state='done' AND json_valid(body)),
(SELECT state FROM runs WHERE id=run)) WHERE run=NEW.id;
UPDATE listing SET state=iif(decided='',panel,decided) WHERE run=NEW.id; END;
CREATE TRIGGER list_title AFTER INSERT ON events WHEN NEW.key='issue' BEGIN
UPDATE listing SET title=coalesce((SELECT json_extract(body,'$.title') FROM events
WHERE run=listing.run AND key='issue' AND json_valid(body)),title) WHERE run=NEW.run; END;
CREATE TRIGGER list_decision AFTER INSERT ON runs WHEN NEW.job='decision' AND json_valid(NEW.input) BEGIN
UPDATE listing SET decided=json_extract(NEW.input,'$.outcome'),state=json_extract(NEW.input,'$.outcome')
WHERE run=json_extract(NEW.input,'$.review'); END;
