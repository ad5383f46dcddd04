-- Columns that meant two things, or one thing in a number, say one thing each.

-- In a lobby `told` meant that its host was told that all seats are taken.
ALTER TABLE tables ADD COLUMN host_pinged INTEGER NOT NULL DEFAULT 0;
UPDATE tables SET host_pinged = told, told = 0 WHERE started IS NULL AND told > 0;

-- What a seat was pinged for was a checksum over the frame's number and its decision. These are all the decisions that
-- there were by then; the numbers go far beyond any game's.
ALTER TABLE seats ADD COLUMN pinged_frame INTEGER NOT NULL DEFAULT 0;     -- what this seat was pinged for and has not
ALTER TABLE seats ADD COLUMN pinged_decision TEXT NOT NULL DEFAULT '';    -- answered yet: frame and decision; 0: nothing
CREATE TEMPORARY TABLE pinged_for AS
WITH RECURSIVE
    decisions (game, decision) AS (
        VALUES
            ('visby', 'choose'), ('visby', 'trade'),
            ('riga', 'name_starter'), ('riga', 'start_building'), ('riga', 'turn'), ('riga', 'builders_yard'),
            ('riga', 'treasury'), ('riga', 'school'), ('riga', 'winter'),
            ('haithabu', 'pick_character'), ('haithabu', 'round'), ('haithabu', 'turn_rondel'), ('haithabu', 'turn'),
            ('haithabu', 'settle'), ('haithabu', 'act'), ('haithabu', 'choose_event'), ('haithabu', 'look'),
            ('haithabu', 'viking_games'), ('haithabu', 'assassination'), ('haithabu', 'storm'), ('haithabu', 'unrest'),
            ('haithabu', 'end_round'), ('haithabu', 'return_characters'), ('haithabu', 'use_functions'),
            ('haithabu', 'discard_surplus')
    ),
    frames (number) AS (
        SELECT 1 WHERE EXISTS (SELECT 1 FROM seats WHERE pinged <> 0)
        UNION ALL
        SELECT number + 1 FROM frames WHERE number < 3000
    )
SELECT game, number, decision, crc32(number || ' ' || decision) AS checksum FROM frames CROSS JOIN decisions;
CREATE INDEX temp.pinged_for_checksum ON pinged_for (checksum, game);
UPDATE seats SET pinged_frame = found.number, pinged_decision = found.decision
FROM pinged_for AS found, tables
WHERE tables.id = seats.table_id AND found.game = tables.game AND found.checksum = seats.pinged;
DROP TABLE pinged_for;
ALTER TABLE seats DROP COLUMN pinged;

-- Whose hand a message is was kept as a seat, and closed direct messages were a message without a place.
CREATE TABLE dms_closed (
    table_id      INTEGER NOT NULL REFERENCES tables (id),
    person        INTEGER NOT NULL,              -- who was told at this table that their direct messages are closed
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;
INSERT INTO dms_closed (table_id, person) SELECT table_id, seat FROM posts WHERE kind = 'dms_closed';
ALTER TABLE posts RENAME TO old_posts;
CREATE TABLE posts (
    table_id      INTEGER NOT NULL REFERENCES tables (id),
    kind          TEXT    NOT NULL,              -- lobby, board, hand
    person        INTEGER NOT NULL,              -- whose hand it is; 0: a message for everybody
    channel       INTEGER NOT NULL,
    message       INTEGER NOT NULL,
    told          INTEGER NOT NULL,              -- how far the story had been told when it was posted
    picture       TEXT    NOT NULL,              -- the digest of the picture it shows
    PRIMARY KEY (table_id, kind, person)
) STRICT, WITHOUT ROWID;
INSERT INTO posts (table_id, kind, person, channel, message, told, picture)
SELECT table_id, kind, CASE kind WHEN 'hand' THEN seat ELSE 0 END, channel, message, told, picture
FROM old_posts WHERE kind <> 'dms_closed';
DROP TABLE old_posts;

-- Since when a seat is asked what it owes, or owed last: who takes something back goes on with the time that was left.
-- The end of the time says so; who has decided was asked when the others were, or as far as we know with the last entry.
ALTER TABLE seats ADD COLUMN asked_at INTEGER NOT NULL DEFAULT 0;
UPDATE seats SET asked_at = coalesce(
    (SELECT max(due) FROM timers WHERE timers.table_id = seats.table_id AND timers.seat = seats.seat AND kind = 'end')
        - 86400 * tables.pace,
    (SELECT min(due) FROM timers WHERE timers.table_id = seats.table_id AND kind = 'end') - 86400 * tables.pace,
    (SELECT max(at) FROM log WHERE log.table_id = seats.table_id),
    tables.started
)
FROM tables WHERE tables.id = seats.table_id AND tables.started IS NOT NULL;
