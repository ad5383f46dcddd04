-- How reliably people play: which decisions were made in time, where a game counts, and what a table requires.
ALTER TABLE log ADD COLUMN late BIGINT;
ALTER TABLE decisions ADD COLUMN in_time BIGINT NOT NULL DEFAULT 0;
ALTER TABLE decisions ADD COLUMN late BIGINT NOT NULL DEFAULT 0;
ALTER TABLE decisions ADD COLUMN server BIGINT;
ALTER TABLE decisions ADD COLUMN ended BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN required_level BIGINT;
CREATE INDEX decisions_that_count ON decisions (person, server, ended) WHERE server IS NOT NULL;
