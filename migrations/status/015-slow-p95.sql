-- Above which 95th percentile, over which window, a check is slow now and then, as monitor.yaml says.

alter table checks add column slow_p95 jsonb;
