-- What was corrected in published articles. Readers see it, so it belongs to no version.

create table corrections (
  id bigint generated always as identity primary key,
  article_id bigint not null references articles on delete cascade,
  text text not null check (text = btrim(text) and length(text) between 1 and 600),
  created_by bigint references users on delete set null,
  created_at timestamptz not null default now() check (is_answerable(created_at))
);

create index corrections_article_id_idx on corrections (article_id, id);
