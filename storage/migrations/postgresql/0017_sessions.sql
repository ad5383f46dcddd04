CREATE TABLE sessions (
    shard     BIGINT PRIMARY KEY,
    shards    BIGINT NOT NULL,
    session   TEXT COLLATE "C" NOT NULL,
    sequence  BIGINT NOT NULL,
    address   TEXT COLLATE "C" NOT NULL,
    at        BIGINT NOT NULL
);

CREATE TABLE identifies (
    bucket    BIGINT PRIMARY KEY,
    free_at   BIGINT NOT NULL
);
