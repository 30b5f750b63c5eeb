-- A program that does not hear whether its usage was written writes it again; by its number it is known to be there.

create table usage_writers (
  id text primary key,
  batch bigint not null,
  written_at timestamptz not null
);
