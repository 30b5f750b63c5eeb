-- The second step of signing in; schema.ts says more.

create table second_steps (
  person_id text primary key references people (id) on delete cascade,
  secret text not null,
  is_on boolean not null,
  last_counter bigint not null
);
create table recovery_codes (
  person_id text not null references people (id) on delete cascade,
  code_hash text not null,
  primary key (person_id, code_hash)
);
