-- Lobbies that fill: which start by themselves, who is invited, who hears of new ones, and tables that others do not see.
ALTER TABLE tables ADD COLUMN starts_full INTEGER NOT NULL DEFAULT 0;       -- it begins as soon as the last seat is taken
ALTER TABLE tables ADD COLUMN private INTEGER NOT NULL DEFAULT 0;           -- only its guests and who sits there know of it
ALTER TABLE outcomes ADD COLUMN private INTEGER NOT NULL DEFAULT 0;         -- of such a table: shown to nobody else

-- Whom a lobby asks: who was invited to a table, and who only wanted to hear of it.
CREATE TABLE guests (
    table_id      INTEGER NOT NULL REFERENCES tables (id),
    n             INTEGER NOT NULL,              -- the number of the guest at this table
    person        INTEGER NOT NULL,
    name          TEXT NOT NULL,
    answer        TEXT NOT NULL,                 -- asked, accepted, declined, hears
    told          INTEGER NOT NULL DEFAULT 0,    -- they were told, or will be together with all else
    written       INTEGER NOT NULL DEFAULT 0,    -- a direct message said so; a ping where the table lives is still missing
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX guests_once ON guests (person, table_id);

-- Who wants to hear of new lobbies of a game on a server.
CREATE TABLE lobby_wishes (
    server        INTEGER NOT NULL,
    game          TEXT NOT NULL,
    person        INTEGER NOT NULL,
    PRIMARY KEY (server, game, person)
) STRICT, WITHOUT ROWID;
