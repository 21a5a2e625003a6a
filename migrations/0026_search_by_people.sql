-- Stories are found by the people whom they name. Versions from before this file name their owner.
update search_documents document
set heading = heading || setweight(written.words, 'B')
from articles, people,
  lateral to_tsvector('nightdesk', regexp_replace(name, '([\u2e80-\u9fff\uf900-\ufaff])', ' \1 ', 'g')) as written (words)
where articles.id = document.article_id and people.user_id = articles.author_id
  and not exists (select from credits where credits.version_id = document.version_id)
  and not tsvector_to_array(heading) @> tsvector_to_array(written.words);

insert into search_words (word)
select distinct word
from people, unnest(tsvector_to_array(to_tsvector('simple', name))) word
where people.user_id in (select author_id from articles join search_documents on article_id = articles.id)
  and length(word) between 2 and 60 and word !~ '[0-9[:punct:]\u2e80-\u9fff\uf900-\ufaff]'
order by word
on conflict do nothing;
