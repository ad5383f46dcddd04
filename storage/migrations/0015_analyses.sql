-- Finished games that were looked at again: made when somebody first asks, then kept.

CREATE TABLE analyses (
    table_id  INTEGER NOT NULL PRIMARY KEY REFERENCES tables (id),
    rules     INTEGER NOT NULL,                  -- the version of the rules the game was played by
    learned   TEXT    NOT NULL,                  -- digest of the file of what the alderman had learned
    body      TEXT    NOT NULL                   -- JSON, read by `tables`
) STRICT, WITHOUT ROWID;
