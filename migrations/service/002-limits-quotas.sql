-- Limits of an account's own, and what each account has used of its month; schema.ts says more.

create table account_limits (
  account_id text not null references accounts (id) on delete cascade,
  name text not null,
  value double precision check (value >= 0),
  primary key (account_id, name)
);
create table quota_months (
  account_id text not null references accounts (id) on delete cascade,
  month date not null,
  meter text not null check (meter in ('audio', 'characters')),
  used bigint not null,
  reserved bigint not null,
  primary key (account_id, month, meter)
);
create table quota_reservations (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  month date not null,
  meter text not null,
  amount bigint not null,
  expires_at timestamptz not null
);
create index quota_reservations_by_expiry on quota_reservations (expires_at);
insert into quota_months (account_id, month, meter, used, reserved)
  select account_id, date_trunc('month', day)::date, 'audio', round(sum(audio_seconds) * 1000), 0
  from usage_days where product <> 'speech' group by 1, 2;
insert into quota_months (account_id, month, meter, used, reserved)
  select account_id, date_trunc('month', day)::date, 'characters', sum(characters), 0
  from usage_days where product = 'speech' group by 1, 2;
