-- People of other sites, and what an import wrote about them, so that it can be undone.

create table import_people (
  import_id bigint not null references imports on delete cascade,
  -- identifies the person in every export of the site
  key text not null,
  person_id bigint not null references people on delete cascade,
  -- whether the import added the person
  is_new boolean not null,
  -- the columns of people that it filled, with their values
  details jsonb not null,
  primary key (import_id, key)
);

create index import_people_person_id_idx on import_people (person_id);
