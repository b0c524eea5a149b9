-- The first house: settings, prices, jobs and their rows, runs and their tasks, results, verdicts, and the one ledger.
-- Older versions: none. Amounts are whole pico-dollars, times are milliseconds since 1970 UTC, ids are UUIDs as text.

CREATE TABLE setting (
    name  TEXT PRIMARY KEY NOT NULL,
    value TEXT NOT NULL
) STRICT;

-- Prices the person entered; they win over the price book. `prices` is the JSON of mill_domain::Prices.
CREATE TABLE price (
    model     TEXT NOT NULL,
    starts_at INTEGER NOT NULL,
    prices    TEXT NOT NULL,
    set_at    INTEGER NOT NULL,
    PRIMARY KEY (model, starts_at)
) STRICT;

CREATE TABLE job (
    id          TEXT PRIMARY KEY NOT NULL,
    name        TEXT NOT NULL,
    skill       TEXT NOT NULL,
    mapping     TEXT NOT NULL,
    model       TEXT NOT NULL,
    agents      INTEGER NOT NULL,
    budget_pico INTEGER,
    task_list   TEXT,
    created_at  INTEGER NOT NULL,
    saved_at    INTEGER NOT NULL,
    deleted_at  INTEGER
) STRICT;

CREATE TABLE job_row (
    job_id     TEXT NOT NULL REFERENCES job (id) ON DELETE CASCADE,
    position   INTEGER NOT NULL,
    source_row INTEGER NOT NULL,
    cells      TEXT NOT NULL,
    problem    TEXT,
    PRIMARY KEY (job_id, position)
) STRICT, WITHOUT ROWID;

