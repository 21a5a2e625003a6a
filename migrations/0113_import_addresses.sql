-- Where the addresses of an old site will lead, and once the import is done, where they lead.
create table import_addresses (
  import_id bigint not null references imports on delete cascade,
  -- in its canonical form
  path text not null,
  kind text not null check (kind in ('story', 'tag', 'author', 'list', 'redirect')),
  -- a path of this site; null if there is none, or none yet
  leads_to text,
  -- of what it leads to, for people
  name text,
  -- why it is not redirected, or leads to an address that has nothing
  problem text check (problem in ('nothing', 'missing', 'redirected', 'taken')),
  primary key (import_id, path)
);
