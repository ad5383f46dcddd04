-- Tables that open by themselves every week, the server's time zone for them, and a role that is pinged for new lobbies.
CREATE TABLE openings (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    server    INTEGER NOT NULL,
    channel   INTEGER NOT NULL,
    game      TEXT NOT NULL,
    size      INTEGER NOT NULL,
    clock     TEXT NOT NULL,                   -- a JSON object
    language  TEXT NOT NULL,
    weekday   INTEGER NOT NULL,                -- 0 is Monday
    minute    INTEGER NOT NULL,                -- after midnight, in the server's time zone
    due       INTEGER NOT NULL,                -- when the next table opens
    table_id  INTEGER REFERENCES tables (id)   -- the latest table that it has opened; NULL: none yet
);
CREATE INDEX openings_by_server ON openings (server);
CREATE INDEX openings_by_due ON openings (due);
ALTER TABLE servers ADD COLUMN zone TEXT NOT NULL DEFAULT 'UTC';
ALTER TABLE servers ADD COLUMN ping_role INTEGER;                           -- Discord's id of the role; NULL: none
ALTER TABLE servers ADD COLUMN role_pinged_at INTEGER NOT NULL DEFAULT 0;   -- when that role was last pinged; 0: never
