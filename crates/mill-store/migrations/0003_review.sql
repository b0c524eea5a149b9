-- Review of many rows: flags a person sets to come back to a row, and what undo looks for with every key press.
-- Older versions: read on as before; they do not show flags.

CREATE TABLE flag (
    run_id     TEXT NOT NULL,
    task       INTEGER NOT NULL,
    flagged_at INTEGER NOT NULL,
    PRIMARY KEY (run_id, task),
    FOREIGN KEY (run_id, task) REFERENCES task (run_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE INDEX verdict_standing ON verdict (run_id, act) WHERE undone_at IS NULL;
