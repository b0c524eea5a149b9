-- What the prompt cache of a call saved, and questions that are handed to a provider together.
-- Older versions: they refuse this file as newer.

-- What the call would have cost without a prompt cache; null: the same as it did.
ALTER TABLE ledger ADD COLUMN uncached_pico INTEGER;

-- Questions handed to a provider together, to be answered within a day. A row is written before anything is sent.
CREATE TABLE batch (
    id          TEXT PRIMARY KEY NOT NULL,
    run_id      TEXT NOT NULL REFERENCES run (id) ON DELETE CASCADE,
    -- `sending` until the provider has said its name for it, then `sent`, then `collected`.
    state       TEXT NOT NULL,
    -- The provider's name for it; null while it is being sent.
    provider_id TEXT,
    made_at     INTEGER NOT NULL,
    sent_at     INTEGER,
    ended_at    INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX batch_open ON batch (run_id) WHERE state <> 'collected';

-- The batch a call went with; null: it was made by itself. Its money stays held until the batch is collected.
ALTER TABLE ledger ADD COLUMN batch_id TEXT;
CREATE INDEX ledger_by_batch ON ledger (batch_id) WHERE batch_id IS NOT NULL;
