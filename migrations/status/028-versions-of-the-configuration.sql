-- Who ends an alert, and whose monitor.yaml it is that everybody sees.

-- Whether its check or its rule left monitor.yaml while it was open: then nothing recovered.
alter table alerts add column withdrawn boolean not null default false;
alter table alert_messages drop constraint alert_messages_kind_check;
alter table alert_messages add constraint alert_messages_kind_check check (
  kind in ('trigger', 'repeat', 'escalate', 'acknowledge', 'resolve', 'withdraw', 'test'));

-- When the first run of the newest slot began that saw what the slot came to: what a change is dated to.
alter table check_states add column last_seen_at timestamptz;

-- Which monitor.yaml all see: the newest row; what was before it is older.
create table configuration_versions (
  number bigint primary key,
  digest text not null,
  -- `version` of the file; null where it says none.
  file_version integer,
  -- Where it was stored from.
  location text not null,
  stored_at timestamptz not null
);
-- Since when a prober reads another monitor.yaml than that; null while it reads the same.
alter table probers add column differs_since timestamptz;
-- Places in the order in which they came: each begins at a moment of its own in a slot.
create table locations (
  name text primary key,
  number integer not null unique
);
