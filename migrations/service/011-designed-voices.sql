-- A saved voice is that of a recording or one designed from a description; schema.ts says more.

alter table voices add column design jsonb;
alter table voices alter column point drop not null;
alter table voices alter column duration_seconds drop not null;
alter table voices alter column consented_at drop not null;
alter table voices alter column consent_key_id drop not null;
alter table voices add constraint voices_have_one_source check (
  num_nonnulls(point, duration_seconds, consented_at, consent_key_id)
    = case when design is null then 4 else 0 end
);
