-- What people did through the admin API, and what failed speech runs sent and heard.

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  action text not null,
  subject text not null,
  request_id text not null,
  before jsonb,
  after jsonb
);
create index audit_log_by_time on audit_log (at);
create table evidence (
  id text primary key,
  check_id text not null,
  component_id text not null,
  location text not null,
  slot timestamptz not null,
  attempt integer not null,
  kept_at timestamptz not null,
  passed boolean not null,
  result text not null,
  reason text,
  facts jsonb not null,
  bytes bigint not null
);
create unique index evidence_of_run on evidence (check_id, slot, location, attempt);
create index evidence_by_component on evidence (component_id, slot);
create table evidence_audio (
  evidence_id text not null references evidence (id) on delete cascade,
  name text not null check (name in ('sent', 'received')),
  content_type text not null,
  content bytea not null,
  primary key (evidence_id, name)
);
