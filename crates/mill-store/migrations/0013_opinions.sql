-- Second opinions: runs that ask independent models about the results of another run. What such a run's tasks end with
-- are opinions; they never become results or verdicts of the run they are about.
-- Older versions: they refuse this file as newer.

CREATE TABLE verification (
    run_id      TEXT PRIMARY KEY NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    -- The run it is about.
    of_run      TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    -- `answer`: does the task again without seeing the result; `check`: sees the result and judges it field by field.
    kind        TEXT NOT NULL,
    -- JSON: who is asked, `provider/model`; the first is verifier 1.
    models      TEXT NOT NULL,
    -- Which results it asks about: `all`, `unjudged`, `by_model`, `findings`, `sample`.
    rows_of     TEXT NOT NULL,
    -- Results it could have asked about; more than it did only for a sample.
    population  INTEGER NOT NULL,
    -- What a sample was drawn with, a whole number of 64 bits in decimals; null: no sample.
    seed        TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX verification_of ON verification (of_run);

-- Which result each task of such a run asks about, and whom. Rows are added with the run and never changed.
CREATE TABLE opinion (
    run_id     TEXT NOT NULL,
    task       INTEGER NOT NULL,
    -- From 1: the place among `verification.models`.
    verifier   INTEGER NOT NULL,
    of_task    INTEGER NOT NULL,
    -- The version it is about: the one a rule or model made, whatever a person said of it.
    of_version INTEGER NOT NULL,
    PRIMARY KEY (run_id, task),
    FOREIGN KEY (run_id, task) REFERENCES task (run_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX opinion_of ON opinion (run_id, of_task);
