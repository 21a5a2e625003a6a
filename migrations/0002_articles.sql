-- Articles, everything they ever said, and the pictures they show.

create table images (
  id bigint generated always as identity primary key,
  -- our own random name: 26 base-32 characters and an extension
  filename text not null unique check (filename ~ '^[a-z2-7]{26}\.(jpg|png|gif|webp|avif)$'),
  content_type text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  uploaded_by bigint references users on delete set null,
  created_at timestamptz not null default now()
);

create table articles (
  id bigint generated always as identity primary key,
  author_id bigint not null references users,
  state text not null default 'draft' check (state in ('draft', 'published', 'archived', 'deleted')),
  -- what the admin edits
  current_version_id bigint,
  -- what readers see; apart from the current one, so that a schedule can pin a version
  published_version_id bigint,
  date_created timestamptz not null default now(),
  -- moves with a save or revert that changed something, not with publishing
  date_updated timestamptz not null default now(),
  -- the first publication
  date_published timestamptz,
  -- when it went to the trash
  date_deleted timestamptz,
  check ((state = 'published') = (published_version_id is not null)),
  check (state <> 'published' or date_published is not null),
  check ((state = 'deleted') = (date_deleted is not null))
);

create table article_versions (
  id bigint generated always as identity primary key,
  article_id bigint not null references articles on delete cascade,
  version_number integer not null check (version_number > 0),
  -- state of the article when this version was written
  state text not null check (state in ('draft', 'published', 'archived', 'deleted')),
  title text not null check (length(title) between 1 and 600),
  excerpt text not null check (length(excerpt) <= 2000),
  poster_image_id bigint references images,
  content jsonb not null check (jsonb_typeof(content) = 'array'),
  -- sha256 over title, excerpt, poster and content: equal hashes, same text
  content_hash bytea not null check (length(content_hash) = 32),
  word_count integer not null check (word_count >= 0),
  change_description text not null check (length(change_description) <= 600),
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  unique (article_id, version_number),
  -- lets the pointers of articles prove that a version is their own
  unique (article_id, id)
);

alter table articles
  add foreign key (id, current_version_id) references article_versions (article_id, id)
    deferrable initially deferred,
  add foreign key (id, published_version_id) references article_versions (article_id, id)
    deferrable initially deferred;

create index articles_date_updated_idx on articles (date_updated desc, id desc);
create index articles_published_idx on articles (date_updated desc, id desc) where state = 'published';
create index articles_author_id_idx on articles (author_id);
create index article_versions_poster_idx on article_versions (poster_image_id) where poster_image_id is not null;

-- One person's unsaved work on one article. Readers and versions never see it.
create table working_copies (
  article_id bigint not null references articles on delete cascade,
  user_id bigint not null references users on delete cascade,
  revision integer not null check (revision > 0),
  base_version integer not null check (base_version > 0),
  title text not null,
  excerpt text not null,
  poster_image_id bigint references images,
  content jsonb not null check (jsonb_typeof(content) = 'array'),
  updated_at timestamptz not null default now(),
  primary key (article_id, user_id)
);
