-- Who decided how often at which seat, whom a result counts for, and ratings. Fractions are doubles on every engine.

CREATE TABLE decisions (
    table_id      INTEGER NOT NULL REFERENCES tables (id),
    seat          INTEGER NOT NULL,
    person        INTEGER NOT NULL,              -- 0: a computer; -1: somebody who was forgotten
    name          TEXT    NOT NULL,              -- what they are called there
    count         INTEGER NOT NULL DEFAULT 0,    -- decisions that were not taken back
    seconds       INTEGER NOT NULL DEFAULT 0,    -- how long all of them took
    latest        INTEGER NOT NULL DEFAULT 0,    -- when they decided last
    gone          TEXT    NOT NULL DEFAULT '',   -- how they gave the seat up: left, agreed; empty: they did not
    PRIMARY KEY (table_id, seat, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX decisions_by_person ON decisions (person) WHERE person > 0;

-- Whom a finished game counts for, found once by the rule of `tables/counting.py`: nobody, one or two for each seat.
CREATE TABLE outcomes (
    n             INTEGER NOT NULL,              -- which result, in the order in which games ended
    nth           INTEGER NOT NULL,              -- who of it
    table_id      INTEGER NOT NULL REFERENCES tables (id),
    game          TEXT    NOT NULL,
    server        INTEGER NOT NULL,
    size          INTEGER NOT NULL,              -- seats at the table
    ended         INTEGER NOT NULL,
    seat          INTEGER NOT NULL,
    person        INTEGER,                       -- NULL: a computer, or somebody who was forgotten
    computer      TEXT,                          -- which computer player; NULL: a person
    name          TEXT    NOT NULL,
    place         INTEGER NOT NULL,
    score         INTEGER NOT NULL,
    gone          INTEGER NOT NULL,              -- they left the seat: it counts as lost
    apart         INTEGER NOT NULL,              -- a game against computers only: counted apart, never rated
    decisions     INTEGER NOT NULL,              -- 0: not known
    seconds       INTEGER NOT NULL,
    mu            REAL,                          -- the rating before it, over all servers; NULL: not rated (yet)
    sigma         REAL,
    here_mu       REAL,                          -- and of this server
    here_sigma    REAL,
    PRIMARY KEY (n, nth)
) STRICT, WITHOUT ROWID;
CREATE INDEX outcomes_by_person ON outcomes (person, server, game, n) WHERE person IS NOT NULL;
CREATE INDEX outcomes_by_server ON outcomes (server, game, n);
CREATE INDEX outcomes_by_table ON outcomes (table_id);
CREATE INDEX outcomes_to_rate ON outcomes (n) WHERE apart = 0 AND mu IS NULL;

-- What was played before counts as it did: for whose seat it was at the end.
INSERT INTO outcomes (
    n, nth, table_id, game, server, size, ended, seat, person, computer, name, place, score, gone, apart, decisions, seconds
)
SELECT
    dense_rank() OVER (ORDER BY coalesce(tables.ended, 0), tables.id),
    row_number() OVER (PARTITION BY tables.id ORDER BY results.seat) - 1,
    tables.id, game, server, size, coalesce(tables.ended, 0), seat, person,
    CASE WHEN person IS NULL THEN computer END, name, place, score, 0,
    CASE WHEN (
        SELECT count(*) FROM results AS others
        WHERE others.table_id = tables.id AND (others.person IS NOT NULL OR others.computer IS NULL)
    ) < 2 THEN 1 ELSE 0 END,
    0, 0
FROM results JOIN tables ON tables.id = results.table_id;

CREATE TABLE ratings (
    server        INTEGER NOT NULL,              -- 0: over all servers
    game          TEXT    NOT NULL,
    person        INTEGER NOT NULL,
    name          TEXT    NOT NULL,              -- as in their latest game
    mu            REAL    NOT NULL,
    sigma         REAL    NOT NULL,
    ordinal       REAL    NOT NULL,              -- what they can do almost certainly: mu - 3 sigma
    games         INTEGER NOT NULL,
    PRIMARY KEY (server, game, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_best_first ON ratings (server, game, ordinal);
CREATE INDEX ratings_by_person ON ratings (person);

ALTER TABLE people ADD COLUMN stays_out INTEGER NOT NULL DEFAULT 0;       -- others see no statistics and no rating of theirs

-- Whose forgetting has begun: after a crash it is gone on with.
CREATE TABLE forgetting (
    person        INTEGER PRIMARY KEY
) STRICT;
