-- What a component is to reach in a month, and whether everybody sees its report, as monitor.yaml says.

alter table components add column objective double precision check (objective > 0 and objective <= 100);
alter table components add column report_public boolean not null default false;
