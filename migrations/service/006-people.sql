-- People sign in, and are members of accounts; schema.ts says more.

create table people (
  id text primary key,
  email text not null unique,
  password_hash text,
  email_confirmed_at timestamptz,
  created_at timestamptz not null
);
create table members (
  account_id text not null references accounts (id) on delete cascade,
  person_id text not null references people (id) on delete cascade,
  role text not null check (role in ('owner', 'member', 'billing')),
  created_at timestamptz not null,
  primary key (account_id, person_id)
);
create index members_by_person on members (person_id);
insert into people (id, email, password_hash, email_confirmed_at, created_at)
  select regexp_replace(id, '^acct_', 'person_'), email, password_hash, null, created_at from accounts;
insert into members (account_id, person_id, role, created_at)
  select id, regexp_replace(id, '^acct_', 'person_'), 'owner', created_at from accounts;
alter table accounts drop column password_hash;
alter table dashboard_sessions add column person_id text references people (id) on delete cascade;
update dashboard_sessions set person_id = regexp_replace(account_id, '^acct_', 'person_');
alter table dashboard_sessions alter column person_id set not null;
create index dashboard_sessions_by_person on dashboard_sessions (person_id);
create table one_time_tokens (
  token_hash text primary key,
  purpose text not null,
  email text not null,
  person_id text references people (id) on delete cascade,
  expires_at timestamptz not null
);
create index one_time_tokens_by_expiry on one_time_tokens (expires_at);
create index one_time_tokens_by_person on one_time_tokens (person_id);
