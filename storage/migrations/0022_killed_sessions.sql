-- A running process records its gateway sessions, so that the next one can resume them even if it is killed.
ALTER TABLE sessions ADD COLUMN in_order INTEGER NOT NULL DEFAULT 1; -- 1 if the process has left it itself
