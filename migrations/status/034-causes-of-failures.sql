-- Since when a check fails for its reason, or for one that can have the same cause; and the reasons for which an incident told of a
-- component, in their order. The incidents that may still change get those of their components until now.

alter table check_states add column reason_since timestamptz;
alter table incident_components add column reasons jsonb not null default '[]';
update incident_components set reasons = told.reasons
  from (
    select incidents.id, component_states.component_id,
      jsonb_agg(component_states.reason order by component_states.from_at) as reasons
    from incidents join component_states
      on component_states.from_at < coalesce(incidents.resolved_at, incidents.updated_at)
      and coalesce(component_states.to_at, 'infinity') > incidents.started_at
    where component_states.reason is not null
      and incidents.impact <> 'maintenance'
      and (incidents.resolved_at is null or incidents.resolved_at > now() - interval '1 hour')
    group by incidents.id, component_states.component_id
  ) told
  where told.id = incident_components.incident_id
    and told.component_id = incident_components.component_id;

-- Alerts that ended because their check fails for another cause by now, of which another alert tells; they are withdrawn as well.
alter table alerts add column replaced boolean not null default false;
