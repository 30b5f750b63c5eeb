-- What each component stands on, as monitor.yaml says: a list of ids.

alter table components add column depends_on jsonb;
