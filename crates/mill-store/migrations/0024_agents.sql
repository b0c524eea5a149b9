-- Which agent of the pool a call was made by, from 1, as the run's screen numbers them; 0: no agent of a pool (a batch, a row
-- that was asked again). Null: not known: the call has not ended, nobody saw it end, or it is older than this column.
-- Older versions: they refuse this file as newer.
ALTER TABLE ledger ADD COLUMN agent INTEGER;
