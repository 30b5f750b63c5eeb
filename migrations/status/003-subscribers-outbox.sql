-- Who is told of incidents, and what they are still to be told.

create table subscribers (
  id text primary key,
  channel text not null check (channel in ('email', 'webhook', 'slack')),
  address text not null,
  language text not null check (language in ('tr', 'en')),
  components jsonb,
  token text not null unique,
  signing_secret text,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz,
  ended_why text check (ended_why in ('unsubscribed', 'undeliverable', 'removed'))
);
create unique index subscribers_active on subscribers (channel, address) where ended_at is null;
create table outbox (
  id bigint generated always as identity primary key,
  subscriber_id text not null references subscribers (id) on delete cascade,
  incident_update_id text references incident_updates (id) on delete cascade,
  due_at timestamptz not null,
  attempts integer not null default 0,
  delivered_at timestamptz,
  given_up_at timestamptz,
  last_error text
);
create unique index outbox_once on outbox (subscriber_id, incident_update_id);
create index outbox_due on outbox (due_at) where delivered_at is null and given_up_at is null;
alter table incident_updates add column notified_at timestamptz;
update incident_updates set notified_at = created_at;
create index incident_updates_unnotified on incident_updates (created_at) where notified_at is null;
