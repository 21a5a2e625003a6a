-- Pages, such as “About”: articles with an address of their own, which are in no list of stories.

alter table articles
  add column kind text not null default 'story' check (kind in ('story', 'page')),
  -- as `pagePath` in packages/contracts returns it: decoded, in lower case
  add column path text check (path ~ '^/.' and length(path) <= 400),
  -- readers see who wrote a story; of a page, only if this is set
  add column shows_byline boolean not null default false,
  add constraint articles_kind_path_check check ((kind = 'page') = (path is not null));

-- A page in the trash leaves its address to others. Stories are not in it, so it has all pages at hand.
create unique index articles_path_idx on articles (path) where path is not null and state <> 'deleted';
