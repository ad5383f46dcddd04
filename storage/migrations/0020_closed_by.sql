-- Who plays reads by whom their table was closed.
ALTER TABLE tables ADD COLUMN closed_by_manager INTEGER NOT NULL DEFAULT 0; -- who manages the server has closed it
