-- How people want to be told that they are asked, when they want their peace, and what is told them together later.
ALTER TABLE people ADD COLUMN told TEXT NOT NULL DEFAULT 'now';             -- now, 3, 6, 12 (hours), urgent, never
ALTER TABLE people ADD COLUMN told_by TEXT NOT NULL DEFAULT 'thread';       -- thread, dm, both
ALTER TABLE people ADD COLUMN quiet_begin INTEGER;                          -- in minutes after midnight, where they live;
ALTER TABLE people ADD COLUMN quiet_end INTEGER;                            -- NULL: never

CREATE TABLE gathered (
    person        INTEGER NOT NULL,
    table_id      INTEGER NOT NULL REFERENCES tables (id),
    what          TEXT NOT NULL,                 -- ping, half, end, full, out
    frame         INTEGER NOT NULL,              -- what was asked then
    due           INTEGER NOT NULL,              -- the earliest of a person's is when all of it is told
    PRIMARY KEY (person, table_id, what)
) STRICT, WITHOUT ROWID;
CREATE INDEX gathered_due ON gathered (due);
