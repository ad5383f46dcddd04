-- Who sits where: seats on offer, closing by agreement, who made each entry of a log, and who is told without a seat.
ALTER TABLE seats ADD COLUMN offered_at INTEGER NOT NULL DEFAULT 0;         -- since when it is on offer; 0: it is not
ALTER TABLE seats ADD COLUMN offered_by INTEGER NOT NULL DEFAULT 0;         -- by which seat; -1: by who manages the server
ALTER TABLE seats ADD COLUMN offered_to INTEGER;                            -- to whom; NULL: to whoever sees the channel
ALTER TABLE seats ADD COLUMN offered_name TEXT NOT NULL DEFAULT '';         -- what they are called there
ALTER TABLE seats ADD COLUMN wants_close INTEGER NOT NULL DEFAULT 0;        -- its person would like to end without a result
CREATE INDEX seats_offered_to ON seats (offered_to) WHERE offered_to IS NOT NULL;

ALTER TABLE log ADD COLUMN person INTEGER;                                  -- who decided; 0: a computer, -1: somebody who
                                                                            -- was forgotten, NULL: nobody noted it yet
ALTER TABLE outbox ADD COLUMN person INTEGER;                               -- who is told; NULL: who sits there, or all
