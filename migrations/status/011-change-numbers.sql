-- Numbers that move whenever somebody changes a component's history, or an incident or maintenance: the status API, which
-- looks at every revision, reads again only what has changed. The database counts, so that no writer can forget to.

alter table components add column history_number bigint not null default 0;
alter table revision add column stories bigint not null default 0;
create function count_history_change() returns trigger language plpgsql as $$
  begin
    update components set history_number = history_number + 1
      where id in (select component_id from changed);
    return null;
  end $$;
create trigger history_inserted after insert on component_states
  referencing new table as changed for each statement execute function count_history_change();
create trigger history_updated after update on component_states
  referencing new table as changed for each statement execute function count_history_change();
create trigger history_deleted after delete on component_states
  referencing old table as changed for each statement execute function count_history_change();
create function count_story_change() returns trigger language plpgsql as $$
  begin
    update revision set stories = stories + 1;
    return null;
  end $$;
create trigger stories_changed after insert or update or delete on incidents for each statement execute function count_story_change();
create trigger stories_changed after insert or update or delete on incident_components for each statement execute function count_story_change();
create trigger stories_changed after insert or delete on incident_updates for each statement execute function count_story_change();
create trigger stories_reworded after update on incident_updates for each row
  when (old.notified_at is not distinct from new.notified_at) execute function count_story_change();
