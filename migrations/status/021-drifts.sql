-- What measures of checks usually are, and when they moved away from it.

create table drift_states (
  check_id text not null references checks (id),
  location text not null,
  -- The clip's name; empty of a check without clips.
  clip text not null,
  measure text not null,
  last_slot timestamptz not null,
  state jsonb not null,
  primary key (check_id, location, clip, measure)
);

create table drifts (
  id text primary key,
  check_id text not null references checks (id),
  location text not null,
  clip text not null,
  measure text not null,
  from_at timestamptz not null,
  found_at timestamptz not null,
  to_at timestamptz
);

-- One at a time.
create unique index drifts_open on drifts (check_id, location, clip, measure) where to_at is null;
create index drifts_of_check on drifts (check_id, from_at);
