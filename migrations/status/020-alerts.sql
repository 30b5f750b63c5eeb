-- Alerts to people on call: who is told by which rules, what fails, and what is sent to whom.

alter table checks add column runbook_url text;
create table alert_configuration (
  id integer primary key check (id = 1),
  receivers jsonb not null,
  rules jsonb not null
);
create table alerts (
  id text primary key,
  rule text not null,
  check_id text not null,
  component_id text not null,
  severity text not null check (severity in ('critical', 'warning', 'info')),
  failing_since timestamptz not null,
  reason text,
  locations jsonb not null,
  last_good timestamptz,
  fired_at timestamptz not null,
  told_at timestamptz,
  last_told_at timestamptz,
  repeats integer not null default 0,
  escalated_at timestamptz,
  acknowledged_at timestamptz,
  acknowledged_by text,
  resolved_at timestamptz,
  check ((acknowledged_at is null) = (acknowledged_by is null))
);
create unique index alerts_open on alerts (rule, check_id) where resolved_at is null;
create index alerts_by_time on alerts (fired_at, id);
create table alert_messages (
  id bigint generated always as identity primary key,
  alert_id text references alerts (id),
  receiver text not null,
  kind text not null check (
    kind in ('trigger', 'repeat', 'escalate', 'acknowledge', 'resolve', 'test')),
  number integer not null default 0,
  queued_at timestamptz not null,
  due_at timestamptz not null,
  attempts integer not null default 0,
  delivered_at timestamptz,
  given_up_at timestamptz,
  last_error text,
  check ((alert_id is null) = (kind = 'test'))
);
create unique index alert_messages_once on alert_messages (alert_id, receiver, kind, number);
create index alert_messages_waiting on alert_messages (due_at)
  where delivered_at is null and given_up_at is null;
