-- What a person notes down for themselves at a table. Nobody else ever sees it, not who takes their seat either.
CREATE TABLE notes (
    table_id      INTEGER NOT NULL REFERENCES tables (id),
    person        INTEGER NOT NULL,
    body          TEXT NOT NULL,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;