-- `spent`, `reserved` and `uncertain` repeat the sums of the ledger and change in the same transaction as it does,
-- so that the gate can look at one row instead of adding up thousands.
CREATE TABLE run (
    id              TEXT PRIMARY KEY NOT NULL,
    job_id          TEXT REFERENCES job (id),
    number          INTEGER NOT NULL,
    name            TEXT NOT NULL,
    skill_name      TEXT NOT NULL,
    skill_version   TEXT NOT NULL,
    skill_hash      TEXT NOT NULL,
    skill_source    TEXT NOT NULL,
    model           TEXT NOT NULL,
    endpoint        TEXT,
    agents          INTEGER NOT NULL,
    max_attempts    INTEGER NOT NULL,
    idle_timeout_ms INTEGER NOT NULL,
    fail_fast       INTEGER NOT NULL,
    budget_pico     INTEGER,
    spent_pico      INTEGER NOT NULL DEFAULT 0,
    reserved_pico   INTEGER NOT NULL DEFAULT 0,
    uncertain_pico  INTEGER NOT NULL DEFAULT 0,
    state           TEXT NOT NULL,
    reason          TEXT,
    source          TEXT NOT NULL,
    source_folder   TEXT,
    columns         TEXT NOT NULL,
    mapping         TEXT NOT NULL,
    started_at      INTEGER NOT NULL,
    ended_at        INTEGER,
    worked_ms       INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX run_by_start ON run (started_at);
CREATE INDEX run_by_job ON run (job_id);

-- `verdict`, `decided_by`, `rule`, `needs_review` and `version` repeat what the latest result and verdict say.
CREATE TABLE task (
    run_id       TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    number       INTEGER NOT NULL,
    source_row   INTEGER NOT NULL,
    cells        TEXT NOT NULL,
    state        TEXT NOT NULL,
    attempts     INTEGER NOT NULL DEFAULT 0,
    problem      TEXT,
    decided_by   TEXT,
    rule         INTEGER,
    version      INTEGER NOT NULL DEFAULT 0,
    needs_review INTEGER NOT NULL DEFAULT 0,
    verdict      TEXT,
    ended_at     INTEGER,
    PRIMARY KEY (run_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_by_state ON task (run_id, state, decided_by, needs_review, verdict);

CREATE TABLE attempt (
    run_id     TEXT NOT NULL,
    task       INTEGER NOT NULL,
    attempt    INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER,
    -- The outcome, `given_back` if it was interrupted, null while at work.
    ended_as   TEXT,
    PRIMARY KEY (run_id, task, attempt),
    FOREIGN KEY (run_id, task) REFERENCES task (run_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- Versions of a task's result, oldest first. Rows are added and never changed: a paid result is never overwritten.
CREATE TABLE result (
    run_id     TEXT NOT NULL,
    task       INTEGER NOT NULL,
    version    INTEGER NOT NULL,
    decided_by TEXT NOT NULL,
    rule       INTEGER,
    -- The run's skill at that moment: a run may go on with a changed one, and old results stay marked with theirs.
    skill_version TEXT NOT NULL,
    skill_hash TEXT NOT NULL,
    output     TEXT NOT NULL,
    findings   TEXT NOT NULL,
    made_at    INTEGER NOT NULL,
    PRIMARY KEY (run_id, task, version),
    FOREIGN KEY (run_id, task) REFERENCES task (run_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- What people said. `act` groups the verdicts of one key press, which one undo takes back together.
CREATE TABLE verdict (
    id            INTEGER PRIMARY KEY NOT NULL,
    run_id        TEXT NOT NULL,
    task          INTEGER NOT NULL,
    act           INTEGER NOT NULL,
    verdict       TEXT NOT NULL,
    version_before INTEGER NOT NULL,
    version       INTEGER NOT NULL,
    verdict_before TEXT,
    reviewer      TEXT NOT NULL,
    given_at      INTEGER NOT NULL,
    undone_at     INTEGER,
    FOREIGN KEY (run_id, task) REFERENCES task (run_id, number) ON DELETE CASCADE
) STRICT;
CREATE INDEX verdict_by_run ON verdict (run_id, act);

-- The one ledger: every call, from the moment its money is held. `state`: held, settled, uncertain, released.
CREATE TABLE ledger (
    call_id            TEXT PRIMARY KEY NOT NULL,
    run_id             TEXT NOT NULL REFERENCES run (id),
    task               INTEGER NOT NULL,
    attempt            INTEGER NOT NULL,
    turn               INTEGER NOT NULL,
    model              TEXT NOT NULL,
    -- The month it counts against, `YYYY-MM` in the zone the person was in.
    month              TEXT NOT NULL,
    -- Whether it left this computer; practice does not.
    sent               INTEGER NOT NULL,
    state              TEXT NOT NULL,
    bound_pico         INTEGER NOT NULL,
    cost_pico          INTEGER NOT NULL DEFAULT 0,
    quality            TEXT NOT NULL,
    input_tokens       INTEGER NOT NULL DEFAULT 0,
    cache_read_tokens  INTEGER NOT NULL DEFAULT 0,
    cache_write_short_tokens INTEGER NOT NULL DEFAULT 0,
    cache_write_long_tokens  INTEGER NOT NULL DEFAULT 0,
    output_tokens      INTEGER NOT NULL DEFAULT 0,
    web_searches       INTEGER NOT NULL DEFAULT 0,
    request_id         TEXT,
    started_at         INTEGER NOT NULL,
    ended_at           INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX ledger_by_run ON ledger (run_id, task);
CREATE INDEX ledger_by_time ON ledger (started_at);
CREATE INDEX ledger_by_month ON ledger (month);
CREATE INDEX ledger_held ON ledger (run_id) WHERE state = 'held';

-- Sums of the ledger by month, changed in the same transaction as it is.
CREATE TABLE month (
    month          TEXT PRIMARY KEY NOT NULL,
    spent_pico     INTEGER NOT NULL DEFAULT 0,
    reserved_pico  INTEGER NOT NULL DEFAULT 0,
    uncertain_pico INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

-- What was said in a call. Apart from the ledger so that adding up money reads no prose.
CREATE TABLE turn (
    call_id TEXT PRIMARY KEY NOT NULL REFERENCES ledger (call_id) ON DELETE CASCADE,
    -- The run's skill at that moment: an answer to an older skill is not gone on from.
    skill_hash TEXT NOT NULL,
    prompt  TEXT NOT NULL,
    reply   TEXT NOT NULL DEFAULT '',
    -- answered, refused, cut_off, empty, too_long, failed, uncertain, in_flight
    end     TEXT NOT NULL DEFAULT 'in_flight',
    problem TEXT
) STRICT, WITHOUT ROWID;
