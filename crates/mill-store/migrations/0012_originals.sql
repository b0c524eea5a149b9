-- The workbook a run's rows came from, so that results can be put into a copy of it: the JSON of the engine's
-- OriginalFile. A run that is not here came from something else, or is older.
-- Older versions: they refuse this file as newer.

CREATE TABLE original (
    run_id TEXT PRIMARY KEY NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    file   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
