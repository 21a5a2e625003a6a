-- Images of other sites that were to be copied into the storage: who asked, and what became of it. Kept for a day.

create table image_copies (
  id bigint generated always as identity primary key,
  url text not null,
  requested_by bigint not null references users on delete cascade,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed')),
  image_id bigint references images on delete cascade,
  -- a sentence for who asked
  error text,
  created_at timestamptz not null default now(),
  check ((state = 'done') = (image_id is not null)),
  check ((state = 'failed') = (error is not null))
);

create index image_copies_created_at_idx on image_copies (created_at);
