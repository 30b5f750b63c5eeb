-- The tables of the first release; schema.ts says what each is for.

create table page (
  id text primary key,
  name text not null,
  name_tr text,
  url text not null,
  time_zone text not null,
  updated_at timestamptz not null
);
create table component_groups (
  id text primary key,
  name text not null,
  name_tr text,
  position integer not null,
  removed_at timestamptz
);
create table components (
  id text primary key,
  name text not null,
  name_tr text,
  description text not null,
  description_tr text,
  group_id text references component_groups (id),
  position integer not null,
  showcase boolean not null,
  only_show_if_degraded boolean not null,
  known_until timestamptz,
  created_at timestamptz not null,
  removed_at timestamptz
);
create table checks (
  id text primary key,
  component_id text not null references components (id),
  kind text not null,
  period_seconds integer not null check (period_seconds > 0),
  impact text not null check (impact in ('degraded_performance', 'partial_outage', 'major_outage')),
  removed_at timestamptz
);
create table slot_claims (
  check_id text not null,
  location text not null,
  slot timestamptz not null,
  prober text not null,
  claimed_at timestamptz not null,
  primary key (check_id, location, slot)
);
create index slot_claims_by_slot on slot_claims (slot);
create table observations (
  check_id text not null,
  location text not null,
  slot timestamptz not null,
  attempt integer not null,
  prober text not null,
  started_at timestamptz not null,
  duration_ms double precision not null,
  result text not null check (result in ('ok', 'degraded', 'failed', 'prober_error')),
  reason text,
  message text,
  phases jsonb not null,
  measures jsonb not null,
  counted boolean not null,
  retried boolean not null,
  primary key (check_id, slot, location, attempt)
);
create index observations_by_slot on observations (slot);
create table check_states (
  check_id text primary key references checks (id),
  verdict text check (verdict in ('up', 'degraded', 'down')),
  since timestamptz,
  reason text,
  last_slot timestamptz not null,
  last_result text not null check (last_result in ('ok', 'degraded', 'failed')),
  known_until timestamptz not null,
  check ((verdict is null) = (since is null))
);
create table component_states (
  id bigint generated always as identity primary key,
  component_id text not null references components (id),
  status text not null check (status in (
    'operational', 'degraded_performance', 'partial_outage', 'major_outage',
    'under_maintenance', 'unknown')),
  from_at timestamptz not null,
  to_at timestamptz,
  check_id text,
  reason text,
  check (to_at > from_at)
);
create index component_states_by_time on component_states (component_id, from_at);
create unique index component_states_open on component_states (component_id) where to_at is null;
create table incidents (
  id text primary key,
  name text not null,
  name_tr text,
  status text not null check (status in (
    'investigating', 'identified', 'monitoring', 'resolved', 'postmortem')),
  impact text not null check (impact in ('none', 'minor', 'major', 'critical', 'maintenance')),
  automatic boolean not null,
  group_id text references component_groups (id),
  started_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  monitoring_at timestamptz,
  resolved_at timestamptz
);
create index incidents_by_creation on incidents (created_at);
create index incidents_unresolved on incidents (created_at) where resolved_at is null;
create table incident_updates (
  id text primary key,
  incident_id text not null references incidents (id),
  status text not null,
  body text not null,
  body_tr text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  display_at timestamptz not null,
  affected jsonb not null
);
create index incident_updates_by_incident on incident_updates (incident_id, display_at);
create table incident_components (
  incident_id text not null references incidents (id),
  component_id text not null references components (id),
  status text not null,
  primary key (incident_id, component_id)
);
create table probers (
  id text primary key,
  location text not null,
  started_at timestamptz not null,
  last_seen_at timestamptz not null
);
create table revision (
  id smallint primary key check (id = 1),
  number bigint not null,
  changed_at timestamptz not null
);
insert into revision (id, number, changed_at) values (1, 0, '1970-01-01T00:00:00Z');
