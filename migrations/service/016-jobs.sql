-- Transcription jobs, with their recordings until they end and their transcripts after that; schema.ts says more.

create table jobs (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  key_id text not null references api_keys (id),
  status text not null check (status in ('arriving', 'queued', 'running', 'succeeded', 'failed')),
  fields jsonb not null,
  addresses text not null,
  bytes bigint not null,
  attempts integer not null,
  claim text,
  due_at timestamptz,
  transcribed_seconds double precision not null,
  duration_seconds double precision,
  error jsonb,
  warnings jsonb not null,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  expires_at timestamptz,
  webhook_due_at timestamptz,
  webhook_attempts integer not null
);
create index jobs_by_age on jobs (account_id, created_at, id);
create index jobs_by_start on jobs (account_id, started_at);
create index jobs_by_due on jobs (due_at) where due_at is not null;
create index jobs_by_expiry on jobs (expires_at) where expires_at is not null;
create index jobs_by_webhook on jobs (webhook_due_at) where webhook_due_at is not null;
create table job_recordings (
  job_id text not null references jobs (id) on delete cascade,
  position integer not null,
  content bytea not null,
  primary key (job_id, position)
);
-- Recordings are compressed already.
alter table job_recordings alter column content set storage external;
create table job_transcripts (
  job_id text primary key references jobs (id) on delete cascade,
  content_type text not null,
  content text not null
);
