-- How reliably people play: which decisions were made in time, where a game counts, and what a table requires.
ALTER TABLE log ADD COLUMN late INTEGER;                          -- 0: made in time; 1: time was up; NULL: does not count
ALTER TABLE decisions ADD COLUMN in_time INTEGER NOT NULL DEFAULT 0; -- decisions that they made in time
ALTER TABLE decisions ADD COLUMN late INTEGER NOT NULL DEFAULT 0;    -- decisions for which their time was up
ALTER TABLE decisions ADD COLUMN server INTEGER;                  -- where it counts; NULL: it does not, or not yet
ALTER TABLE decisions ADD COLUMN ended INTEGER NOT NULL DEFAULT 0;   -- when the game ended, if it counts
ALTER TABLE tables ADD COLUMN required_level INTEGER;              -- of the people who join; NULL: any
CREATE INDEX decisions_that_count ON decisions (person, server, ended) WHERE server IS NOT NULL;
