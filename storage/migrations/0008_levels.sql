-- How well computers play that sit down at a table from now on, or take a seat over.
ALTER TABLE tables ADD COLUMN level TEXT NOT NULL DEFAULT 'trader';
