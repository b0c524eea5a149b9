-- Rows that were asked again with a note, and what undo needs to take back a new answer, a flag or a skip like a verdict.
-- Older versions: read on as before; they do not show notes, and undo verdicts only.

-- A row that was put to the model once more. Rows are added; how it ended is written once.
CREATE TABLE again (
    id          INTEGER PRIMARY KEY NOT NULL,
    run_id      TEXT NOT NULL,
    task        INTEGER NOT NULL,
    -- Rows that were asked with one key press share it; from 1 within the run.
    asking      INTEGER NOT NULL,
    note        TEXT NOT NULL,
    -- 1: the model was shown what it had answered before.
    with_answer INTEGER NOT NULL,
    reviewer    TEXT NOT NULL,
    asked_at    INTEGER NOT NULL,
    -- The try its first call belongs to.
    attempt     INTEGER NOT NULL,
    -- The outcome of the new answer; `no_room`, `stopped` or `interrupted` if there is none; null: being asked.
    ended_as    TEXT,
    problem     TEXT,
    ended_at    INTEGER,
    -- The version of the result it made, and its place among what undo takes back; null unless the answer was used.
    version     INTEGER,
    act         INTEGER,
    undone_at   INTEGER,
    -- The row as it was before the answer was used.
    state_before TEXT,
    problem_before TEXT,
    decided_by_before TEXT,
    rule_before INTEGER,
    version_before INTEGER,
    needs_review_before INTEGER,
    verdict_before TEXT,
    ended_at_before INTEGER,
    FOREIGN KEY (run_id, task) REFERENCES task (run_id, number) ON DELETE CASCADE
) STRICT;
CREATE INDEX again_by_task ON again (run_id, task);
CREATE INDEX again_by_act ON again (run_id, act);

-- What a person wants to remember about a flagged row; '' for a flag without words.
ALTER TABLE flag ADD COLUMN note TEXT NOT NULL DEFAULT '';

-- Flags and skips as acts of a review, so that one undo walks back through all of them.
CREATE TABLE review_mark (
    id          INTEGER PRIMARY KEY NOT NULL,
    run_id      TEXT NOT NULL,
    task        INTEGER NOT NULL,
    act         INTEGER NOT NULL,
    -- `flag` or `skip`.
    kind        TEXT NOT NULL,
    -- The note of the flag the row had before; null: it had none.
    flag_before TEXT,
    made_at     INTEGER NOT NULL,
    undone_at   INTEGER,
    FOREIGN KEY (run_id, task) REFERENCES task (run_id, number) ON DELETE CASCADE
) STRICT;
CREATE INDEX review_mark_by_act ON review_mark (run_id, act);
