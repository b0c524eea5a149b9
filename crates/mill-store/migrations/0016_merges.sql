-- Merges: the results of many tasks of a run as one document, added up here or written by a run of its own.
-- Older versions: they refuse this file as newer.

CREATE TABLE merge (
    of_run     TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    -- From 1 within its run.
    number     INTEGER NOT NULL,
    -- The run whose calls write it; null: it was added up without a model.
    by_run     TEXT REFERENCES run (id) ON DELETE CASCADE,
    -- JSON: how it is made, and which rows went in and which did not.
    recipe     TEXT NOT NULL,
    -- JSON: the document; null where `by_run` holds it.
    document   TEXT,
    made_by    TEXT NOT NULL,
    made_at    INTEGER NOT NULL,
    -- What a person said of it as a whole: `accepted` or `rejected`; null: nothing.
    verdict    TEXT,
    judged_by  TEXT,
    judged_at  INTEGER,
    -- SHA-256 of the document that was judged: another one now means that it changed since.
    judged     TEXT,
    PRIMARY KEY (of_run, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX merge_by_run ON merge (by_run) WHERE by_run IS NOT NULL;
