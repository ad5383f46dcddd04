-- Whom somebody avoids: known to nobody but them, and kept when the avoided person is forgotten.
CREATE TABLE avoids (
    person   INTEGER NOT NULL,   -- whose list it is
    avoided  INTEGER NOT NULL,
    name     TEXT NOT NULL,      -- of the avoided person when they were added; '' once they were forgotten
    PRIMARY KEY (person, avoided)
) STRICT, WITHOUT ROWID;
