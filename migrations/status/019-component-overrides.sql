-- What a person says of a component until a time, in place of its checks.

alter table components add column override jsonb;
