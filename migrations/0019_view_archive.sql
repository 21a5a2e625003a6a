-- Files of raw views, written before their month was dropped. A month has as many views as its files together.
create table archived_view_files (
  month date not null check (extract(day from month) = 1),
  -- 1, 2, 3 … in the order of the views
  number integer not null check (number > 0),
  key text not null unique references stored_objects (key),
  views integer not null check (views > 0),
  primary key (month, number)
);
