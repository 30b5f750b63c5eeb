-- How a maintenance repeats: kept by the newest of its row, which hands it on to the next when it ends.

alter table incidents add column repetition jsonb check (repetition is null or impact = 'maintenance');
