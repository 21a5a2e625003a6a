-- Where pictures are used, which pictures an editor removed, and the links of articles with the results of their checks.

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

insert into image_uses (image_id, version_id, working_copy_id, alt)
with texts as (
  select id as version_id, null::bigint as working_copy_id, content, poster_image_id from article_versions
  union all
  select null, id, content, poster_image_id from working_copies
), named as (
  select version_id, working_copy_id, node ->> 'alt' as alt,
    unnest(array[node ->> 'filename', substring(node ->> 'url' from '/api/uploads/([^/?#]+)$')]) as filename
  from texts, jsonb_path_query(content, 'strict $.** ? (exists(@.filename) || exists(@.url))') node
), used as (
  select images.id, version_id, working_copy_id, alt from named join images using (filename)
  union all
  select poster_image_id, version_id, working_copy_id, null from texts where poster_image_id is not null
)
select id, version_id, working_copy_id, coalesce(max(alt), '') from used group by id, version_id, working_copy_id;

alter table images
  -- when an editor removed it; its file is deleted later, unless a text uses it again before
  add removed_at timestamptz check (is_answerable(removed_at));

create index images_created_at_idx on images (created_at desc, id desc) where removed_at is null;

-- The web addresses that the newest and the published version of each article link to, without fragments. Written by a trigger.
create table article_links (
  article_id bigint not null references articles on delete cascade,
  url text not null check (octet_length(url) <= 2048),
  primary key (article_id, url)
);

create index article_links_url_idx on article_links (url);

insert into article_links (article_id, url)
select distinct articles.id, regexp_replace(url #>> '{}', '#.*$', '')
from articles join article_versions version on version.id in (current_version_id, published_version_id),
  jsonb_path_query(content, 'strict $.** ? (@.type == "link").url') url
where url #>> '{}' ~* '^https?://' and octet_length(url #>> '{}') <= 2048;

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
