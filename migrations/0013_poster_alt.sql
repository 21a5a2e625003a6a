-- What the poster shows, for readers who cannot see it. It belongs to the poster, so there is none without one.
alter table article_versions add column poster_alt text
  check (poster_alt <> '' and length(poster_alt) <= 500),
  add check (poster_alt is null or poster_image_id is not null);
alter table working_copies add column poster_alt text
  check (poster_alt <> '' and length(poster_alt) <= 500),
  add check (poster_alt is null or poster_image_id is not null);
