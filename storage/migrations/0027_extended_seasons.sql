-- An extension of a season's end does not make the next season longer.
ALTER TABLE seasons ADD COLUMN extended INTEGER NOT NULL DEFAULT 0; -- by how many seconds organisers have moved the end
