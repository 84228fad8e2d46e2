-- Lists hold the state as people see it: a run that was left to a person is `escalate`, and so is a council that waits for a
-- decision; one that waits to be asked for its plan again is `error`.

UPDATE listing SET panel = 'escalate' WHERE panel = 'escalated';
UPDATE listing SET state = 'escalate' WHERE state = 'escalated';
UPDATE listing SET state = 'escalate' WHERE job = 'council' AND panel = 'open'
AND EXISTS (SELECT 1 FROM events WHERE run = listing.run AND key = 'decide' AND kind = 'wait')
AND NOT EXISTS (SELECT 1 FROM events WHERE run = listing.run AND key = '~woken/decide');
UPDATE listing SET state = 'error' WHERE job = 'council' AND panel = 'open'
AND EXISTS (SELECT 1 FROM events AS asked WHERE run = listing.run AND key LIKE 'again/%' AND kind = 'wait'
AND NOT EXISTS (SELECT 1 FROM events WHERE run = asked.run AND key = '~woken/' || asked.key));
