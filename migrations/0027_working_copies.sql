-- Unsaved work begins before there is an article: such a copy has a key, which its window chose, in place of one.

alter table working_copies
  drop constraint working_copies_pkey,
  drop constraint working_copies_base_version_check,
  alter column article_id drop not null,
  add column id bigint generated always as identity primary key,
  add column key uuid,
  -- when this unsaved work began
  add column created_at timestamptz not null default now() check (is_answerable(created_at)),
  -- whether it holds anything else than the version it began from; compared once, when it is written
  add column has_changes boolean not null default true,
  add check ((article_id is null) = (key is not null)),
  add check ((article_id is null) = (base_version = 0)),
  add check (base_version >= 0),
  add unique (article_id, user_id),
  add unique (user_id, key);

update working_copies set created_at = updated_at;
