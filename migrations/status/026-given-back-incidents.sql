-- When a person last gave an incident back to automation, which never writes again what was said before.

alter table incidents add column given_back_at timestamptz;
