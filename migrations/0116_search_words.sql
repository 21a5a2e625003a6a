-- Words beside a curly quote, a dash or an ellipsis could not be found. `functions/search.sql` fills these documents again.
update search_documents set heading = '', body = '';
