-- What nobody reads costs every call: the tries of a task are told by the ledger, which says of each call which try it was
-- of and when it began and ended. Older versions: they refuse this file as newer.

DROP TABLE attempt;
-- No question goes by the time or the month of a call alone; calls that are held are looked for within their run.
DROP INDEX ledger_by_time;
DROP INDEX ledger_by_month;
DROP INDEX ledger_held;
