-- What probers with an ENCRYPTION_KEY have encrypted: of a subscriber the address of a webhook, the token and the signing
-- secret, whose columns hold digests then; and what status APIs share.

alter table subscribers add column sealed text;
alter table secrets add column is_sealed boolean not null default false;
