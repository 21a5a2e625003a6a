-- Where stories are filed, and what a search looks through.

create table tags (
  id bigint generated always as identity primary key,
  -- as it was first written
  name text not null check (name = btrim(name) and length(name) between 1 and 50),
  -- names with equal slugs are one tag; `tagSlug` in packages/contracts makes it
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

alter table working_copies add column tags text[] not null default '{}';

do $$
begin
  create extension if not exists pg_trgm;
exception when insufficient_privilege or undefined_file or feature_not_supported then
  raise exception
    'The search needs the Postgres extension pg_trgm, which cannot be created here: %. Have whoever runs the database install it (its package is often called postgresql-contrib) and execute "create extension pg_trgm" in this database, then start Nightdesk again.',
    sqlerrm;
end
$$;

-- Words count as equal whatever their English ending. None is too common to be found.
create text search dictionary nightdesk_stems (template = snowball, language = english);
create text search configuration nightdesk (copy = pg_catalog.english);
alter text search configuration nightdesk
  alter mapping for asciiword, asciihword, hword_asciipart, word, hword, hword_part with nightdesk_stems;

-- Chinese and Japanese are written without spaces: each character is a word, and a word a phrase.
create function searchable(value text) returns text language sql immutable parallel safe as $$
  select regexp_replace(value, '([\u2e80-\u9fff\uf900-\ufaff])', ' \1 ', 'g')
$$;

-- The current and the published version of each article.
create table search_documents (
  version_id bigint primary key references article_versions on delete cascade,
  article_id bigint not null references articles on delete cascade,
  -- title (weight A), excerpt and tags (B)
  heading tsvector not null,
  -- the text (D), as much of it as fits into what Postgres can index: that of a short novel
  body tsvector not null,
  words tsvector not null generated always as (heading || body) stored
);

create index search_documents_words_idx on search_documents using gin (words);
create index search_documents_article_id_idx on search_documents (article_id);

-- How words are spelt, for those who spell them otherwise. Whether somebody may see a story with it is asked each time.
create table search_words (
  word text primary key,
  stem text not null generated always as (coalesce((tsvector_to_array(to_tsvector('nightdesk', word)))[1], word)) stored
);

create index search_words_stem_idx on search_words (stem);
create index search_words_similar_idx on search_words using gin (word gin_trgm_ops);

create function search_heading(version article_versions) returns tsvector language sql stable as $$
  select setweight(to_tsvector('nightdesk', searchable(version.title)), 'A')
    || setweight(to_tsvector('nightdesk', searchable(version.excerpt || ' ' || coalesce(string_agg(name, ' '), ''))), 'B')
  from article_tags join tags on tags.id = tag_id
  where article_id = version.article_id
$$;

create function search_body(version article_versions) returns tsvector language sql stable as $$
  select setweight(to_tsvector('nightdesk', searchable(left(coalesce(string_agg(text, E'\n'), ''), 200000))), 'D')
  from passages
  where article_id = version.article_id
    and first_version <= version.version_number
    and (last_version is null or last_version >= version.version_number)
$$;

create function refresh_search(changed_id bigint) returns void language plpgsql as $$
begin
  delete from search_documents document
  where article_id = changed_id and not exists (
    select from articles where version_id in (current_version_id, published_version_id)
  );

  update search_documents document set heading = search_heading(version)
  from article_versions version
  where document.article_id = changed_id and version.id = version_id and heading <> search_heading(version);

  insert into search_documents (version_id, article_id, heading, body)
  select version.id, changed_id, search_heading(version), search_body(version)
  from articles join article_versions version on version.id in (current_version_id, published_version_id)
  where articles.id = changed_id
  on conflict do nothing;

  -- In order, so that two who save the same new words do not wait for each other.
  insert into search_words (word)
  select distinct word
  from (
    select unnest(tsvector_to_array(words)) as word from passages where article_id = changed_id and last_version is null
    union all
    select unnest(tsvector_to_array(to_tsvector('simple', concat_ws(' ', title, excerpt, (
      select string_agg(name, ' ') from article_tags join tags on tags.id = tag_id where article_id = changed_id
    )))))
    from articles join article_versions version on version.id = current_version_id
    where articles.id = changed_id
  ) written
  where length(word) between 2 and 60
    and word !~ '[0-9[:punct:]\u2e80-\u9fff\uf900-\ufaff]'
    and not exists (select from search_words known where known.word = written.word)
  order by word
  on conflict do nothing;
end
$$;

create function refresh_search_of_article() returns trigger language plpgsql as $$
begin
  perform refresh_search(new.id);
  return null;
end
$$;

create function refresh_search_of_tags() returns trigger language plpgsql as $$
begin
  perform refresh_search(coalesce(new.article_id, old.article_id));
  return null;
end
$$;

-- Whoever changes what an article points at, or its tags; once everything else is written.
create constraint trigger articles_search after insert or update of current_version_id, published_version_id on articles
  deferrable initially deferred for each row execute function refresh_search_of_article();
create constraint trigger article_tags_search after insert or update or delete on article_tags
  deferrable initially deferred for each row execute function refresh_search_of_tags();

select refresh_search(id) from articles;
