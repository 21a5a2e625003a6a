-- Fills the search tables when an article points at another version, or its tags or the people whom it names change.

-- Chinese and Japanese are written without spaces: each character counts as a word, and a word as a phrase. Where the
-- database has the character type C, as the embedded one, Postgres takes every character beyond ASCII for a letter, also a
-- curly quote, a dash, an ellipsis or a no-break space. It also takes words with a slash between them for the name of a file.
create or replace function searchable(value text) returns text language sql immutable parallel safe as $$
  select regexp_replace(
    regexp_replace(translate(normalize(value), '‘’/', $q$'' $q$), '(?![\u0001-\u007f])[[:punct:][:space:]]', ' ', 'g'),
    '([\u2e80-\u9fff\uf900-\ufaff])', ' \1 ', 'g'
  )
$$;

-- The people whom a version names, in the order of their numbers.
create or replace function names_of(version article_versions) returns text language sql stable as $$
  select coalesce(string_agg(name, ' ' order by id), '') from people where id in (
    select person_id from credits where version_id = version.id
    union all
    select own.id from people own join articles on author_id = own.user_id
    where articles.id = version.article_id and not exists (select from credits where version_id = version.id)
  )
$$;

create or replace function search_heading(version article_versions) returns tsvector language sql stable as $$
  select setweight(to_tsvector('nightdesk', searchable(version.title)), 'A')
    || setweight(to_tsvector('nightdesk', searchable(
      version.excerpt || ' ' || coalesce(string_agg(name, ' '), '') || ' ' || names_of(version)
    )), 'B')
  from article_tags join tags on tags.id = tag_id
  where article_id = version.article_id
$$;

create or replace function search_body(version article_versions) returns tsvector language sql stable as $$
  select setweight(to_tsvector('nightdesk', searchable(left(coalesce(string_agg(text, E'\n'), ''), 200000))), 'D')
  from passages
  where article_id = version.article_id
    and first_version <= version.version_number
    and (last_version is null or last_version >= version.version_number)
$$;

-- A transaction that changes an article and its tags calls this for every change. Only the first call finds something
-- to do; the others must not read the text again.
create or replace function refresh_search_of_articles(changed bigint[]) returns void language plpgsql as $$
declare
  with_heading bigint[];
  with_text bigint[];
begin
  -- In order, so that two transactions with the same articles do not deadlock.
  perform from search_documents where article_id = any(changed) order by version_id for update;

  delete from search_documents document
  where article_id = any(changed) and not exists (
    select from articles where id = document.article_id and version_id in (current_version_id, published_version_id)
  );

  with updated as (
    update search_documents document set heading = search_heading(version)
    from article_versions version
    where document.article_id = any(changed) and version.id = version_id and heading <> search_heading(version)
    returning document.article_id
  )
  select array_agg(article_id) into with_heading from updated;

  with inserted as (
    insert into search_documents (version_id, article_id, heading, body)
    select version.id, articles.id, search_heading(version), search_body(version)
    from articles join article_versions version on version.id in (current_version_id, published_version_id)
    where articles.id = any(changed)
      and not exists (select from search_documents known where known.version_id = version.id)
    on conflict do nothing
    returning article_id
  )
  select array_agg(article_id) into with_text from inserted;
  if with_heading is null and with_text is null then
    return;
  end if;

  -- Without the signs that `searchable` takes out. In order, so that two transactions with the same new words do not deadlock.
  insert into search_words (word)
  select distinct word
  from (
    select unnest(tsvector_to_array(words)) as term from passages
    where article_id = any(with_text) and last_version is null
    union all
    select unnest(tsvector_to_array(to_tsvector('simple', concat_ws(' ', title, excerpt, names_of(version), (
      select string_agg(name, ' ') from article_tags join tags on tags.id = tag_id where article_id = articles.id
    )))))
    from articles join article_versions version on version.id = current_version_id
    where articles.id = any(with_heading || with_text)
  ) written, regexp_split_to_table(term, '(?![\u0001-\u007f])[[:punct:][:space:]]') word
  where length(word) between 2 and 60
    and word !~ '[0-9[:punct:]\u2e80-\u9fff\uf900-\ufaff]'
    and not exists (select from search_words known where known.word = word.word)
  order by word
  on conflict do nothing;
end
$$;

create or replace function refresh_search(changed_id bigint) returns void language sql as $$
  select refresh_search_of_articles(array[changed_id])
$$;

create or replace function refresh_search_of_article() returns trigger language plpgsql as $$
begin
  perform refresh_search(new.id);
  return null;
end
$$;

create or replace function refresh_search_of_tags() returns trigger language plpgsql as $$
begin
  perform refresh_search(coalesce(new.article_id, old.article_id));
  return null;
end
$$;

-- The name of an account is that of its person, whose row follows it.
create or replace function refresh_search_of_person() returns trigger language plpgsql as $$
begin
  perform refresh_search_of_articles(array(
    select article_id from search_documents join credits using (version_id) where person_id = new.id
    union
    select id from articles where author_id in (old.user_id, new.user_id)
  ));
  return null;
end
$$;

create or replace function refresh_search_of_credits() returns trigger language plpgsql as $$
begin
  perform refresh_search_of_articles(array(
    select article_id from search_documents join changed using (version_id)
  ));
  return null;
end
$$;

-- Deferred: they run when everything else of the transaction is written.
drop trigger if exists articles_search on articles;
create constraint trigger articles_search after insert or update of current_version_id, published_version_id on articles
  deferrable initially deferred for each row execute function refresh_search_of_article();
drop trigger if exists article_tags_search on article_tags;
create constraint trigger article_tags_search after insert or update or delete on article_tags
  deferrable initially deferred for each row execute function refresh_search_of_tags();

drop trigger if exists people_search on people;
create constraint trigger people_search after update of name, user_id on people
  deferrable initially deferred for each row
  when (old.name <> new.name or old.user_id is distinct from new.user_id) execute function refresh_search_of_person();
drop trigger if exists credits_search on credits;
-- For people who are merged. A new version is indexed when an article points at it.
create trigger credits_search after update on credits
  referencing new table as changed for each statement execute function refresh_search_of_credits();

-- The documents that match the first query, and how well their headings match the second. Always by the index: Postgres takes
-- reading the whole table for cheap, as it does not know what it costs to decompress each text.
create or replace function search_candidates(wanted tsquery, ranked tsquery)
returns table (version_id bigint, heading_rank real)
language sql stable set enable_seqscan = off as $$
  select document.version_id, ts_rank(heading, ranked) from search_documents document where words @@ wanted
$$;

-- Documents that a numbered file has emptied, because they were made by another rule.
update search_documents document set heading = search_heading(version), body = search_body(version)
from article_versions version where version.id = version_id and heading = '' and body = '';
