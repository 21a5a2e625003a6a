-- A create whose answer was lost is sent again: the key of the working copy it was made of makes one article, not two.

alter table articles
  add column made_from uuid,
  add unique (author_id, made_from);
