-- Words without signs: a personal setting.
ALTER TABLE people ADD COLUMN signs BIGINT NOT NULL DEFAULT 1;
