-- The articles that lists, feeds, tags, people and figures count: all but pages. After a change of the columns of `articles`, change
-- this file, so that the view is made anew.
create or replace view stories as select * from articles where kind = 'story';
