ALTER TABLE pings ADD COLUMN notice BIGINT NOT NULL DEFAULT 0;
UPDATE pings SET notice = message, message = 0 WHERE kind LIKE '%!_later' ESCAPE '!';
