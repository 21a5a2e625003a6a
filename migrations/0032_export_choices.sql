-- What an export has besides the stories.
alter table exports
  add versions boolean not null default false,
  add analytics boolean not null default false;
