-- The address of the old site, as somebody said it. Empty: the file lacks it, and nobody has said it. Null: it is not needed.
alter table imports add column site text check (length(site) <= 2048);

-- What was left out that belongs to no item, as sentences.
alter table imports add column notes text[] not null default '{}';
