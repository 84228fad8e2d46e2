BEGIN TRANSACTION;
CREATE TABLE comments (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            issue INTEGER NOT NULL REFERENCES issues (id),
            author TEXT NOT NULL,
            addressee TEXT NOT NULL,
            parent INTEGER REFERENCES comments (id),
            text TEXT NOT NULL,
            at REAL NOT NULL);
INSERT INTO "comments" VALUES(1,1,'coordinator','ada',NULL,'**Sent back** (gate). CK-001 failed for Ann, Bob and Cid.

Note: recorded replies, agreement by debate.

- R1: an essential requirement is not met: Is every guest greeted by name?
  Evidence: greet.py:2: “return ''Hello, '' + name” [verified]
  Evidence: absent: for |while  in *.py [verified at 1 file searched]

Please rework this and set the issue to in_review again when it is done.

Checks: greets green.

Review B-1.4; `coordinator show B-1.4` has all of it.

<!-- coordinator: B-1.4 reject 0 -->',1.79475023579928660388e+09);
INSERT INTO "comments" VALUES(2,1,'coordinator','',NULL,'**Accepted** (above the bar). Every seat reaches the bar, and no gate fails.

Note: recorded replies, agreement before debate.

Checks: greets green.

Review B-1.6; `coordinator show B-1.6` has all of it.

<!-- coordinator: B-1.6 accept 0 -->',1.79475023675016856191e+09);
INSERT INTO "comments" VALUES(3,2,'coordinator','eve',NULL,'**A person has to decide** (gate disputed). CK-001 failed only for Cid.

Note: recorded replies, no consensus.

Where the seats stand:
- Ann: 5.00, accepts. as seen
- Bob: 5.00, accepts. as seen
- Cid: 2.00, rejects. as seen

Checks: greets green.

Review B-2.8; `coordinator show B-2.8` has all of it.

<!-- coordinator: B-2.8 escalate 0 -->',1.79475023765717864041e+09);
INSERT INTO "comments" VALUES(4,2,'coordinator','',NULL,'**Accepted by maria**. The panel had come to: escalate.

Twice is enough.

Review B-2.8; `coordinator show B-2.8` has all of it.

<!-- coordinator: decision-137bbb0d0f419eaa accept 0 -->',1.79475023851991057391e+09);
INSERT INTO "comments" VALUES(5,4,'coordinator','',NULL,'B-4 is done.

<!-- coordinator: run-5d8a28f7 comment/7 0 -->',1.79475024507212853426e+09);
CREATE TABLE history (
            id INTEGER PRIMARY KEY,
            issue INTEGER NOT NULL REFERENCES issues (id),
            was TEXT NOT NULL,
            now TEXT NOT NULL,
            actor TEXT NOT NULL,
            at REAL NOT NULL);
INSERT INTO "history" VALUES(1,1,'','in_progress','eve',1.79475023269540691372e+09);
INSERT INTO "history" VALUES(2,2,'','in_progress','eve',1.79475023330116176603e+09);
INSERT INTO "history" VALUES(3,3,'','in_progress','eve',1.79475023382064557075e+09);
INSERT INTO "history" VALUES(4,1,'in_progress','in_review','ada',1.79475023487399864196e+09);
INSERT INTO "history" VALUES(5,1,'in_review','in_progress','coordinator',1.79475023579611873622e+09);
INSERT INTO "history" VALUES(6,1,'in_progress','in_review','ada',1.79475023635505270954e+09);
INSERT INTO "history" VALUES(7,1,'in_review','done','coordinator',1.79475023674690628049e+09);
INSERT INTO "history" VALUES(8,2,'in_progress','in_review','ada',1.79475023729101967806e+09);
INSERT INTO "history" VALUES(9,2,'in_review','done','coordinator',1.79475023851729798322e+09);
INSERT INTO "history" VALUES(10,3,'in_progress','in_review','ada',1.79475023917526435848e+09);
INSERT INTO "history" VALUES(11,4,'','todo','eve',1.79475024358486247061e+09);
INSERT INTO "history" VALUES(12,4,'todo','done','coordinator',1.79475024506839156155e+09);
CREATE TABLE issues (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            title TEXT NOT NULL,
            text TEXT NOT NULL,
            status TEXT NOT NULL CHECK (status IN
                ('backlog', 'todo', 'in_progress', 'in_review', 'done', 'blocked', 'cancelled')),
            version INTEGER NOT NULL DEFAULT 1,
            creator TEXT NOT NULL,
            assignee TEXT NOT NULL,
            repo TEXT NOT NULL,
            base TEXT NOT NULL,
            created REAL NOT NULL,
            updated REAL NOT NULL);
INSERT INTO "issues" VALUES(1,'Greet the guests','greet.py must greet every guest by name.
','done',5,'eve','ada','@PLACE@/repo','main',1.79475023269540691372e+09,1.79475023675016856191e+09);
INSERT INTO "issues" VALUES(2,'Greet them twice','greet.py must greet every guest by name.
','done',3,'eve','ada','@PLACE@/repo','main',1.79475023330116176603e+09,1.79475023851991057391e+09);
INSERT INTO "issues" VALUES(3,'Greet them all','greet.py must greet every guest by name.
','in_review',2,'eve','ada','@PLACE@/repo','main',1.79475023382064557075e+09,1.79475023917526435848e+09);
INSERT INTO "issues" VALUES(4,'Greet in stages','greet.py must greet every guest by name.
','done',2,'eve','','','',1.79475024358486247061e+09,1.79475024507212853426e+09);
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
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('issues',4);
INSERT INTO "sqlite_sequence" VALUES('comments',5);
COMMIT;
PRAGMA application_id = 1131364964;
PRAGMA user_version = 2;
