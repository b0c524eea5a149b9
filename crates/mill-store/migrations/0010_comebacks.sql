-- Paused runs that go on by themselves, so that they still do after the program was closed.
-- Before: the moment was remembered only while the program ran.

CREATE TABLE run_comeback (
    run_id TEXT PRIMARY KEY NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    -- When the provider said it can be asked again, in milliseconds since 1970 UTC.
    at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
