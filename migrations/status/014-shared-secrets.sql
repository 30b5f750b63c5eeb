-- What status APIs on one database generate once for all of them.

create table secrets (
  name text primary key,
  value text not null
);
