-- Runs of checks that people ask for, beside those of slots: they are no observations.

create table asked_runs (
  id text primary key,
  check_id text not null,
  location text not null,
  -- The evidence whose input is sent again; null for a new input.
  replays text,
  asked_by text not null,
  asked_at timestamptz not null,
  -- probers.id of who took it.
  prober text,
  taken_at timestamptz,
  ends_by timestamptz,
  done_at timestamptz,
  result text,
  reason text,
  message text,
  attempt integer,
  duration_ms double precision,
  phases jsonb,
  measures jsonb,
  evidence_id text,
  check ((prober is null) = (taken_at is null) and (ends_by is null) = (taken_at is null)),
  check ((result is null) = (done_at is null))
);
create index asked_runs_waiting on asked_runs (location, asked_at) where taken_at is null;
create index asked_runs_by_time on asked_runs (asked_at);

alter table evidence add column asked boolean not null default false;
