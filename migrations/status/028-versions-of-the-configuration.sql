-- Who ends an alert, and whose monitor.yaml it is that everybody sees.

-- Whether its check or its rule left monitor.yaml while it was open: then nothing recovered.
alter table alerts add column withdrawn boolean not null default false;
alter table alert_messages drop constraint alert_messages_kind_check;
alter table alert_messages add constraint alert_messages_kind_check check (
  kind in ('trigger', 'repeat', 'escalate', 'acknowledge', 'resolve', 'withdraw', 'test'));

-- When the first run of the newest slot began that saw what the slot came to: what a change is dated to.
alter table check_states add column last_seen_at timestamptz;
