-- Which of two results a person found better without knowing whose it was.
-- Before: runs could not be compared.

CREATE TABLE blind_pick (
    -- The two runs, the smaller id first, so that asking the other way round finds the same.
    first_run   TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    second_run  TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    -- The task of the first run; its partner follows from the rows.
    task        INTEGER NOT NULL,
    -- The run whose result is better; null: neither.
    better_run  TEXT,
    reviewer    TEXT NOT NULL,
    picked_at   INTEGER NOT NULL,
    PRIMARY KEY (first_run, second_run, task)
) STRICT, WITHOUT ROWID;
