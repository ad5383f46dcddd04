-- The trail: what managers and organisers have done on a server.
CREATE TABLE trail (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    server    INTEGER NOT NULL,
    at        INTEGER NOT NULL,
    person    INTEGER,                      -- who did it; NULL: forgotten
    kind      TEXT NOT NULL,                -- what was done
    table_id  INTEGER REFERENCES tables (id),
    season    INTEGER REFERENCES seasons (id),
    detail    TEXT NOT NULL DEFAULT '{}'    -- further facts by kind, a JSON object without people
);
CREATE INDEX trail_by_server ON trail (server, id);
CREATE INDEX trail_by_person ON trail (person);
CREATE INDEX trail_by_time ON trail (at);
