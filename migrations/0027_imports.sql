-- Files of other products that were brought in, what became of each of their items, and what the import made.

create table imports (
  id bigint generated always as identity primary key,
  -- the name of the file or folder, for people
  file text not null check (length(file) between 1 and 400),
  -- where the worker finds an uploaded file; null when the command line reads it
  upload text,
  -- null until the file is recognised
  kind text,
  -- the title of the site that it comes from, and what identifies that site in every export
  name text,
  source text,
  -- drafts only, or drafts and published stories as they were
  imports_as text not null default 'original' check (imports_as in ('draft', 'original')),
  fetches_pictures boolean not null default true,
  with_tags boolean not null default true,
  -- reading: the items are being listed · ready: nothing is written yet · failed: the file cannot be read
  state text not null default 'reading'
    check (state in ('reading', 'ready', 'running', 'done', 'failed', 'undoing', 'undone')),
  -- a sentence for people
  failure text,
  made_by bigint references users on delete set null,
  created_at timestamptz not null default now() check (is_answerable(created_at)),
  -- when it was last done or undone
  finished_at timestamptz check (is_answerable(finished_at)),
  check ((state = 'failed') = (failure is not null))
);

create table import_items (
  id bigint generated always as identity primary key,
  import_id bigint not null references imports on delete cascade,
  -- in the order of the file
  position integer not null check (position > 0),
  -- the site that the item comes from; with the key it identifies the item in every export
  source text not null,
  key text not null,
  title text not null,
  -- what comes along: numbers, names and dates
  summary jsonb not null,
  -- what was changed or left out, as sentences
  notes text[] not null default '{}',
  -- planned · done · known: an earlier import has brought it in · failed · undone · left: edited since, so that undo leaves it
  state text not null default 'planned' check (state in ('planned', 'done', 'known', 'failed', 'undone', 'left')),
  failure text,
  -- the number that its article gets: other items link to it before it is written
  number bigint not null,
  article_id bigint references articles on delete set null,
  -- the version as imported
  version_id bigint references article_versions on delete set null,
  -- canonical old addresses
  addresses text[] not null default '{}',
  -- people whom it added
  people bigint[] not null default '{}',
  check ((state = 'failed') = (failure is not null)),
  unique (import_id, key)
);

-- An item is there once, whatever the number of imports.
create unique index import_items_once_idx on import_items (source, key) where state = 'done' and article_id is not null;
create unique index import_items_position_idx on import_items (import_id, position);
create index import_items_article_id_idx on import_items (article_id) where article_id is not null;
create index import_items_version_id_idx on import_items (version_id) where version_id is not null;
create index import_items_addresses_idx on import_items using gin (addresses);

-- Pictures that an import stored, or found on the site.
create table import_pictures (
  import_id bigint not null references imports on delete cascade,
  -- as the source names it
  url text not null,
  image_id bigint not null references images on delete cascade,
  primary key (import_id, url)
);

create index import_pictures_image_id_idx on import_pictures (image_id);

-- An import stores a picture once, whatever the number of its copies.
create index images_sha256_idx on images (sha256);

alter table redirects add import_id bigint references imports on delete set null;
create index redirects_import_id_idx on redirects (import_id) where import_id is not null;
