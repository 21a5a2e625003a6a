-- The worker logs the differences of a recount, and a link that was used is deleted.
drop table view_rebuilds;
alter table one_time_tokens drop column used_at;
