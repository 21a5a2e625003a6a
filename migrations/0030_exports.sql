-- Zip files of all stories that admins have asked for. The files are in a folder of the storage.

create table exports (
  id bigint generated always as identity primary key,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- a sentence for people
  failure text,
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
