-- Whether evidence of a check's runs is kept, as its kind says; a prober writes it when it reads monitor.yaml.
alter table checks add column keeps_runs boolean not null default false;
update checks set keeps_runs = true where kind in ('transcription', 'stream', 'synthesis', 'session');
