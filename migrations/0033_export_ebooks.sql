-- Whether an export has the e-books of the published stories.
alter table exports add ebooks boolean not null default false;
