-- Each account's dashboard counts as a key of it that nobody can send; schema.ts says more.

alter table api_keys add column is_dashboard boolean not null default false;
create unique index api_keys_one_dashboard on api_keys (account_id) where is_dashboard;
create index dashboard_sessions_by_account on dashboard_sessions (account_id);
