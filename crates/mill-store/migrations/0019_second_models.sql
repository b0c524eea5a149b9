-- Calls that ask a second model about a task, as a check of the skill wants: which of the skill's second models it is,
-- from 1. 0: the call is for the task's own answer.
ALTER TABLE turn ADD COLUMN second INTEGER NOT NULL DEFAULT 0;
