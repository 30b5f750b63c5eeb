-- The tables of the first release; schema.ts says what each is for.

create table accounts (
  id text primary key,
  email text not null unique,
  password_hash text not null,
  created_at timestamptz not null
);
create table api_keys (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  name text not null,
  prefix text not null,
  hash text not null unique,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index api_keys_by_account on api_keys (account_id);
create table dashboard_sessions (
  token_hash text primary key,
  account_id text not null references accounts (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index dashboard_sessions_by_expiry on dashboard_sessions (expires_at);
create table usage_days (
  key_id text not null references api_keys (id) on delete cascade,
  product text not null check (product in ('transcription', 'stream', 'speech')),
  day date not null,
  account_id text not null references accounts (id) on delete cascade,
  requests bigint not null,
  audio_seconds double precision not null,
  characters bigint not null,
  primary key (key_id, product, day)
);
create index usage_days_by_account on usage_days (account_id, day);
create table secrets (
  name text primary key,
  value text not null
);
