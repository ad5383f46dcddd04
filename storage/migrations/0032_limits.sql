-- Limits per person and server: who opened a table and who invited a guest, so that both can be counted.
ALTER TABLE tables ADD COLUMN opened_by INTEGER NOT NULL DEFAULT 0;  -- a person; 0: nobody (a league, a lesson), or forgotten
CREATE INDEX tables_by_opener ON tables (opened_by, server);
ALTER TABLE guests ADD COLUMN invited_by INTEGER NOT NULL DEFAULT 0; -- a person; 0: not invited, or forgotten
ALTER TABLE guests ADD COLUMN invited_at INTEGER NOT NULL DEFAULT 0; -- when they were invited last; 0: not recorded
CREATE INDEX guests_by_inviter ON guests (invited_by, invited_at);
ALTER TABLE servers ADD COLUMN tables_per_hour INTEGER NOT NULL DEFAULT 10;      -- that a person may open
ALTER TABLE servers ADD COLUMN invitations_per_hour INTEGER NOT NULL DEFAULT 40; -- that a person may send
ALTER TABLE servers ADD COLUMN threads_per_day INTEGER NOT NULL DEFAULT 20;      -- that a person's tables may get
