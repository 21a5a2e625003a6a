-- The articles published right before and after another one.
create index articles_first_published_idx on articles (date_published, id) where state = 'published';
