-- An extension of a season's end does not make the next season longer.
ALTER TABLE seasons ADD COLUMN extended BIGINT NOT NULL DEFAULT 0;
