-- A transaction that changes an article and its tags refreshes its search many times over, and only the first time
-- finds something to do: the others must not read the text for nothing.

create or replace function refresh_search(changed_id bigint) returns void language plpgsql as $$
declare
  is_filed_anew boolean;
begin
  delete from search_documents document
  where article_id = changed_id and not exists (
    select from articles where id = changed_id and version_id in (current_version_id, published_version_id)
  );

  update search_documents document set heading = search_heading(version)
  from article_versions version
  where document.article_id = changed_id and version.id = version_id and heading <> search_heading(version);
  is_filed_anew := found;

  insert into search_documents (version_id, article_id, heading, body)
  select version.id, changed_id, search_heading(version), search_body(version)
  from articles join article_versions version on version.id in (current_version_id, published_version_id)
  where articles.id = changed_id
    and not exists (select from search_documents known where known.version_id = version.id)
  on conflict do nothing;
  if not found and not is_filed_anew then
    return;
  end if;

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
