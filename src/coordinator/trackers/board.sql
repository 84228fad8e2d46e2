-- What the board asks of its database, each statement under its name, as storage/queries.sql has those of the store.

-- name: an_issue
SELECT 'B-' || id AS key, title, text, status, version, creator, assignee, repo, base,
    coalesce(nullif(assignee, ''), (SELECT actor FROM history WHERE issue = issues.id AND now = 'in_review'
        ORDER BY history.id DESC LIMIT 1), '') AS author,
    (SELECT json_group_array(label) FROM labels WHERE issue = issues.id) AS labels
FROM issues

-- name: issues
{an_issue} WHERE :status IN ('', status) ORDER BY issues.id;

-- name: issue
{an_issue} WHERE id = :issue;

-- name: times
SELECT created, updated FROM issues WHERE id = :issue;

-- name: add_issue
INSERT INTO issues (title, text, status, creator, assignee, repo, base, created, updated)
VALUES (:title, :text, :status, :creator, :assignee, :repo, :base, :now, :now) RETURNING id;

-- name: set_status
UPDATE issues SET status = :status, version = version + 1, updated = :now WHERE id = :issue;

-- name: touch
UPDATE issues SET updated = :now WHERE id = :issue;

-- name: add_label
INSERT INTO labels VALUES (:issue, :label) ON CONFLICT DO NOTHING;

-- name: remove_label
DELETE FROM labels WHERE issue = :issue AND lower(label) = lower(:label);

-- name: a_comment
SELECT CAST(id AS TEXT) AS id, 'B-' || issue AS issue, author, addressee,
    coalesce(CAST(parent AS TEXT), '') AS parent, text, at
FROM comments

-- name: comments
{a_comment} WHERE issue = :issue ORDER BY comments.id;

-- name: last_comment
{a_comment} WHERE id = (SELECT max(id) FROM comments);

-- name: add_comment
INSERT INTO comments (issue, author, addressee, parent, text, at)
VALUES (:issue, :author, :to, CAST(nullif(:parent, '') AS BIGINT), :text, :now);

-- name: begin_once
INSERT INTO begun VALUES (:name) ON CONFLICT DO NOTHING;

-- name: is_begun
SELECT 1 FROM begun WHERE name = :name;

-- name: replace_comment
UPDATE comments SET text = :text WHERE id = :id;

-- name: history
SELECT CAST(id AS TEXT) AS id, was, now, actor, at FROM history WHERE issue = :issue ORDER BY history.id;

-- name: entry_number
-- What an entry into review is called on its issue: 1, 2, 3; those from before they were counted keep the id they had.
coalesce(nullif(entry, 0), id)

-- name: add_change
INSERT INTO history (issue, was, now, actor, at, entry)
VALUES (:issue, :was, :status, :actor, :now, CASE :status WHEN 'in_review' THEN
    (SELECT coalesce(max({entry_number}), 0) + 1 FROM history WHERE issue = :issue AND now = 'in_review') ELSE 0 END);

-- name: an_entry
SELECT CAST(id AS TEXT) AS id, 'B-' || issue AS issue, at, actor, CAST({entry_number} AS TEXT) AS number FROM history

-- name: entries
{an_entry} WHERE id > :after AND now = 'in_review' ORDER BY history.id;

-- name: entry
{an_entry} WHERE id = (SELECT max(id) FROM history WHERE issue = :issue) AND now = 'in_review';

-- name: newest
-- The ids of the last change of a status and of the last comment.
SELECT (SELECT coalesce(max(id), 0) FROM history), (SELECT coalesce(max(id), 0) FROM comments);

-- name: changed
-- The issues with a change of status or a comment after these ids.
SELECT 'B-' || id FROM issues
WHERE id IN (SELECT issue FROM history WHERE id > :change)
OR id IN (SELECT issue FROM comments WHERE id > :comment) ORDER BY id;
