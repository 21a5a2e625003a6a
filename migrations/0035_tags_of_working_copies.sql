-- What unsaved work began from: tags have no versions, and others change them while somebody writes.

alter table working_copies add column base_tags text[] not null default '{}';

-- The best that is known of copies from before.
update working_copies as copy set base_tags = filed.names
from (
  select article_id, array_agg(name order by position) as names
  from article_tags join tags on tags.id = tag_id group by article_id
) as filed
where filed.article_id = copy.article_id;
