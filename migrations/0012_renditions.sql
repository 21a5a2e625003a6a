-- Files made of a published article: made when first asked for, made anew when what they show has changed.

create table renditions (
  filename text primary key references stored_objects (key),
  -- null once the article is gone; the file follows
  article_id bigint references articles on delete set null,
  kind text not null check (kind in ('card', 'ebook')),
  -- of everything that the file shows
  fingerprint text not null,
  unique (article_id, kind)
);
