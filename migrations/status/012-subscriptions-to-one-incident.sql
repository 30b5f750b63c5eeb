-- Somebody may want to hear of one incident or one maintenance alone, beside a subscription to the page.

alter table subscribers add column incident_id text references incidents (id) on delete cascade;
drop index subscribers_active;
create unique index subscribers_active on subscribers (channel, address, coalesce(incident_id, ''))
  where ended_at is null;
