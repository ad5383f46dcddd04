-- Suggestions in menus: a personal setting.
ALTER TABLE people ADD COLUMN suggestions INTEGER NOT NULL DEFAULT 0; -- their menus suggest moves where the table has hints
