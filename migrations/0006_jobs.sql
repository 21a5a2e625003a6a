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
