-- Each column of the outbox has one meaning, and a lane is readable.

-- `stamp` counted changes, and deliveries in millions.
ALTER TABLE outbox ADD COLUMN version INTEGER NOT NULL DEFAULT 0;     -- +1 with each change of the contents
ALTER TABLE outbox ADD COLUMN deliveries INTEGER NOT NULL DEFAULT 0;  -- how often it was delivered; part of the nonce
UPDATE outbox SET version = stamp % 1000000, deliveries = stamp / 1000000;
ALTER TABLE outbox DROP COLUMN stamp;

ALTER TABLE outbox RENAME COLUMN lane TO old_lane;
ALTER TABLE outbox ADD COLUMN lane TEXT NOT NULL DEFAULT 'table';     -- rows of one lane are delivered in order
UPDATE outbox SET lane = CASE
    WHEN old_lane = 0 THEN 'table'
    WHEN old_lane = -1 THEN 'obsolete pings'
    WHEN old_lane = -2 THEN 'channel deleted'
    WHEN old_lane = -3 THEN 'later'
    WHEN old_lane = -4 THEN 'new lobby'
    WHEN old_lane = -5 THEN 'offers'
    WHEN kind = 'hand' THEN 'hand ' || seat
    WHEN kind = 'gathered' AND seat >= 0 THEN 'digest ' || seat
    WHEN kind = 'gathered' AND old_lane > -1000 AND old_lane < 0 THEN 'digest of guest ' || (-100 - old_lane)
    WHEN kind = 'gathered' AND old_lane > 0 THEN 'digest of guest ' || (old_lane - 1000)
    WHEN kind = 'seat_offered' THEN 'offer ' || seat
    WHEN kind = 'seat_gone' THEN 'seat gone ' || seat
    WHEN kind = 'outdated' THEN 'remove ' || old_lane
    ELSE 'row ' || id
END;
ALTER TABLE outbox DROP COLUMN old_lane;

-- From now on the nonce is written before a message is sent. The older version did not do that: whatever it would have
-- sent next may already have been delivered. Lobbies, boards, hands and offers are nearly always edits.
UPDATE outbox SET nonce = 'k' || id || '.' || deliveries
WHERE nonce = '' AND due <= CAST(strftime('%s', 'now') AS INTEGER) AND kind NOT IN ('lobby', 'board', 'hand', 'offers', 'outdated', 'pings_gone', 'lesson') AND NOT EXISTS (
    SELECT 1 FROM outbox AS earlier
    WHERE earlier.table_id = outbox.table_id AND earlier.lane = outbox.lane AND earlier.id < outbox.id
);

-- A notification is stored in a digest together with its acknowledgement: nobody has to know for which one it was.
DELETE FROM pings WHERE kind LIKE '%!_later' ESCAPE '!';
ALTER TABLE pings DROP COLUMN notice;
