-- Acceptance samples: which results were drawn for a person to look at, of which population, with which seed.
-- Before: verdicts were a person's word on a row that was looked at, and nothing else.

CREATE TABLE sample (
    run_id     TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    -- From 1, the way people name it.
    number     INTEGER NOT NULL,
    -- Whole number of 64 bits in decimals: the rows can be drawn again from it.
    seed       TEXT NOT NULL,
    -- Shares between 0 and 1.
    tolerable  REAL NOT NULL,
    confidence REAL NOT NULL,
    -- Which unjudged results it stands for: `unjudged`, `by_rule`, `by_model`.
    scope      TEXT NOT NULL,
    -- JSON: what the results of each stratum have in common, in the order of `sample_row.stratum`.
    strata     TEXT NOT NULL,
    reviewer   TEXT NOT NULL,
    drawn_at   INTEGER NOT NULL,
    -- JSON: what was known when the rest was accepted last; null if it never was.
    evidence   TEXT,
    PRIMARY KEY (run_id, number)
) STRICT, WITHOUT ROWID;

-- Every result the sample stands for. Rows are added and never changed.
CREATE TABLE sample_row (
    run_id  TEXT NOT NULL,
    sample  INTEGER NOT NULL,
    task    INTEGER NOT NULL,
    stratum INTEGER NOT NULL,
    -- 1: drawn for a person to look at.
    picked  INTEGER NOT NULL,
    -- The version of the result that was drawn from.
    version INTEGER NOT NULL,
    PRIMARY KEY (run_id, sample, task),
    FOREIGN KEY (run_id, sample) REFERENCES sample (run_id, number) ON DELETE CASCADE,
    FOREIGN KEY (run_id, task) REFERENCES task (run_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

-- The sample a result was accepted by, while its verdict is `by_sample`.
ALTER TABLE task ADD COLUMN by_sample INTEGER;
