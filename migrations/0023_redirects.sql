-- Old addresses, and where each leads.
create table redirects (
  id bigint generated always as identity primary key,
  -- in the form of `oldAddress` of the contract: escaped in one way, no slash at its end, at most one query key
  path text not null unique check (path like '/_%' and length(path) <= 1000),
  article_id bigint references articles on delete cascade,
  -- a path of this site
  target text check (target like '/%' and target not like '//%' and length(target) <= 2048),
  -- null for an account that is gone, and for a command
  made_by bigint references users on delete set null,
  created_at timestamptz not null default now(),
  check (num_nonnulls(article_id, target) = 1)
);

create index redirects_article_id_idx on redirects (article_id);
-- A redirect that is added takes over those that lead to its path.
create index redirects_target_path_idx on redirects (split_part(target, '?', 1));

-- Addresses that were asked for and not found. Servers add counts in batches and delete all but the first 2,000.
create table missing_addresses (
  path text primary key check (path like '/_%' and length(path) <= 200),
  requests integer not null check (requests > 0),
  last_at timestamptz not null
);
