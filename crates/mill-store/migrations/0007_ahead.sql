-- Runs that were told not to run ahead of their reviewer.

CREATE TABLE run_ahead (
    run_id TEXT PRIMARY KEY NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    -- Results by a model that may be without a verdict, 1 or more.
    ahead  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
