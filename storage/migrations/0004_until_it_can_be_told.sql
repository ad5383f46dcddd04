-- What cannot be told now waits until it can, by place; and pings are remembered, so that they can be taken away.

-- Places that refuse to be spoken in: channels, threads, direct messages.
CREATE TABLE refusals (
    place         INTEGER PRIMARY KEY,
    server        INTEGER NOT NULL,
    code          INTEGER NOT NULL,              -- Discord's reason
    since         INTEGER NOT NULL,
    tries         INTEGER NOT NULL,
    due           INTEGER NOT NULL               -- the next try
) STRICT;

ALTER TABLE outbox ADD COLUMN lane INTEGER NOT NULL DEFAULT 0;      -- those of one lane are told in order; 0: at the table
ALTER TABLE outbox ADD COLUMN asks INTEGER NOT NULL DEFAULT 0;      -- it may be told by direct message instead
ALTER TABLE outbox ADD COLUMN refused INTEGER NOT NULL DEFAULT 0;   -- it waits for a place that refuses
ALTER TABLE outbox ADD COLUMN nonce TEXT NOT NULL DEFAULT '';       -- sent under this one, and perhaps arrived
UPDATE outbox SET lane = 1 + seat WHERE kind = 'hand';
UPDATE outbox SET asks = 1 WHERE kind IN ('ping', 'reminder', 'full');

-- Messages that ask somebody something, and what they ask.
CREATE TABLE pings (
    table_id      INTEGER NOT NULL REFERENCES tables (id),
    person        INTEGER NOT NULL,
    kind          TEXT    NOT NULL,              -- ping, half, end
    channel       INTEGER NOT NULL,
    message       INTEGER NOT NULL,              -- 0: it is on its way, or was taken away again
    frame         INTEGER NOT NULL,              -- 0: that is not asked any more
    decision      TEXT    NOT NULL,
    entries       INTEGER NOT NULL,              -- of the seat by then: with more it was answered
    at            INTEGER NOT NULL,
    PRIMARY KEY (table_id, person, kind)
) STRICT, WITHOUT ROWID;

ALTER TABLE tables ADD COLUMN place_gone INTEGER NOT NULL DEFAULT 0;   -- its channel was deleted, and its host told so
