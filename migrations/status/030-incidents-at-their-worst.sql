-- Which updates automation wrote, which pages fold; and an automatic incident's worst impact so far: while it is open, its impact
-- is the present one.

alter table incident_updates add column automatic boolean not null default false;
update incident_updates set automatic = true
  from incidents
  where incidents.id = incident_updates.incident_id
    and incidents.impact <> 'maintenance'
    and not exists (
      select from audit_log
      where audit_log.subject = incidents.id and audit_log.at <= incident_updates.created_at);
alter table incidents add column worst_impact text
  check (worst_impact in ('none', 'minor', 'major', 'critical'));
