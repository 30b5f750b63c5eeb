-- Which of a check's clips was sent, by name.

alter table observations add column clip text;
