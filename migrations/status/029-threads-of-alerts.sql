-- What people on call read of one cause is one thread.

-- The alert that began the thread; null while it is not known yet whether an alert belongs to one.
alter table alerts add column thread text;
update alerts set thread = id;
create index alerts_by_thread on alerts (coalesce(thread, id));
-- The message that tells this one along.
alter table alert_messages add column carried_by bigint references alert_messages (id) on delete set null;
create index alert_messages_carried on alert_messages (carried_by) where carried_by is not null;
