-- Time: which clock a table is played by, how much of it every seat has left, and all that stops it.

-- A pace was a number of days for a decision; 0: none. The clock is a JSON object that only `tables` reads.
ALTER TABLE tables ADD COLUMN clock TEXT NOT NULL DEFAULT '{}';
UPDATE tables SET clock = '{"kind":"decision","time":' || (pace * 86400) || '}' WHERE pace > 0;
ALTER TABLE tables ADD COLUMN paused INTEGER NOT NULL DEFAULT 0;            -- since when all clocks stand still; 0: they do not

ALTER TABLE seats ADD COLUMN runs_since INTEGER NOT NULL DEFAULT 0;         -- since when its clock runs; 0: it stands still
ALTER TABLE seats ADD COLUMN time_left INTEGER NOT NULL DEFAULT 0;          -- seconds that were left by then
ALTER TABLE seats ADD COLUMN time_used INTEGER NOT NULL DEFAULT 0;          -- seconds it had run by then in the whole game
ALTER TABLE seats ADD COLUMN asked_frame INTEGER NOT NULL DEFAULT 0;        -- what it was given time for and has not
ALTER TABLE seats ADD COLUMN asked_decision TEXT NOT NULL DEFAULT '';       -- answered yet: frame and decision; 0: nothing
ALTER TABLE seats ADD COLUMN helped INTEGER NOT NULL DEFAULT 0;             -- a computer decides what it owes, this once
ALTER TABLE seats ADD COLUMN lost INTEGER NOT NULL DEFAULT 0;               -- a computer plays it for good
ALTER TABLE seats ADD COLUMN wants_pause INTEGER NOT NULL DEFAULT 0;
CREATE INDEX seats_running ON seats (runs_since) WHERE runs_since > 0;

-- Who owed a decision had a timer for its end, or was overdue. Who had decided keeps what was left then.
UPDATE seats SET
    runs_since = CASE
        WHEN seats.computer IS NULL AND (seats.overdue = 1 OR EXISTS (
            SELECT 1 FROM timers WHERE timers.table_id = seats.table_id AND timers.seat = seats.seat AND kind = 'end'
        )) THEN seats.asked_at ELSE 0 END,
    time_left = 86400 * tables.pace - CASE
        WHEN seats.computer IS NULL AND (seats.overdue = 1 OR EXISTS (
            SELECT 1 FROM timers WHERE timers.table_id = seats.table_id AND timers.seat = seats.seat AND kind = 'end'
        )) THEN 0
        ELSE max(0, coalesce(
            (SELECT max(at) FROM log WHERE log.table_id = seats.table_id AND log.seat = seats.seat), seats.asked_at
        ) - seats.asked_at) END
FROM tables WHERE tables.id = seats.table_id AND tables.status = 'playing' AND tables.pace > 0;
ALTER TABLE tables DROP COLUMN pace;

ALTER TABLE log ADD COLUMN time_left INTEGER;                               -- of its seat, once this entry was counted;
ALTER TABLE log ADD COLUMN time_used INTEGER;                               -- NULL: nobody counted yet
ALTER TABLE log ADD COLUMN helped INTEGER NOT NULL DEFAULT 0;               -- a computer decided for a person, this once

ALTER TABLE people ADD COLUMN zone TEXT;                                    -- a name of the tz database; NULL: not known
ALTER TABLE people ADD COLUMN hours_begin INTEGER;                          -- when they play, in minutes after midnight;
ALTER TABLE people ADD COLUMN hours_end INTEGER;                            -- NULL: at any time
ALTER TABLE servers ADD COLUMN holidays INTEGER NOT NULL DEFAULT 30;        -- days a year; 0: none

CREATE TABLE holidays (
    person        INTEGER NOT NULL,
    begins        INTEGER NOT NULL,
    ends          INTEGER NOT NULL,
    PRIMARY KEY (person, begins)
) STRICT, WITHOUT ROWID;

-- When we were not there: nobody's clock ran.
CREATE TABLE downtimes (
    begins        INTEGER PRIMARY KEY,
    ends          INTEGER NOT NULL
) STRICT;
CREATE TABLE heartbeat (
    id            INTEGER PRIMARY KEY CHECK (id = 1),
    at            INTEGER NOT NULL               -- when we were there last
) STRICT;
