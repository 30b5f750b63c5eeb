-- A session at the console lasts as long as what let somebody in; an alert's message that was being sent when its process died is known.

-- Who was let in before says again who they are.
delete from console_sessions;
alter table console_sessions drop column role;
-- Of sessions by the admin token: that token's HMAC under what the cookie has; null of those by an OpenID provider.
alter table console_sessions add column admin_token_proof text;
