-- Sign-offs: who closed the review of a run, when, and what they signed.

CREATE TABLE sign_off (
    run_id      TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    -- From 1: a run that changed can be signed again, and the older ones stay.
    number      INTEGER NOT NULL,
    reviewer    TEXT NOT NULL,
    signed_at   INTEGER NOT NULL,
    -- SHA-256 over the state, version and verdict of every row: another one later means that something changed.
    fingerprint TEXT NOT NULL,
    -- JSON: the closing sheet as it was signed.
    sheet       TEXT NOT NULL,
    PRIMARY KEY (run_id, number)
) STRICT, WITHOUT ROWID;
