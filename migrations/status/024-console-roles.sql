-- What somebody at the console may do, and who is on the way to an OpenID provider.

alter table console_sessions add column role text not null default 'admin';

create table console_visits (
  -- SHA-256 of what the cookie has.
  token_hash text primary key,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  next text not null,
  expires_at timestamptz not null
);
