-- Whom somebody avoids: known to nobody but them, and kept when the avoided person is forgotten.
CREATE TABLE avoids (
    person   BIGINT NOT NULL,             -- whose list it is
    avoided  BIGINT NOT NULL,
    name     TEXT COLLATE "C" NOT NULL,      -- of the avoided person when they were added; '' once they were forgotten
    PRIMARY KEY (person, avoided)
);
