-- How the page shows whose it is, as monitor.yaml says: logo, icon, colour and links. The pictures are kept here as well, so that
-- a status API on another machine than the prober serves them.

alter table page add column identity jsonb;
alter table page add column pictures jsonb;
