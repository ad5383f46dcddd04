-- Leagues: seasons and cups, who plays in them, their tables, and their messages.
CREATE TABLE seasons (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    league     INTEGER NOT NULL DEFAULT 0,   -- the id of the first season of the same league
    number     INTEGER NOT NULL DEFAULT 1,   -- of the season in its league, from 1
    server     INTEGER NOT NULL,
    channel    INTEGER NOT NULL,
    game       TEXT NOT NULL,
    name       TEXT NOT NULL,
    format     TEXT NOT NULL,                -- season or cup
    size       INTEGER NOT NULL,             -- players at a table
    clock      TEXT NOT NULL,                -- of its tables, a JSON object
    language   TEXT NOT NULL,
    most       INTEGER NOT NULL,             -- the most players; 0: no limit
    organiser  INTEGER NOT NULL,             -- a person; 0: forgotten
    state      TEXT NOT NULL,                -- draft, signup, checkin, playing, over, cancelled
    starts     INTEGER NOT NULL,
    ends       INTEGER NOT NULL,
    created    INTEGER NOT NULL,
    ended      INTEGER NOT NULL DEFAULT 0,
    round      INTEGER NOT NULL DEFAULT 0,   -- of a cup, from 1; 0 before the start
    due        INTEGER NOT NULL              -- when its next task is due
);
CREATE INDEX seasons_by_due ON seasons (due);
CREATE INDEX seasons_by_server ON seasons (server);

CREATE TABLE entrants (
    season      INTEGER NOT NULL REFERENCES seasons (id),
    n           INTEGER NOT NULL,             -- from 1, in the order of signing up
    person      INTEGER,                      -- NULL: forgotten
    name        TEXT NOT NULL,
    checked_in  INTEGER NOT NULL DEFAULT 0,
    division    INTEGER NOT NULL DEFAULT 0,   -- from 1, the best first; 0: does not play
    seed        INTEGER NOT NULL DEFAULT 0,   -- from 1, the best first
    rating      REAL NOT NULL DEFAULT 0,      -- on this server before the start
    dropped     INTEGER NOT NULL DEFAULT 0,   -- has dropped out
    place       INTEGER NOT NULL DEFAULT 0,   -- in the division at the end; 0 before
    PRIMARY KEY (season, n)
);
CREATE UNIQUE INDEX entrants_by_person ON entrants (person, season);

CREATE TABLE fixtures (
    season     INTEGER NOT NULL REFERENCES seasons (id),
    n          INTEGER NOT NULL,             -- from 1
    round      INTEGER NOT NULL,             -- of a cup, from 1
    division   INTEGER NOT NULL,
    players    TEXT NOT NULL,                -- numbers of entrants, a JSON list; by seat once the table is open
    status     TEXT NOT NULL,                -- waiting, playing, finished, closed
    table_id   INTEGER REFERENCES tables (id),
    pace       INTEGER NOT NULL DEFAULT 0,   -- 0: the season's clock, 1: 12 hours for a decision, 2: aldermen play on
    places     TEXT NOT NULL DEFAULT '[]',   -- of the players, in their order, a JSON list
    absent     TEXT NOT NULL DEFAULT '[]',   -- players who get nothing here, a JSON list
    closed_by  INTEGER NOT NULL DEFAULT 0,   -- the person who closed the table
    PRIMARY KEY (season, n)
);
CREATE UNIQUE INDEX fixtures_by_table ON fixtures (table_id);

CREATE TABLE season_messages (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    season   INTEGER NOT NULL REFERENCES seasons (id),
    kind     TEXT NOT NULL,
    number   INTEGER NOT NULL,             -- of the division, entrant or act
    person   INTEGER,                      -- who is written to, or whose act it was
    facts    TEXT NOT NULL DEFAULT '{}',   -- a JSON object
    channel  INTEGER NOT NULL DEFAULT 0,
    message  INTEGER NOT NULL DEFAULT 0,   -- 0: not posted yet
    picture  TEXT NOT NULL DEFAULT '',     -- digest of the picture that it shows
    wanted   INTEGER NOT NULL DEFAULT 1,   -- the version that it should show
    shown    INTEGER NOT NULL DEFAULT 0,   -- the version that it shows
    nonce    TEXT NOT NULL DEFAULT '',     -- it may have been sent under this nonce
    due      INTEGER NOT NULL DEFAULT 0,   -- when the wanted version is sent
    tries    INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX season_messages_once ON season_messages (season, kind, number);

ALTER TABLE tables ADD COLUMN season INTEGER REFERENCES seasons (id);  -- the season it is played in
