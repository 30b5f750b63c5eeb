-- Sessions are shown one by one; schema.ts says more.

alter table dashboard_sessions add column id text;
update dashboard_sessions set id = 'session_' || substr(md5(random()::text || token_hash), 1, 24);
alter table dashboard_sessions alter column id set not null;
create unique index dashboard_sessions_by_id on dashboard_sessions (id);
alter table dashboard_sessions add column user_agent text not null default '';
alter table dashboard_sessions alter column user_agent drop default;
alter table dashboard_sessions add column last_used_at timestamptz;
update dashboard_sessions set last_used_at = created_at;
alter table dashboard_sessions alter column last_used_at set not null;
