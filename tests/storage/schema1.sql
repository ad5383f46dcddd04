-- A file of schema 1 with people in it, as its first migration and the bot of then wrote it.
BEGIN TRANSACTION;
CREATE TABLE drafts (
    table_id      INTEGER NOT NULL REFERENCES tables (id),
    seat          INTEGER NOT NULL,
    mark          TEXT    NOT NULL,              -- the decision it belongs to
    body          TEXT    NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE log (
    table_id      INTEGER NOT NULL REFERENCES tables (id),
    n             INTEGER NOT NULL,              -- 1, 2, 3 … without a gap
    seat          INTEGER NOT NULL,
    text          TEXT    NOT NULL,
    events        BLOB    NOT NULL,              -- what happened, as JSON
    at            INTEGER NOT NULL,
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;
CREATE TABLE outbox (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id      INTEGER NOT NULL REFERENCES tables (id),
    kind          TEXT    NOT NULL,
    seat          INTEGER,                       -- to whom; NULL: to the table
    position      INTEGER NOT NULL,              -- the log's length when it was written
    facts         TEXT    NOT NULL DEFAULT '{}', -- JSON object: what, never how it is worded
    stamp         INTEGER NOT NULL DEFAULT 0,    -- how often something newer took its place
    tries         INTEGER NOT NULL DEFAULT 0,
    due           INTEGER NOT NULL DEFAULT 0     -- not before
) STRICT;
CREATE TABLE people (
    id            INTEGER PRIMARY KEY,
    name          TEXT    NOT NULL,
    language      TEXT,                          -- NULL: what Discord says
    dms           INTEGER NOT NULL DEFAULT 1,
    pictures      INTEGER NOT NULL DEFAULT 1,
    hints         INTEGER NOT NULL DEFAULT 0     -- explaining lines shown so far
) STRICT;
INSERT INTO "people" VALUES(1,'','de',1,0,2);
INSERT INTO "people" VALUES(2,'Bert',NULL,0,1,3);
CREATE TABLE posts (
    table_id      INTEGER NOT NULL REFERENCES tables (id),
    kind          TEXT    NOT NULL,              -- lobby, board, hand
    seat          INTEGER NOT NULL DEFAULT -1,
    channel       INTEGER NOT NULL,
    message       INTEGER NOT NULL,
    told          INTEGER NOT NULL DEFAULT 0,    -- how far the story had been told when it was posted
    picture       TEXT    NOT NULL DEFAULT '',   -- the digest of the picture it shows
    PRIMARY KEY (table_id, kind, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE results (
    table_id      INTEGER NOT NULL REFERENCES tables (id),
    seat          INTEGER NOT NULL,
    person        INTEGER,
    name          TEXT    NOT NULL,
    computer      TEXT,
    place         INTEGER NOT NULL,
    score         INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE seats (
    table_id      INTEGER NOT NULL REFERENCES tables (id),
    seat          INTEGER NOT NULL,
    person        INTEGER,                       -- whose seat it is; NULL: nobody's
    computer      TEXT,                          -- which computer player decides; NULL: the person does
    name          TEXT    NOT NULL,
    entries       INTEGER NOT NULL DEFAULT 0,    -- log entries of this seat
    pinged        INTEGER NOT NULL DEFAULT 0,    -- what this seat was pinged for and has not answered yet; 0: nothing
    overdue       INTEGER NOT NULL DEFAULT 0,    -- the time for the open decision has run out
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,0,1,NULL,'Anna',0,0,0);
CREATE TABLE servers (
    id            INTEGER PRIMARY KEY,
    language      TEXT,                          -- NULL: what Discord says
    channels      TEXT    NOT NULL DEFAULT '[]'  -- JSON list: where tables may be opened; empty: everywhere
) STRICT;
INSERT INTO "servers" VALUES(7,'de','[70]');
CREATE TABLE tables (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    game          TEXT    NOT NULL,
    rules         INTEGER NOT NULL,              -- the game's rules version the table is pinned to
    options       TEXT    NOT NULL,              -- JSON object
    seed          INTEGER NOT NULL,
    status        TEXT    NOT NULL CHECK (status IN ('lobby', 'playing', 'finished', 'closed')),
    version       INTEGER NOT NULL DEFAULT 0,    -- entries in the log
    undos         INTEGER NOT NULL DEFAULT 0,    -- entries that took something back
    snapshot      BLOB,                          -- for speed; seed and log are the truth
    told          INTEGER NOT NULL DEFAULT 0,    -- up to this entry the story has been told (or is in the outbox)
    thinking      INTEGER NOT NULL DEFAULT 0,    -- a computer seat owes a decision
    size          INTEGER NOT NULL,              -- seats wanted in the lobby, seats at the table later
    host          INTEGER NOT NULL,
    server        INTEGER NOT NULL,
    channel       INTEGER NOT NULL,
    thread        INTEGER,                       -- where the table lives; NULL: in the channel itself
    language      TEXT    NOT NULL,
    pace          INTEGER NOT NULL,              -- days for a decision; 0: none
    created       INTEGER NOT NULL,
    started       INTEGER,
    ended         INTEGER,
    rematch_of    INTEGER REFERENCES tables (id)
) STRICT;
INSERT INTO "tables" VALUES(1,'visby',1,'{}',5,'lobby',0,0,NULL,0,0,2,1,7,70,NULL,'de',3,1700000000,NULL,NULL,NULL);
CREATE TABLE timers (
    table_id      INTEGER NOT NULL REFERENCES tables (id),
    seat          INTEGER NOT NULL,              -- -1: the lobby
    kind          TEXT    NOT NULL,
    due           INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat, kind)
) STRICT, WITHOUT ROWID;
CREATE INDEX tables_by_server ON tables (server, status);
CREATE INDEX tables_by_channel ON tables (channel, status);
CREATE INDEX tables_by_thread ON tables (thread) WHERE thread IS NOT NULL;
CREATE INDEX tables_thinking ON tables (id) WHERE thinking = 1;
CREATE UNIQUE INDEX one_rematch ON tables (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX seats_by_person ON seats (person) WHERE person IS NOT NULL;
CREATE INDEX outbox_by_table ON outbox (table_id);
CREATE INDEX timers_by_due ON timers (due);
CREATE INDEX results_by_person ON results (person) WHERE person IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('tables',1);
PRAGMA user_version = 1;
COMMIT;
