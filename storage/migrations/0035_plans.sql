-- What players have planned for questions that they are not asked yet, and which moves were made by such a plan.
ALTER TABLE seats ADD COLUMN plans TEXT NOT NULL DEFAULT '';        -- a JSON object; empty: nothing is planned
ALTER TABLE log ADD COLUMN planned INTEGER NOT NULL DEFAULT 0;      -- 1: made by the plan of the seat's player
