-- An article that goes out later, and links that show one before it does.

alter table articles
  add column scheduled_at timestamptz,
  -- what goes out then: later edits do not, unless it is scheduled anew
  add column scheduled_version_id bigint,
  add column scheduled_by bigint references users on delete set null,
  add check ((scheduled_at is null) = (scheduled_version_id is null)),
  add check (scheduled_at is not null or scheduled_by is null),
  -- whatever ends a draft ends its schedule
  add check (scheduled_at is null or state = 'draft'),
  add foreign key (id, scheduled_version_id) references article_versions (article_id, id)
    deferrable initially deferred;

create index articles_scheduled_at_idx on articles (scheduled_at) where scheduled_at is not null;

-- Whoever holds the token of one may read the article until it expires.
create table previews (
  id bigint generated always as identity primary key,
  article_id bigint not null references articles on delete cascade,
  -- sha256 of the token, which is known to nobody but who asked
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_by bigint not null references users on delete cascade,
  -- shows the unsaved work of whoever made it, where there is some
  with_unsaved boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index previews_article_id_idx on previews (article_id);
