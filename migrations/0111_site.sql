-- The versions of what an admin decides about the site: its name, its look, its menu. The last one counts; without any, the defaults do.

create table site_versions (
  version_number integer primary key check (version_number > 0),
  -- every field, as the contract names them
  fields jsonb not null check (jsonb_typeof(fields) = 'object'),
  logo_image_id bigint generated always as ((fields ->> 'logo_image_id')::bigint) stored references images,
  icon_image_id bigint generated always as ((fields ->> 'icon_image_id')::bigint) stored references images,
  hero_image_id bigint generated always as ((fields ->> 'hero_image_id')::bigint) stored references images,
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now() check (is_answerable(created_at))
);

-- The pictures that something else than a text shows: the page of a person, or the site. Each version of it may come back.
create view pictures_outside_texts as
  select picture_image_id as image_id, 'person' as shown_by from people where picture_image_id is not null
  union all
  select image_id, 'site' from site_versions, unnest(array[logo_image_id, icon_image_id, hero_image_id]) image_id
  where image_id is not null;
