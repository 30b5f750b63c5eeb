-- A session at the console lasts as long as what let somebody in; an alert's message that was being sent when its process died is known.

-- Who was let in before says again who they are.
delete from console_sessions;
alter table console_sessions drop column role;
-- Of sessions by the admin token: that token's HMAC under what the cookie has; null of those by an OpenID provider.
alter table console_sessions add column admin_token_proof text;

-- Since when a message is on its way; what its process never said the outcome of keeps it.
alter table alert_messages add column sending_since timestamptz;
-- Whether an attempt may have reached its receiver though nobody said so.
alter table alert_messages add column may_have_arrived boolean not null default false;
-- When receivers are sent a test each week; null: never.
alter table alert_configuration add column weekly_test jsonb;
-- A week's test, by the number of the week, is sent to a receiver once.
create unique index alert_messages_weekly_test on alert_messages (receiver, number)
  where alert_id is null and number > 0;
