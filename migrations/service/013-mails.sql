-- Mails about accounts wait here until they are sent; schema.ts says more.

create table mails (
  id text primary key,
  recipient text not null,
  letter text not null,
  attempts integer not null,
  due_at timestamptz not null,
  created_at timestamptz not null
);
create index mails_by_due on mails (due_at);
