-- A board stands under what was told with it: that stays when the board moves on.
ALTER TABLE posts ADD COLUMN story TEXT NOT NULL DEFAULT '';               -- what happened, as it was told; '': nothing
