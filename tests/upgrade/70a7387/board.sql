BEGIN TRANSACTION;
CREATE TABLE begun (name TEXT PRIMARY KEY);
CREATE TABLE comments (
    id INTEGER PRIMARY KEY AUTOINCREMENT, issue INTEGER NOT NULL REFERENCES issues (id),
    author TEXT NOT NULL, addressee TEXT NOT NULL, parent INTEGER REFERENCES comments (id),
    text TEXT NOT NULL, at REAL NOT NULL);
INSERT INTO "comments" VALUES(1,1,'coordinator','ada',NULL,'**Sent back** (gate). CK-001 failed for Ann, Bob and Cid.

Note: recorded replies, agreement by debate, checks without a sandbox.

- R1: an essential requirement is not met: Is every guest greeted by name?
  Requirement: greet every guest by name
  Evidence: greet.py:2: “return ''Hello, '' + name” [verified]
  Evidence: absent: for |while  in *.py [verified at 1 file searched, but nothing that the work has deleted matches the pattern]

Judged: commit 1ad761beb1a6667a948ce3c0b118be41e5a1c0af.

Please rework this and set the issue to in_review again when it is done.

Checks: greets green.

Review B-1.1; `coordinator show B-1.1` has all of it.

<!-- coordinator: B-1.1 reject 0 -->',1.79491309412655568127e+09);
INSERT INTO "comments" VALUES(2,1,'coordinator','',NULL,'**Accepted** (above the bar). Every seat reaches the bar, and no gate fails.

Note: recorded replies, agreement before debate, checks without a sandbox.

Judged: commit ead32a6e20a4d8f07057c3f0ac6d403a5acefe8b.

Checks: greets green.

Review B-1.2; `coordinator show B-1.2` has all of it.

<!-- coordinator: B-1.2 accept 0 -->',1.79491309640652894974e+09);
INSERT INTO "comments" VALUES(3,2,'coordinator','eve',NULL,'**A person has to decide** (open question). CK-001 failed for Cid. 2 of 3 ballots reach the bar.

Note: recorded replies, no consensus, checks without a sandbox.

Judged: commit ead32a6e20a4d8f07057c3f0ac6d403a5acefe8b.

Where the seats stand:
- Ann: 5.00, accepts. as seen
- Bob: 5.00, accepts. as seen
- Cid: 2.00, rejects. as seen

Checks: greets green.

Decide with `coordinator decide B-2.1 accept --reason TEXT`, or reject, or in the dashboard. Review B-2.1; `coordinator show B-2.1` has all of it.

<!-- coordinator: B-2.1 escalate 0 -->',1.79491309848759245876e+09);
INSERT INTO "comments" VALUES(4,2,'coordinator','',NULL,'**Accepted by maria**. The panel had come to: escalate.

Twice is enough.

Review B-2.1; `coordinator show B-2.1` has all of it.

<!-- coordinator: decision-fbb65064db3b26a2 accept 0 -->',1.79491310085116338732e+09);
INSERT INTO "comments" VALUES(5,4,'coordinator','',NULL,'B-4 is done.

<!-- coordinator: run-6dea686b comment/7 0 -->',1.79491312261891865732e+09);
INSERT INTO "comments" VALUES(6,6,'coordinator','eve',NULL,'**A person has to decide** (open question). CK-001 failed for Cid. 2 of 3 ballots reach the bar.

Note: recorded replies, no consensus, checks without a sandbox.

Judged: commit ead32a6e20a4d8f07057c3f0ac6d403a5acefe8b.

Where the seats stand:
- Ann: 5.00, accepts. as seen
- Bob: 5.00, accepts. as seen
- Cid: 2.00, rejects. as seen

Checks: greets green.

Decide with `coordinator decide B-6.1 accept --reason TEXT`, or reject, or in the dashboard. Review B-6.1; `coordinator show B-6.1` has all of it.

<!-- coordinator: B-6.1 escalate 0 -->',1.79491323273882579804e+09);
CREATE TABLE history (
    id INTEGER PRIMARY KEY, issue INTEGER NOT NULL REFERENCES issues (id),
    was TEXT NOT NULL, now TEXT NOT NULL, actor TEXT NOT NULL, at REAL NOT NULL, entry INTEGER NOT NULL DEFAULT 0);
INSERT INTO "history" VALUES(1,1,'','in_progress','eve',1.79491308741048097609e+09,0);
INSERT INTO "history" VALUES(2,2,'','in_progress','eve',1.7949130890300149918e+09,0);
INSERT INTO "history" VALUES(3,3,'','in_progress','eve',1.79491308998431968683e+09,0);
INSERT INTO "history" VALUES(4,1,'in_progress','in_review','ada',1.79491309167542862895e+09,1);
INSERT INTO "history" VALUES(5,1,'in_review','in_progress','coordinator',1.79491309410681915276e+09,0);
INSERT INTO "history" VALUES(6,1,'in_progress','in_review','ada',1.79491309543210506441e+09,2);
INSERT INTO "history" VALUES(7,1,'in_review','done','coordinator',1.79491309637508320807e+09,0);
INSERT INTO "history" VALUES(8,2,'in_progress','in_review','ada',1.79491309778225469591e+09,1);
INSERT INTO "history" VALUES(9,2,'in_review','done','coordinator',1.79491310082918810843e+09,0);
INSERT INTO "history" VALUES(10,3,'in_progress','in_review','ada',1.7949131027899410725e+09,1);
INSERT INTO "history" VALUES(11,4,'','todo','eve',1.79491311788892626767e+09,0);
INSERT INTO "history" VALUES(12,4,'todo','done','coordinator',1.79491312255853986742e+09,0);
INSERT INTO "history" VALUES(13,5,'','in_review','eve',1.79491321200498962404e+09,1);
INSERT INTO "history" VALUES(14,6,'','in_review','eve',1.79491321567690563206e+09,1);
CREATE TABLE issues (
    id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, text TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN
        ('backlog', 'todo', 'in_progress', 'in_review', 'done', 'blocked', 'cancelled')),
    version INTEGER NOT NULL DEFAULT 1, creator TEXT NOT NULL, assignee TEXT NOT NULL,
    repo TEXT NOT NULL, base TEXT NOT NULL, created REAL NOT NULL, updated REAL NOT NULL);
INSERT INTO "issues" VALUES(1,'Greet the guests','greet.py must greet every guest by name.
','done',5,'eve','ada','@PLACE@/repo','main',1.79491308741048097609e+09,1.79491309640652894974e+09);
INSERT INTO "issues" VALUES(2,'Greet them twice','greet.py must greet every guest by name.
','done',3,'eve','ada','@PLACE@/repo','main',1.7949130890300149918e+09,1.79491310085116338732e+09);
INSERT INTO "issues" VALUES(3,'Greet them all','greet.py must greet every guest by name.
','in_review',2,'eve','ada','@PLACE@/repo','main',1.79491308998431968683e+09,1.7949131027899410725e+09);
INSERT INTO "issues" VALUES(4,'Greet in stages','greet.py must greet every guest by name.
','done',2,'eve','','','',1.79491311788892626767e+09,1.79491312261891865732e+09);
INSERT INTO "issues" VALUES(5,'Greet and tell','greet.py must greet every guest by name.
','in_review',1,'eve','ada','@PLACE@/repo','main',1.79491321200498962404e+09,1.79491321200498962404e+09);
INSERT INTO "issues" VALUES(6,'Greet and decide','greet.py must greet every guest by name.
','in_review',1,'eve','ada','@PLACE@/repo','main',1.79491321567690563206e+09,1.79491323273882579804e+09);
CREATE TABLE labels (
    issue INTEGER NOT NULL REFERENCES issues (id), label TEXT NOT NULL COLLATE NOCASE,
    PRIMARY KEY (issue, label)) WITHOUT ROWID;
INSERT INTO "labels" VALUES(4,'greeted');
CREATE INDEX comments_of_issue ON comments (issue);
CREATE INDEX replies ON comments (parent) WHERE parent IS NOT NULL;
CREATE INDEX history_of_issue ON history (issue);
CREATE TRIGGER history_is_never_changed BEFORE UPDATE ON history
    BEGIN SELECT RAISE(ABORT, 'history is append-only'); END;
CREATE TRIGGER history_is_never_deleted BEFORE DELETE ON history
    BEGIN SELECT RAISE(ABORT, 'history is append-only'); END;
CREATE UNIQUE INDEX label_once ON labels (issue, lower(label));
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('issues',6);
INSERT INTO "sqlite_sequence" VALUES('comments',6);
COMMIT;
PRAGMA application_id = 1131364964;
PRAGMA user_version = 5;
