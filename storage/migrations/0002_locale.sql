-- What Discord says a person speaks, for what we write to them unasked. Their name belongs to a seat.

ALTER TABLE people DROP COLUMN name;
ALTER TABLE people ADD COLUMN locale TEXT;          -- Discord's, when they were here last; NULL: not known
