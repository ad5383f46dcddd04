-- Boards and hands are refreshed 15 seconds after the last change, at the latest a minute after the first one.
ALTER TABLE outbox ADD COLUMN since INTEGER NOT NULL DEFAULT 0; -- of a refresh that waits: the first change not yet shown
-- Earlier versions let some of them wait for hours.
UPDATE outbox SET due = 0
WHERE kind IN ('board', 'hand') AND tries = 0 AND refused = 0 AND due > CAST(strftime('%s', 'now') AS INTEGER);
