-- Who is signed in at the console.

create table console_sessions (
  -- SHA-256 of what the cookie has.
  token_hash text primary key,
  person text not null,
  created_at timestamptz not null,
  used_at timestamptz not null
);
