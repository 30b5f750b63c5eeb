-- Voices that accounts saved, and requests that may be sent again; schema.ts says more.

create table voices (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  name text not null,
  description text not null,
  language text not null,
  model text not null,
  voice_space text not null,
  point jsonb not null,
  duration_seconds double precision not null,
  consented_at timestamptz not null,
  consent_key_id text not null references api_keys (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index voices_by_age on voices (account_id, created_at, id);
create table repeatable_requests (
  account_id text not null references accounts (id) on delete cascade,
  key text not null,
  fingerprint text not null,
  claim text not null,
  answer jsonb,
  expires_at timestamptz not null,
  primary key (account_id, key)
);
create index repeatable_requests_by_expiry on repeatable_requests (expires_at);
