-- Articles with their versions and tags, unsaved work, previews, and files rendered from articles.

create table articles (
  id bigint generated always as identity primary key,
  author_id bigint not null references users,
  state text not null default 'draft' check (state in ('draft', 'published', 'archived', 'deleted')),
  -- the version that the admin edits
  current_version_id bigint,
  -- the version that readers see
  published_version_id bigint,
  date_created timestamptz not null default now() check (is_answerable(date_created)),
  -- the last save or revert that changed something; publishing does not count
  date_updated timestamptz not null default now() check (is_answerable(date_updated)),
  -- the first publication
  date_published timestamptz check (is_answerable(date_published)),
  -- when it was moved to the trash
  date_deleted timestamptz check (is_answerable(date_deleted)),
  scheduled_at timestamptz check (is_answerable(scheduled_at)),
  -- the version to publish at that time; null for the newest one
  scheduled_version_id bigint,
  scheduled_by bigint references users on delete set null,
  -- key of the working copy that it was created from: a create that is sent twice makes one article
  made_from uuid,
  constraint articles_check check ((state = 'published') = (published_version_id is not null)),
  constraint articles_check1 check (state <> 'published' or date_published is not null),
  constraint articles_check2 check ((state = 'deleted') = (date_deleted is not null)),
  constraint articles_check3 check (scheduled_at is not null or scheduled_version_id is null),
  constraint articles_check4 check (scheduled_at is not null or scheduled_by is null),
  -- only drafts are scheduled
  constraint articles_check5 check (scheduled_at is null or state = 'draft'),
  unique (author_id, made_from)
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
  -- what the poster shows, for readers who cannot see it
  poster_alt text check (poster_alt <> '' and length(poster_alt) <= 500),
  content jsonb not null check (jsonb_typeof(content) = 'array'),
  -- sha256 over title, excerpt, poster and content: equal hashes mean equal text
  content_hash bytea not null check (length(content_hash) = 32),
  word_count integer not null check (word_count >= 0),
  change_description text not null check (length(change_description) <= 600),
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now() check (is_answerable(created_at)),
  check (poster_alt is null or poster_image_id is not null),
  unique (article_id, version_number),
  -- the target of the foreign keys of articles, so that an article points at its own versions only
  unique (article_id, id)
);

alter table articles
  add foreign key (id, current_version_id) references article_versions (article_id, id)
    deferrable initially deferred,
  add foreign key (id, published_version_id) references article_versions (article_id, id)
    deferrable initially deferred,
  add foreign key (id, scheduled_version_id) references article_versions (article_id, id)
    deferrable initially deferred;

create index articles_date_updated_idx on articles (date_updated desc, id desc);
create index articles_published_idx on articles (date_updated desc, id desc) where state = 'published';
-- the articles published right before and after another one
create index articles_first_published_idx on articles (date_published, id) where state = 'published';
create index articles_author_id_idx on articles (author_id);
create index articles_scheduled_at_idx on articles (scheduled_at) where scheduled_at is not null;
create index article_versions_poster_idx on article_versions (poster_image_id) where poster_image_id is not null;

create table tags (
  id bigint generated always as identity primary key,
  -- as it was first written
  name text not null check (name = btrim(name) and length(name) between 1 and 50),
  -- from `tagSlug` in packages/contracts; names with equal slugs are one tag
  slug text not null unique check (slug <> '')
);

create table article_tags (
  article_id bigint not null references articles on delete cascade,
  tag_id bigint not null references tags,
  position smallint not null check (position between 1 and 10),
  primary key (article_id, tag_id),
  unique (article_id, position)
);

create index article_tags_tag_id_idx on article_tags (tag_id);

-- One person's unsaved work on one article. It is never part of a version, and readers never see it.
create table working_copies (
  -- null before the article is created
  article_id bigint references articles on delete cascade,
  user_id bigint not null references users on delete cascade,
  revision integer not null check (revision > 0),
  base_version integer not null,
  title text not null,
  excerpt text not null,
  poster_image_id bigint references images,
  poster_alt text check (poster_alt <> '' and length(poster_alt) <= 500),
  content jsonb not null check (jsonb_typeof(content) = 'array'),
  updated_at timestamptz not null default now() check (is_answerable(updated_at)),
  tags text[] not null default '{}',
  id bigint generated always as identity primary key,
  -- identifies the copy instead of an article; chosen by the browser window
  key uuid,
  -- when this unsaved work began
  created_at timestamptz not null default now() check (is_answerable(created_at)),
  -- whether it differs from its base version; compared once, when it is written
  has_changes boolean not null default true,
  -- the tags that this work began with: tags have no versions, and others may change them meanwhile
  base_tags text[] not null default '{}',
  check ((article_id is null) = (key is not null)),
  check ((article_id is null) = (base_version = 0)),
  check (poster_alt is null or poster_image_id is not null),
  check (base_version >= 0),
  unique (article_id, user_id),
  unique (user_id, key)
);

-- The token of a preview lets its holder read the article until it expires.
create table previews (
  id bigint generated always as identity primary key,
  article_id bigint not null references articles on delete cascade,
  -- sha256 of the token; only the person who asked for the preview got the token
  token_hash bytea not null unique check (length(token_hash) = 32),
  created_by bigint not null references users on delete cascade,
  -- shows the unsaved work of its creator, where there is some
  with_unsaved boolean not null,
  created_at timestamptz not null default now() check (is_answerable(created_at)),
  expires_at timestamptz not null check (is_answerable(expires_at))
);

create index previews_article_id_idx on previews (article_id);

