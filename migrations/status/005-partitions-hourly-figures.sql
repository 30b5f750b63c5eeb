-- Observations lie in one partition per UTC day, and figures of each hour outlive them.

drop index observations_by_slot;
alter table observations drop constraint observations_pkey;
alter table observations rename to observations_before;
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
) partition by range (slot);
-- Rows come in the order of their slots, so that ranges of blocks are enough to find an hour.
create index observations_by_slot on observations using brin (slot);
-- A partition for each day that has rows; the prober makes those of the days to come.
do $$
  declare
    day date;
  begin
    for day in select distinct (slot at time zone 'UTC')::date from observations_before order by 1 loop
      execute format(
        'create table observations_%s partition of observations for values from (%L) to (%L)',
        to_char(day, 'YYYYMMDD'), day || ' 00:00:00+00', day + 1 || ' 00:00:00+00');
    end loop;
  end $$;
insert into observations select * from observations_before;
drop table observations_before;
create table hourly_figures (
  check_id text not null,
  location text not null,
  hour timestamptz not null,
  count integer not null,
  failures integer not null,
  degraded integer not null,
  prober_errors integer not null,
  retried integer not null,
  missed integer not null,
  duration jsonb,
  phases jsonb not null,
  measures jsonb not null,
  primary key (check_id, location, hour)
);
create index hourly_figures_by_hour on hourly_figures (hour);
create table figure_hours (
  hour timestamptz primary key,
  computed_at timestamptz
);
create index figure_hours_due on figure_hours (hour) where computed_at is null;
alter table checks add column scheduled_since timestamptz;
alter table probers add column spooled_from timestamptz;
