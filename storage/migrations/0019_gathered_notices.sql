-- The number of a message is that and nothing else: which notice was gathered for somebody has a column of its own.
ALTER TABLE pings ADD COLUMN notice INTEGER NOT NULL DEFAULT 0;   -- its number in the outbox; 0: nothing was gathered
UPDATE pings SET notice = message, message = 0 WHERE kind LIKE '%!_later' ESCAPE '!';
