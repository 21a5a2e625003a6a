-- Visitors in the order of days: the rows of today are in a few pages of the index, which stay in memory. In the order of
-- visitors, each was in another page of an index that outgrows it. A large site makes this index beforehand, without a lock
-- (docs/scale.md).
create unique index if not exists visitor_days_by_day on visitor_days (day, visitor_hash);
alter table visitor_days drop constraint visitor_days_pkey;
alter table visitor_days add constraint visitor_days_pkey primary key using index visitor_days_by_day;
drop index visitor_days_day_idx;
