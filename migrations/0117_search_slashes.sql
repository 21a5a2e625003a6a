-- Words behind a slash, and those whose accents are characters of their own, could not be found. `functions/search.sql`
-- fills these documents again.
update search_documents set heading = '', body = '';
