-- How much of an outage's time counts as downtime, as monitor.yaml says; the defaults are those of before.

alter table page add column partial_outage_weight double precision not null default 0.3
  check (partial_outage_weight between 0 and 1);
alter table page add column major_outage_weight double precision not null default 1
  check (major_outage_weight between 0 and 1);
