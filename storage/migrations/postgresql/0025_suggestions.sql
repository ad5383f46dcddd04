-- Suggestions in menus: a personal setting.
ALTER TABLE people ADD COLUMN suggestions BIGINT NOT NULL DEFAULT 0;
