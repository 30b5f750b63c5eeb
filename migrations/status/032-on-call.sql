-- Who is on call: people and rotas of monitor.yaml, and who stands in for whom.
alter table alert_configuration add column people jsonb not null default '[]';
alter table alert_configuration add column rotas jsonb not null default '[]';
create table on_call_overrides (
  id text primary key,
  rota text not null,
  person text not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  said_by text not null,
  created_at timestamptz not null,
  check (to_at > from_at)
);
create index on_call_overrides_by_time on on_call_overrides (to_at);
