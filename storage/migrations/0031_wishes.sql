-- People who look for a game, and the messages about that.
CREATE TABLE wishes (
    server        INTEGER NOT NULL,
    person        INTEGER NOT NULL,
    name          TEXT NOT NULL,                 -- under which they play
    state         TEXT NOT NULL,                 -- draft, looking, over
    terms         TEXT NOT NULL DEFAULT '{}',    -- what they accept, a JSON object
    language      TEXT NOT NULL,                 -- the one they read
    channel       INTEGER NOT NULL,              -- where they asked
    channels      TEXT NOT NULL DEFAULT '[]',    -- where a table can be opened for them, a JSON list
    made_at       INTEGER NOT NULL,
    expires_at    INTEGER NOT NULL DEFAULT 0,
    confirmed_at  INTEGER NOT NULL DEFAULT 0,
    asked_at      INTEGER NOT NULL DEFAULT 0,
    due           INTEGER NOT NULL DEFAULT 0,    -- when something is to be done about it
    PRIMARY KEY (server, person)
);
CREATE INDEX wishes_by_due ON wishes (due);
CREATE INDEX wishes_by_person ON wishes (person);

CREATE TABLE wish_messages (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    server   INTEGER NOT NULL,
    kind     TEXT NOT NULL,                -- overview, question, computers
    number   INTEGER NOT NULL,             -- when it was first wanted; 0 of the overview
    person   INTEGER,                      -- who is written to; NULL: everybody
    channel  INTEGER NOT NULL DEFAULT 0,
    message  INTEGER NOT NULL DEFAULT 0,   -- 0: not posted yet
    picture  TEXT NOT NULL DEFAULT '',
    wanted   INTEGER NOT NULL DEFAULT 1,   -- the version that it should show
    shown    INTEGER NOT NULL DEFAULT 0,   -- the version that it shows
    nonce    TEXT NOT NULL DEFAULT '',     -- it may have been sent under this nonce
    due      INTEGER NOT NULL DEFAULT 0,   -- when the wanted version is sent
    tries    INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX wish_messages_by_server ON wish_messages (server);
