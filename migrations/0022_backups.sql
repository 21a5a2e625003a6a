-- The backups of this site in the directory or bucket of backups, and what their last verification found.
create table backups (
  id bigint generated always as identity primary key,
  -- name of the archive
  file text not null unique,
  -- the moment of its snapshot
  created_at timestamptz not null,
  bytes bigint not null check (bytes > 0),
  rows bigint not null check (rows >= 0),
  objects integer not null check (objects >= 0),
  -- the rest is null until the first verification ends
  verified_at timestamptz,
  seconds double precision check (seconds >= 0),
  -- null when it could not be restored
  stories integer check (stories >= 0),
  versions integer check (versions >= 0),
  pictures integer check (pictures >= 0),
  -- what is wrong, in sentences; null when it came back whole
  problem text,
  check (verified_at is not null or num_nonnulls(seconds, stories, versions, pictures, problem) = 0),
  check (verified_at is null or problem is not null or num_nulls(seconds, stories, versions, pictures) = 0)
);
