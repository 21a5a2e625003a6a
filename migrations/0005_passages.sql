-- Every paragraph an article ever had, and in which versions: what a search of old versions looks through.

create table passages (
  article_id bigint not null references articles on delete cascade,
  -- sha256 of the text
  hash bytea not null check (length(hash) = 32),
  -- of a top-level block, without marks
  text text not null,
  first_version integer not null check (first_version > 0),
  -- null while the current version has it; one that comes back is another row
  last_version integer check (last_version >= first_version),
  -- as much of a single block as fits into what Postgres can index
  words tsvector not null generated always as (to_tsvector('simple', left(text, 100000))) stored,
  primary key (article_id, hash, first_version)
);

create unique index passages_current_idx on passages (article_id, hash) where last_version is null;
create index passages_words_idx on passages using gin (words);

-- What was written before this table was there. The text is that of `plainText` in packages/editor.
create function pg_temp.text_of(node jsonb) returns text language plpgsql as $$
declare
  is_line boolean;
begin
  if jsonb_typeof(node -> 'text') = 'string' then
    return node ->> 'text';
  end if;
  is_line := exists (
    select from jsonb_array_elements(node -> 'children') child where child ? 'text' or child ->> 'type' = 'link'
  );
  return coalesce((
    select string_agg(
      case when is_line and n > 1 and child ->> 'type' in ('bulleted-list', 'numbered-list') then E'\n' else '' end
        || pg_temp.text_of(child),
      case when is_line then '' else E'\n' end order by n
    )
    from jsonb_array_elements(node -> 'children') with ordinality as item (child, n)
  ), '');
end
$$;

with held as (
  select distinct article_id, version_number, sha256(convert_to(text, 'UTF8')) as hash, text
  from article_versions, jsonb_array_elements(content) block, pg_temp.text_of(block) text
  where text ~ '\S'
), runs as (
  -- Version numbers have no gaps, so this difference is the same for all versions of one stretch.
  select *, version_number - row_number() over (partition by article_id, hash order by version_number) as run
  from held
), newest as (
  select article_id, max(version_number) as version_number from article_versions group by article_id
)
insert into passages (article_id, hash, text, first_version, last_version)
select article_id, hash, min(text), min(runs.version_number),
  nullif(max(runs.version_number), max(newest.version_number))
from runs join newest using (article_id)
group by article_id, hash, run;

drop function pg_temp.text_of;