-- Files rendered from a published article on the first request, and again after a change of what they show.
create table renditions (
  filename text primary key references stored_objects (key),
  -- null after the article was deleted; the file is deleted later
  article_id bigint references articles on delete set null,
  kind text not null check (kind in ('card', 'ebook')),
  -- hash of everything that the file shows
  fingerprint text not null,
  unique (article_id, kind)
);

-- What people call a version. It is beside the version, because nothing rewrites one.
create table version_labels (
  version_id bigint primary key references article_versions on delete cascade,
  label text not null check (label = btrim(label) and length(label) between 1 and 80)
);

-- What was corrected in published articles. Readers see it, so it belongs to no version.

create table corrections (
  id bigint generated always as identity primary key,
  article_id bigint not null references articles on delete cascade,
  text text not null check (text = btrim(text) and length(text) between 1 and 600),
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now() check (is_answerable(created_at))
);

create index corrections_article_id_idx on corrections (article_id, id);

-- Notes that readers of a preview leave without an account. They belong to the article, and outlive the link.
create table proof_notes (
  id bigint generated always as identity primary key,
  preview_id bigint references previews on delete set null,
  article_id bigint not null references articles on delete cascade,
  name text not null check (char_length(name) between 1 and 60),
  text text not null check (char_length(text) between 1 and 2000),
  -- the words that the note is about, and the text around them in the current version; all empty for the whole story
  quote text not null check (char_length(quote) <= 500),
  prefix text not null check (char_length(prefix) <= 64),
  suffix text not null check (char_length(suffix) <= 64),
  -- words to put in place of the quote
  suggestion text check (char_length(suggestion) <= 1000),
  created_at timestamptz not null default now() check (is_answerable(created_at)),
  -- when the words were changed or removed; the text around them is that of the version before
  lost_at timestamptz check (is_answerable(lost_at)),
  resolved_at timestamptz check (is_answerable(resolved_at)),
  resolved_by bigint references users on delete set null
);

create index proof_notes_preview_id_idx on proof_notes (preview_id);
create index proof_notes_article_id_idx on proof_notes (article_id);

-- The pictures in every version and in unsaved work, posters too. Written by triggers.
create table image_uses (
  -- without a cascade: a picture that is used cannot be deleted
  image_id bigint not null references images,
  version_id bigint references article_versions on delete cascade,
  working_copy_id bigint references working_copies on delete cascade,
  -- its description there
  alt text not null,
  check (num_nonnulls(version_id, working_copy_id) = 1),
  unique (version_id, image_id),
  unique (working_copy_id, image_id)
);

create index image_uses_image_id_idx on image_uses (image_id);

-- The web addresses that the newest and the published version of each article link to, without fragments. Written by a trigger.
create table article_links (
  article_id bigint not null references articles on delete cascade,
  url text not null check (octet_length(url) <= 2048),
  primary key (article_id, url)
);

create index article_links_url_idx on article_links (url);

create table link_checks (
  url text primary key check (octet_length(url) <= 2048),
  -- moved: a permanent redirect leads to `location` · refused: the site answers, but not to us · failed: nothing was found
  outcome text not null check (outcome in ('works', 'moved', 'refused', 'failed')),
  -- of the last answer; null without one
  status integer,
  location text check (octet_length(location) <= 2048),
  checked_at timestamptz not null default now() check (is_answerable(checked_at)),
  -- of the first of the checks in a row that failed
  failed_since timestamptz check (is_answerable(failed_since)),
  check ((outcome = 'moved') = (location is not null)),
  check ((outcome = 'failed') = (failed_since is not null))
);

-- People who write, translate, draw, narrate or edit, with and without an account, and their credits.

create table people (
  -- The person of an account has the number of the account, so that the address of an author's page, which once named the
  -- account, leads to the person. Other people take numbers from the same sequence.
  id bigint primary key default nextval(pg_get_serial_sequence('users', 'id')),
  name text not null check (name = btrim(name) and length(name) between 1 and 400),
  -- as lists sort it; null: the last word of the name first
  sort_name text check (sort_name = btrim(sort_name) and length(sort_name) between 1 and 400),
  file_as text not null
    generated always as (coalesce(sort_name, regexp_replace(name, '^(.*\S)\s+(\S+)$', '\2, \1'))) stored,
  -- plain text
  bio text not null default '' check (length(bio) <= 4000),
  picture_image_id bigint references images,
  -- web addresses
  links text[] not null default '{}' check (cardinality(links) <= 10),
  user_id bigint unique references users on delete set null
);

create index people_file_as_idx on people (lower(file_as), id);
create index people_name_idx on people (lower(name));
create index people_picture_idx on people (picture_image_id) where picture_image_id is not null;

-- Numbers of people who were merged with another one: their addresses lead there.
create table merged_people (
  id bigint primary key,
  person_id bigint not null references people on delete cascade
);

create index merged_people_person_id_idx on merged_people (person_id);

-- Who made a version, or the text of a working copy. One without rows is by the owner of the article: so versions from before
-- this table, and all others of a single author, need none.
create table credits (
  version_id bigint references article_versions on delete cascade,
  working_copy_id bigint references working_copies on delete cascade,
  position smallint not null check (position between 1 and 20),
  -- without a cascade: a person with credits cannot be deleted
  person_id bigint not null references people,
  role text not null check (role in ('author', 'translator', 'artist', 'narrator', 'editor')),
  check (num_nonnulls(version_id, working_copy_id) = 1),
  unique (version_id, position),
  unique (working_copy_id, position),
  unique (version_id, person_id, role),
  unique (working_copy_id, person_id, role)
);

create index credits_person_id_idx on credits (person_id);
