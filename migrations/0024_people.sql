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

insert into people (id, name, user_id)
select id, coalesce(nullif(btrim(full_name), ''), username), id from users;

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
