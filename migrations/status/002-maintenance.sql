-- Maintenance is announced, runs and ends as an incident of its own impact, as Statuspage has it.

alter table incidents add column scheduled_for timestamptz;
alter table incidents add column scheduled_until timestamptz;
alter table incidents drop constraint incidents_status_check;
alter table incidents add constraint incidents_status_check check (
  case when impact = 'maintenance'
    then status in ('scheduled', 'in_progress', 'verifying', 'completed')
    else status in ('investigating', 'identified', 'monitoring', 'resolved', 'postmortem')
  end);
alter table incidents add constraint incidents_schedule_check check (
  (impact = 'maintenance') = (scheduled_for is not null)
  and (scheduled_for is null) = (scheduled_until is null)
  and scheduled_until > scheduled_for);
