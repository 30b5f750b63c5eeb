-- What vouches for the name of whoever made a change; null for changes of before.

alter table audit_log add column vouched_by text;
