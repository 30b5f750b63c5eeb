-- A change that is asked for again under its key is found in the audit log, which has its answer.

alter table audit_log add column idempotency_key text;
alter table audit_log add column request_hash text;
alter table audit_log add constraint audit_log_key_has_hash check (
  (idempotency_key is null) = (request_hash is null));
create unique index audit_log_once on audit_log (idempotency_key);
