-- Issues, their comments, and the append-only history of their status.

CREATE TABLE issues (
    id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, text TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN
        ('backlog', 'todo', 'in_progress', 'in_review', 'done', 'blocked', 'cancelled')),
    version INTEGER NOT NULL DEFAULT 1, creator TEXT NOT NULL, assignee TEXT NOT NULL,
    repo TEXT NOT NULL, base TEXT NOT NULL, created REAL NOT NULL, updated REAL NOT NULL);

CREATE TABLE comments (
    id INTEGER PRIMARY KEY AUTOINCREMENT, issue INTEGER NOT NULL REFERENCES issues (id),
    author TEXT NOT NULL, addressee TEXT NOT NULL, parent INTEGER REFERENCES comments (id),
    text TEXT NOT NULL, at REAL NOT NULL);
CREATE INDEX comments_of_issue ON comments (issue);
CREATE INDEX replies ON comments (parent) WHERE parent IS NOT NULL;

CREATE TABLE history (
    id INTEGER PRIMARY KEY, issue INTEGER NOT NULL REFERENCES issues (id),
    was TEXT NOT NULL, now TEXT NOT NULL, actor TEXT NOT NULL, at REAL NOT NULL);
CREATE INDEX history_of_issue ON history (issue);
CREATE TRIGGER history_is_never_changed BEFORE UPDATE ON history
    BEGIN SELECT RAISE(ABORT, 'history is append-only'); END;
CREATE TRIGGER history_is_never_deleted BEFORE DELETE ON history
    BEGIN SELECT RAISE(ABORT, 'history is append-only'); END;
