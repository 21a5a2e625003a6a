-- Every run of every background job: what the screens show, and the fence that keeps a run whose worker was taken
-- for dead from doubling the effects of the next one.

-- Names under which this process takes jobs from the queue.
alter table workers add column queue_ids text[] not null default '{}';

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
