-- Limits per person and server: who opened a table and who invited a guest, so that both can be counted.
ALTER TABLE tables ADD COLUMN opened_by BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tables_by_opener ON tables (opened_by, server);
ALTER TABLE guests ADD COLUMN invited_by BIGINT NOT NULL DEFAULT 0;
ALTER TABLE guests ADD COLUMN invited_at BIGINT NOT NULL DEFAULT 0;
CREATE INDEX guests_by_inviter ON guests (invited_by, invited_at);
ALTER TABLE servers ADD COLUMN tables_per_hour BIGINT NOT NULL DEFAULT 10;
ALTER TABLE servers ADD COLUMN invitations_per_hour BIGINT NOT NULL DEFAULT 40;
ALTER TABLE servers ADD COLUMN threads_per_day BIGINT NOT NULL DEFAULT 20;
