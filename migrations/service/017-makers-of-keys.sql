-- Who made a key, and where; both are null for keys of before.

alter table api_keys add column made_in text check (made_in in ('dashboard', 'command', 'start'));
alter table api_keys add column made_by text references people (id) on delete set null;
