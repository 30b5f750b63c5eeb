-- People are invited to accounts; schema.ts says more.

create table invitations (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  email text not null,
  role text not null check (role in ('owner', 'member', 'billing')),
  token_hash text not null unique,
  is_mailed boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (account_id, email)
);
