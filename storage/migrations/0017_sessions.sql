-- Discord's sessions that wait for the process that takes them over, and who may begin one when.

CREATE TABLE sessions (
    shard     INTEGER NOT NULL PRIMARY KEY,
    shards    INTEGER NOT NULL,                  -- how many there were then: with another number it is of no use
    session   TEXT    NOT NULL,
    sequence  INTEGER NOT NULL,                  -- of the last event that was heard; Discord repeats all after it
    address   TEXT    NOT NULL,                  -- where it is resumed
    at        INTEGER NOT NULL                   -- when it was left
) STRICT, WITHOUT ROWID;

CREATE TABLE identifies (
    bucket    INTEGER NOT NULL PRIMARY KEY,      -- Discord lets one shard of each begin every five seconds
    free_at   INTEGER NOT NULL                   -- in milliseconds since 1970: seconds would waste one each time
) STRICT, WITHOUT ROWID;
