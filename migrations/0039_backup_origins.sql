-- Where a backup comes from. Both are null for a backup of before.

alter table backups
  -- the last numbered migration of the database that it is of
  add column level text,
  -- the machine whose disk it is on; null in a bucket, which all machines reach
  add column host text;
