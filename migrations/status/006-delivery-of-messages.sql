-- What deliveries need to know: how long a message waits, what it carries, how long a receiver has failed.

alter table subscribers add column failing_since timestamptz;
alter table outbox add column queued_at timestamptz not null default now();
alter table outbox alter column queued_at drop default;
alter table outbox add column carried_by bigint references outbox (id) on delete cascade;
create index outbox_carried on outbox (carried_by) where carried_by is not null;
create index outbox_pending_of_subscriber on outbox (subscriber_id, id)
  where delivered_at is null and given_up_at is null;
