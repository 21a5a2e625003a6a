-- The schemas that this database has reached, each a hash of the files that make it. A server is ready when its own is here;
-- one of an earlier version stays ready while servers are replaced.
create table migrated_levels (
  level bytea primary key check (length(level) = 32)
);
