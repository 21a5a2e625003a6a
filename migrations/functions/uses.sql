-- Records which pictures a text uses, and which web addresses an article links to, when the text is written.

create or replace function record_image_uses() returns trigger language plpgsql as $$
declare
  version bigint := case tg_table_name when 'article_versions' then new.id end;
  copy bigint := case tg_table_name when 'working_copies' then new.id end;
  names text[];
  alts text[];
  used bigint[];
begin
  select array_agg(filename), array_agg(alt) into names, alts from image_names(new.content);
  -- Locked, so that a picture is not deleted meanwhile.
  used := array(
    select id from images
    where id = new.poster_image_id or filename = any(names)
    order by id for key share
  );
  delete from image_uses where (version_id = version or working_copy_id = copy) and image_id <> all(used);
  -- Most saves change no picture, and then no row.
  merge into image_uses was using (
    select images.id,
      coalesce(nullif(max(name.alt), ''), case images.id when new.poster_image_id then new.poster_alt end, '') as alt
    from images left join unnest(names, alts) name (filename, alt) using (filename)
    where images.id = any(used)
    group by images.id
  ) now
  on was.image_id = now.id and (was.version_id = version or was.working_copy_id = copy)
  when matched and was.alt <> now.alt then update set alt = now.alt
  when not matched then insert (image_id, version_id, working_copy_id, alt) values (now.id, version, copy, now.alt);
  -- A picture that is used is not removed.
  update images set removed_at = null where id = any(used) and removed_at is not null;
  return null;
end
$$;

-- The files that content names or shows from this site, with their descriptions.
create or replace function image_names(content jsonb) returns table (filename text, alt text)
language sql immutable parallel safe as $$
  select unnest(array[node ->> 'filename', substring(node ->> 'url' from '/api/uploads/([^/?#]+)$')]), node ->> 'alt'
  from jsonb_path_query(content, 'strict $.** ? (exists(@.filename) || exists(@.url))') node
$$;

drop trigger if exists article_versions_images on article_versions;
create trigger article_versions_images after insert or update of content, poster_image_id, poster_alt on article_versions
  for each row execute function record_image_uses();
drop trigger if exists working_copies_images on working_copies;
create trigger working_copies_images after insert or update of content, poster_image_id, poster_alt on working_copies
  for each row execute function record_image_uses();

-- The argument is the column of the old row that names the picture.
create or replace function date_last_image_use() returns trigger language plpgsql as $$
begin
  update images set unused_since = now()
  where id = (to_jsonb(old) ->> tg_argv[0])::bigint and not exists (select from image_uses where image_id = images.id);
  return null;
end
$$;

drop trigger if exists image_uses_last on image_uses;
create trigger image_uses_last after delete on image_uses
  for each row execute function date_last_image_use('image_id');
drop trigger if exists people_last_image_use on people;
create trigger people_last_image_use after delete or update of picture_image_id on people
  for each row when (old.picture_image_id is not null) execute function date_last_image_use('picture_image_id');

create or replace function refresh_links_of_article() returns trigger language plpgsql as $$
begin
  delete from article_links where article_id = new.id;
  insert into article_links (article_id, url)
  select distinct new.id, url from article_versions version, web_links(content) url
  where version.id in (new.current_version_id, new.published_version_id);
  return null;
end
$$;

-- The web addresses that content links to, without fragments.
create or replace function web_links(content jsonb) returns setof text
language sql immutable parallel safe as $$
  select regexp_replace(url #>> '{}', '#.*$', '')
  from jsonb_path_query(content, 'strict $.** ? (@.type == "link").url') url
  where url #>> '{}' ~* '^https?://' and octet_length(url #>> '{}') <= 2048
$$;

drop trigger if exists articles_links on articles;
create trigger articles_links after insert or update of current_version_id, published_version_id on articles
  for each row execute function refresh_links_of_article();
