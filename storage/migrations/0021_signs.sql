-- Words without signs: a personal setting.
ALTER TABLE people ADD COLUMN signs INTEGER NOT NULL DEFAULT 1; -- texts for them have emoji
