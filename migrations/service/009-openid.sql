-- Signing in with an OpenID provider; schema.ts says more.

create table identities (
  issuer text not null,
  subject text not null,
  person_id text not null references people (id) on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index identities_by_person on identities (person_id);
create table provider_visits (
  token_hash text primary key,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  next text not null,
  expires_at timestamptz not null
);
create index provider_visits_by_expiry on provider_visits (expires_at);
