-- Several processes may work on one database (not on a file). Each has a share of the servers: number `share`, of so many
-- processes among which so many of Discord's shards are split. What is down is a share: only its clocks stand still.
CREATE TABLE heartbeats (
    shards        INTEGER NOT NULL,
    processes     INTEGER NOT NULL,
    share         INTEGER NOT NULL,
    at            INTEGER NOT NULL,              -- when somebody was there last
    PRIMARY KEY (shards, processes, share)
) STRICT, WITHOUT ROWID;
INSERT INTO heartbeats SELECT 1, 1, 0, at FROM heartbeat;
DROP TABLE heartbeat;

CREATE TABLE times_down (
    shards        INTEGER NOT NULL,
    processes     INTEGER NOT NULL,
    share         INTEGER NOT NULL,
    begins        INTEGER NOT NULL,
    ends          INTEGER NOT NULL,
    PRIMARY KEY (shards, processes, share, begins)
) STRICT, WITHOUT ROWID;
INSERT INTO times_down SELECT 1, 1, 0, begins, ends FROM downtimes;
DROP TABLE downtimes;
ALTER TABLE times_down RENAME TO downtimes;

-- What one process asks another to do, at tables of that one's share.
CREATE TABLE errands (
    id            TEXT    NOT NULL PRIMARY KEY,
    share         INTEGER NOT NULL,
    kind          TEXT    NOT NULL,
    body          TEXT    NOT NULL,              -- JSON that whoever does it reads
    at            INTEGER NOT NULL               -- when it was asked for
) STRICT, WITHOUT ROWID;
