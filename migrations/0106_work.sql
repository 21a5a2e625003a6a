-- Workers, and their runs of background jobs.

create table workers (
  id uuid primary key,
  name text not null,
  host text not null,
  pid integer not null,
  started_at timestamptz not null default now(),
  last_heartbeat timestamptz not null default now(),
  status text not null check (status in ('running', 'error', 'stopped')),
  error_message text,
  -- names under which this process locks jobs of the queue
  queue_ids text[] not null default '{}',
  -- seconds that its clock was ahead of the database's at the last heartbeat
  clock_ahead double precision not null default 0
);

-- Every run of every job: the screens show it, and it keeps a run whose worker was taken for dead from repeating the
-- effects of the next run.
create table job_runs (
  id bigint generated always as identity primary key,
  job_id bigint not null,
  name text not null,
  attempt integer not null check (attempt > 0),
  worker text not null,
  queue_id text not null,
  queued_at timestamptz not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- lost: the worker died, or was taken for dead
  status text not null default 'running' check (status in ('running', 'done', 'failed', 'lost')),
  error text,
  check ((status = 'running') = (finished_at is null))
);

create unique index job_runs_running_idx on job_runs (job_id) where status = 'running';
create index job_runs_job_idx on job_runs (job_id, id);
create index job_runs_finished_idx on job_runs (finished_at);

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
  -- which secrets it has; null where a version before 0.2 wrote it
  secrets text check (secrets in ('all', 'without signing key', 'none')),
  -- the last numbered migration of the database that it is of; null where a version before 0.2 wrote it
  level text,
  -- the machine whose disk it is on; null in a bucket, which all machines reach, and where a version before 0.2 wrote it
  host text,
  check (verified_at is not null or num_nonnulls(seconds, stories, versions, pictures, problem) = 0),
  check (verified_at is null or problem is not null or num_nulls(seconds, stories, versions, pictures) = 0)
);

-- Zip files of all stories that admins have asked for. The files are in a folder of the storage.

create table exports (
  id bigint generated always as identity primary key,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- a sentence for people
  failure text,
  -- what it has besides the stories
  versions boolean not null default false,
  analytics boolean not null default false,
  ebooks boolean not null default false,
  -- stories
  done integer not null default 0 check (done >= 0),
  total integer not null default 0 check (total >= 0),
  -- of the file, once it is there
  key text,
  bytes bigint,
  stories integer,
  unpublished_changes integer,
  pictures integer,
  missing_pictures integer,
  -- when the file is deleted
  expires_at timestamptz check (is_answerable(expires_at)),
  made_by bigint references users on delete set null,
  created_at timestamptz not null default now() check (is_answerable(created_at)),
  check ((state = 'failed') = (failure is not null)),
  check (
    num_nonnulls(key, bytes, stories, unpublished_changes, pictures, missing_pictures, expires_at)
    = case when state = 'done' then 7 else 0 end
  )
);

-- One is made at a time.
create unique index exports_under_way_idx on exports ((true)) where state in ('waiting', 'running');
create index exports_made_by_idx on exports (made_by);
