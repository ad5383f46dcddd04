-- What a seat saw when it last decided: so that it can be told what changed since, and nothing is replayed for that.

CREATE TABLE kept_views (
    table_id      INTEGER NOT NULL REFERENCES tables (id),
    seat          INTEGER NOT NULL,
    n             INTEGER NOT NULL,              -- the log's length by then
    frame         INTEGER NOT NULL,              -- what it decided: with more in the same frame this one stays
    view          TEXT    NOT NULL,              -- JSON, read by the game
    earlier_n     INTEGER,                       -- the same of the decision before that one; NULL: there was none
    earlier_view  TEXT,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
