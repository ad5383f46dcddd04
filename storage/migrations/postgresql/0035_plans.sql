-- What players have planned for questions that they are not asked yet, and which moves were made by such a plan.
ALTER TABLE seats ADD COLUMN plans TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE log ADD COLUMN planned BIGINT NOT NULL DEFAULT 0;
