-- A guided first game is a table like any other, but only its learner ever sees it.

ALTER TABLE tables ADD COLUMN lesson INTEGER NOT NULL DEFAULT 0;          -- it is one
ALTER TABLE tables ADD COLUMN explained TEXT NOT NULL DEFAULT '[]';       -- JSON list: the idea of each move of the learner
