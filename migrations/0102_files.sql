-- Files in the store, and the images among them.

-- Identifies the installation that this database belongs to: a store may be shared by mistake.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  -- why nothing is deleted from the store; null while nothing is wrong
  storage_problem text,
  -- when the operator allowed files without a row to be deleted: for one reconciliation
  unknown_accepted_at timestamptz,
  -- a short hash of the key that signs tokens, which may be a setting that no backup has
  signing_key_fingerprint text
);

insert into installation default values;

-- The files in the store, so that counts and sizes need no listing. A daily job compares the two.
create table stored_objects (
  key text primary key,
  bytes bigint not null check (bytes >= 0),
  stored_at timestamptz not null default now(),
  -- since when the file is known to be missing from the store
  missing_since timestamptz
);

-- Files that nothing refers to. They are deleted a week after they were listed here.
create table quarantined_objects (
  key text primary key,
  -- unknown: found without a row · forgotten: its row was deleted, because nothing refers to the file
  reason text not null check (reason in ('unknown', 'forgotten')),
  since timestamptz not null default now()
);

create table images (
  id bigint generated always as identity primary key,
  -- our own random name: 26 base-32 characters and an extension
  filename text not null unique references stored_objects (key)
    check (filename ~ '^[a-z2-7]{26}\.(jpg|png|gif|webp|avif)$'),
  content_type text not null,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  bytes integer not null check (bytes > 0),
  sha256 bytea not null check (length(sha256) = 32),
  uploaded_by bigint references users on delete set null,
  created_at timestamptz not null default now() check (is_answerable(created_at)),
  -- when an editor removed it; its file is deleted later, unless a text uses it again before
  removed_at timestamptz check (is_answerable(removed_at)),
  -- when its last use ended, or its upload; without a meaning while something uses it. Written by a trigger
  unused_since timestamptz not null default now() check (is_answerable(unused_since))
);

create index images_created_at_idx on images (created_at desc, id desc) where removed_at is null;
-- An import stores a picture once, whatever the number of its copies.
create index images_sha256_idx on images (sha256);

-- Smaller copies of an image, for smaller screens.
create table image_variants (
  image_id bigint not null references images on delete cascade,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  format text not null check (format in ('avif', 'webp')),
  filename text not null unique references stored_objects (key),
  primary key (image_id, width, format)
);

-- Requests to copy an image of another site into the store, and their outcome. Deleted after a day.
create table image_copies (
  id bigint generated always as identity primary key,
  url text not null,
  requested_by bigint not null references users on delete cascade,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed')),
  image_id bigint references images on delete cascade,
  -- a sentence for the person who asked
  error text,
  created_at timestamptz not null default now(),
  check ((state = 'done') = (image_id is not null)),
  check ((state = 'failed') = (error is not null))
);

create index image_copies_created_at_idx on image_copies (created_at);
