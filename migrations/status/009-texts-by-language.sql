-- Texts become maps of languages, so that another language needs no other column. English stood beside a Turkish column,
-- which was null where both languages say the same.

alter table page alter column name type jsonb
  using jsonb_strip_nulls(jsonb_build_object('en', name, 'tr', name_tr));
alter table page drop column name_tr;
alter table component_groups alter column name type jsonb
  using jsonb_strip_nulls(jsonb_build_object('en', name, 'tr', name_tr));
alter table component_groups drop column name_tr;
alter table components alter column name type jsonb
  using jsonb_strip_nulls(jsonb_build_object('en', name, 'tr', name_tr));
alter table components drop column name_tr;
alter table components alter column description type jsonb
  using jsonb_strip_nulls(jsonb_build_object('en', description, 'tr', description_tr));
alter table components drop column description_tr;
alter table incidents alter column name type jsonb
  using jsonb_strip_nulls(jsonb_build_object('en', name, 'tr', name_tr));
alter table incidents drop column name_tr;
alter table incident_updates alter column body type jsonb
  using jsonb_strip_nulls(jsonb_build_object('en', body, 'tr', body_tr));
alter table incident_updates drop column body_tr;
alter table subscribers drop constraint subscribers_language_check;
