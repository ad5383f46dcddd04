-- Boards and hands are refreshed 15 seconds after the last change, at the latest a minute after the first one.
ALTER TABLE outbox ADD COLUMN since BIGINT NOT NULL DEFAULT 0;
-- Earlier versions let some of them wait for hours.
UPDATE outbox SET due = 0
WHERE kind IN ('board', 'hand') AND tries = 0 AND refused = 0 AND due > extract(epoch FROM now());
