-- Several processes may work on one database. Each has a share of the servers: number `share`, of so many processes among
-- which so many of Discord's shards are split. What is down is a share: only its clocks stand still.
CREATE TABLE heartbeats (
    shards     BIGINT NOT NULL,
    processes  BIGINT NOT NULL,
    share      BIGINT NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (shards, processes, share)
);
INSERT INTO heartbeats SELECT 1, 1, 0, at FROM heartbeat;
DROP TABLE heartbeat;

CREATE TABLE times_down (
    shards     BIGINT NOT NULL,
    processes  BIGINT NOT NULL,
    share      BIGINT NOT NULL,
    begins     BIGINT NOT NULL,
    ends       BIGINT NOT NULL,
    PRIMARY KEY (shards, processes, share, begins)
);
INSERT INTO times_down SELECT 1, 1, 0, begins, ends FROM downtimes;
DROP TABLE downtimes;
ALTER TABLE times_down RENAME TO downtimes;
ALTER INDEX times_down_pkey RENAME TO downtimes_pkey;

-- What one process asks another to do, at tables of that one's share.
CREATE TABLE errands (
    id     TEXT COLLATE "C" PRIMARY KEY,
    share  BIGINT NOT NULL,
    kind   TEXT COLLATE "C" NOT NULL,
    body   TEXT COLLATE "C" NOT NULL,
    at     BIGINT NOT NULL
);

-- From here on: what only processes on one server need. It is not moved to a file, nor back.

-- The numbers on which all processes agree.
ALTER TABLE kontor ADD COLUMN shards BIGINT NOT NULL DEFAULT 1, ADD COLUMN processes BIGINT NOT NULL DEFAULT 1;

-- Who has a share. The epoch is raised whenever it changes hands; every transaction reads it FOR SHARE.
CREATE TABLE kontor_shares (
    number  BIGINT PRIMARY KEY,
    epoch   BIGINT NOT NULL,
    holder  TEXT COLLATE "C" NOT NULL
);
-- Apart from the above: so no beat waits for a transaction, and no transaction for a beat.
CREATE TABLE kontor_beats (
    number  BIGINT PRIMARY KEY,
    at      TIMESTAMPTZ NOT NULL
);
-- Who holds a share has the advisory lock (1265593972, number). One at a time claims one, or changes the schema: who
-- does has the lock 82941966577522. Each function is one statement for who calls it: nobody can be stopped in the middle.

CREATE FUNCTION kontor_held() RETURNS SETOF BIGINT LANGUAGE sql VOLATILE AS $$
    SELECT objid::BIGINT FROM pg_locks
    WHERE locktype = 'advisory' AND classid = 1265593972 AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
$$;

-- Take the first share that is free, or whose holder has not been heard for so many seconds: that one's connections are
-- ended first. No row: all are taken. A row without a share: others are at work who have agreed on other numbers.
CREATE FUNCTION kontor_claim(our_shards BIGINT, our_processes BIGINT, claimant TEXT, patience DOUBLE PRECISION)
RETURNS TABLE (share BIGINT, raised BIGINT) LANGUAGE plpgsql AS $$
DECLARE
    former TEXT;
    silent BOOLEAN;
BEGIN
    PERFORM pg_advisory_xact_lock(82941966577522);
    IF EXISTS (SELECT 1 FROM kontor WHERE (shards, processes) IS DISTINCT FROM (our_shards, our_processes)) THEN
        IF EXISTS (
            SELECT 1 FROM kontor_held() AS held (number) JOIN kontor_beats USING (number)
            WHERE at >= clock_timestamp() - make_interval(secs => patience)
        ) THEN
            RETURN NEXT;
            RETURN;
        END IF;
        UPDATE kontor SET shards = our_shards, processes = our_processes;
        -- Whoever was stopped while it had a share by the old numbers writes nothing any more.
        PERFORM pg_terminate_backend(pid, 2000) FROM pg_stat_activity JOIN kontor_shares
        ON application_name = 'kontor ' || holder WHERE datname = current_database() AND pid <> pg_backend_pid();
        UPDATE kontor_shares SET epoch = epoch + 1, holder = '';
    END IF;
    FOR each IN 0 .. our_processes - 1 LOOP
        INSERT INTO kontor_shares VALUES (each, 0, '') ON CONFLICT DO NOTHING;
        INSERT INTO kontor_beats VALUES (each, '-infinity') ON CONFLICT DO NOTHING;
        SELECT holder, at < clock_timestamp() - make_interval(secs => patience) INTO former, silent
        FROM kontor_shares JOIN kontor_beats USING (number) WHERE number = each;
        CONTINUE WHEN NOT silent AND EXISTS (SELECT 1 FROM kontor_held() AS held (number) WHERE number = each);
        PERFORM pg_terminate_backend(pid, 2000) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'kontor ' || former AND pid <> pg_backend_pid();
        CONTINUE WHEN NOT pg_try_advisory_lock(1265593972, each);
        UPDATE kontor_shares SET epoch = epoch + 1, holder = claimant WHERE number = each RETURNING epoch INTO raised;
        UPDATE kontor_beats SET at = clock_timestamp() WHERE number = each;
        share := each;
        RETURN NEXT;
        RETURN;
    END LOOP;
END
$$;

-- Hold the same share again after a connection broke. No: somebody else has it, or had it meanwhile.
CREATE FUNCTION kontor_hold_again(ours BIGINT, held BIGINT, claimant TEXT) RETURNS BOOLEAN LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(82941966577522);
    IF NOT EXISTS (SELECT 1 FROM kontor_shares WHERE number = ours AND epoch = held) THEN
        RETURN FALSE;
    END IF;
    IF NOT pg_try_advisory_lock(1265593972, ours::INTEGER) THEN
        -- One of our own connections may have it still, one that broke on our side only.
        PERFORM pg_terminate_backend(pid, 2000) FROM pg_stat_activity JOIN pg_locks USING (pid)
        WHERE application_name = 'kontor ' || claimant AND pid <> pg_backend_pid() AND datname = current_database()
        AND locktype = 'advisory' AND classid = 1265593972 AND objid::BIGINT = ours;
        IF NOT pg_try_advisory_lock(1265593972, ours::INTEGER) THEN
            RETURN FALSE;
        END IF;
    END IF;
    UPDATE kontor_beats SET at = clock_timestamp() WHERE number = ours;
    RETURN TRUE;
END
$$;

-- Let a transaction go on only if the share has not changed hands; until it ends, the share cannot.
CREATE FUNCTION kontor_fence(ours BIGINT, held BIGINT) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM kontor_shares WHERE number = ours AND epoch = held FOR SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'share % is held by somebody else', ours USING ERRCODE = 'KT001';
    END IF;
END
$$;
