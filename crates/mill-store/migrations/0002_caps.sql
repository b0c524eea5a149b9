-- One table of sums for every cap (run, job, day, month, provider, key) instead of a table for months and columns of runs;
-- the caps themselves; which key a call used; and the keys' names, because a key store cannot be asked for them.
-- Older versions: they refuse this file as newer.

ALTER TABLE ledger ADD COLUMN day TEXT NOT NULL DEFAULT '';
-- The day it counts against, `YYYY-MM-DD` in the zone the person was in; older calls did not say, and count in UTC.
UPDATE ledger SET day = strftime('%Y-%m-%d', started_at / 1000, 'unixepoch');
-- The name of the key it used, never the key; null: none was needed, or the call is older than this.
ALTER TABLE ledger ADD COLUMN key_name TEXT;
ALTER TABLE run ADD COLUMN key_name TEXT;
ALTER TABLE job ADD COLUMN key_name TEXT;
-- Which cap had no room when the run paused for its budget: the JSON of mill_domain::NoRoom.
ALTER TABLE run ADD COLUMN no_room TEXT;

-- Under which caps each call counts: up to six rows a call.
CREATE VIEW ledger_scope (call_id, run_id, state, bound_pico, cost_pico, kind, name, period) AS
    SELECT call_id, run_id, state, bound_pico, cost_pico, 'run', run_id, '' FROM ledger
    UNION ALL
    SELECT call_id, run_id, ledger.state, bound_pico, cost_pico, 'job', run.job_id, ''
        FROM ledger JOIN run ON run.id = ledger.run_id WHERE run.job_id IS NOT NULL
    UNION ALL
    SELECT call_id, run_id, state, bound_pico, cost_pico, 'day', '', day FROM ledger
    UNION ALL
    SELECT call_id, run_id, state, bound_pico, cost_pico, 'month', '', month FROM ledger
    UNION ALL
    SELECT call_id, run_id, state, bound_pico, cost_pico, 'provider', substr(model, 1, instr(model, '/') - 1), month
        FROM ledger
    UNION ALL
    SELECT call_id, run_id, state, bound_pico, cost_pico, 'key',
        substr(model, 1, instr(model, '/') - 1) || '/' || key_name, month
        FROM ledger WHERE key_name IS NOT NULL;

-- Sums of the ledger under each cap, changed in the same transaction as it is, so that the gate looks at six rows instead
-- of adding up thousands. `name`: the run, the job, '' for days and months, the provider, provider/key. `period`: the day
-- or month; '' for runs and jobs.
CREATE TABLE scope (
    kind           TEXT NOT NULL,
    name           TEXT NOT NULL,
    period         TEXT NOT NULL,
    spent_pico     INTEGER NOT NULL DEFAULT 0,
    reserved_pico  INTEGER NOT NULL DEFAULT 0,
    uncertain_pico INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (kind, name, period)
) STRICT, WITHOUT ROWID;

INSERT INTO scope (kind, name, period, spent_pico, reserved_pico, uncertain_pico)
    SELECT kind, name, period, sum(cost_pico), sum(iif(state = 'held', bound_pico, 0)),
        sum(iif(state = 'uncertain', bound_pico, 0))
    FROM ledger_scope GROUP BY kind, name, period;

DROP TABLE month;
ALTER TABLE run DROP COLUMN spent_pico;
ALTER TABLE run DROP COLUMN reserved_pico;
ALTER TABLE run DROP COLUMN uncertain_pico;

-- What the person allows, for every period alike. A run's own cap is `run.budget_pico`.
CREATE TABLE cap (
    kind     TEXT NOT NULL,
    name     TEXT NOT NULL,
    cap_pico INTEGER NOT NULL,
    PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;

-- Keys with a name of their own, beside each provider's default one. The key itself is in the system's key store.
CREATE TABLE key_name (
    provider TEXT NOT NULL,
    name     TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (provider, name)
) STRICT, WITHOUT ROWID;
