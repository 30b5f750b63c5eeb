-- How accounts have words spoken; schema.ts says more.

create table pronunciation_dictionaries (
  account_id text primary key references accounts (id) on delete cascade,
  version bigint not null
);
create table pronunciations (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  word text not null,
  word_key text not null,
  alias text,
  ipa text,
  case_sensitive boolean not null,
  word_boundaries boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((alias is null) <> (ipa is null)),
  unique (account_id, word_key)
);
create index pronunciations_by_age on pronunciations (account_id, created_at, id);
