-- Who plays reads by whom their table was closed.
ALTER TABLE tables ADD COLUMN closed_by_manager BIGINT NOT NULL DEFAULT 0;
