-- What corrections taught skills, and samples as acts of a review: so that one undo walks back through these too.
-- Older versions: read on as before; they show samples that were taken back, and do not know what was learnt.

CREATE TABLE lesson (
    id             INTEGER PRIMARY KEY NOT NULL,
    run_id         TEXT NOT NULL,
    task           INTEGER NOT NULL,
    -- Its place among what undo takes back.
    act            INTEGER NOT NULL,
    -- The version of the result it was learnt from: the person's.
    result_version INTEGER NOT NULL,
    -- `example`, `rule` or `check`.
    kind           TEXT NOT NULL,
    skill          TEXT NOT NULL,
    -- The number the skill had afterwards, and the hash of what it did then: undo touches no skill that was changed since.
    skill_version  TEXT NOT NULL,
    skill_hash     TEXT NOT NULL,
    -- What the version before is known by.
    former         TEXT NOT NULL,
    reviewer       TEXT NOT NULL,
    learnt_at      INTEGER NOT NULL,
    undone_at      INTEGER,
    FOREIGN KEY (run_id, task) REFERENCES task (run_id, number) ON DELETE CASCADE
) STRICT;
CREATE INDEX lesson_by_act ON lesson (run_id, act);

-- Null for samples of before: undo passes them by.
ALTER TABLE sample ADD COLUMN act INTEGER;
ALTER TABLE sample ADD COLUMN undone_at INTEGER;
