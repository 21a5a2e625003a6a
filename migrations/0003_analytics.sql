-- Views, their rollups (kept in the same transaction, so every figure equals a recount), and workers.

create table views (
  id bigint generated always as identity primary key,
  viewed_at timestamptz not null default now(),
  -- the day in the site's time zone
  day date not null,
  article_id bigint not null references articles on delete cascade,
  version_id bigint references article_versions on delete set null,
  -- keyed hash of the browser's random session id; no address is stored
  visitor_hash bytea not null check (length(visitor_hash) = 16),
  -- cut to its origin
  referrer text,
  user_agent_family text not null
);

create index views_viewed_at_idx on views (viewed_at);

create table view_days (
  article_id bigint not null references articles on delete cascade,
  day date not null,
  views integer not null check (views > 0),
  primary key (day, article_id)
);

create table visitors (
  visitor_hash bytea primary key,
  first_day date not null,
  last_day date not null,
  -- on how many days this visitor was seen: at least two make a returning one
  days integer not null check (days > 0)
);

create table article_visitors (
  article_id bigint not null references articles on delete cascade,
  visitor_hash bytea not null,
  primary key (article_id, visitor_hash)
);

-- Attempts that were not counted, as counters per day and reason.
create table uncounted_views (
  day date not null,
  reason text not null,
  attempts bigint not null check (attempts > 0),
  primary key (day, reason)
);

create table analytics_summaries (
  id bigint generated always as identity primary key,
  generated_at timestamptz not null default now(),
  data jsonb not null
);

create table workers (
  id uuid primary key,
  name text not null,
  host text not null,
  pid integer not null,
  started_at timestamptz not null default now(),
  last_heartbeat timestamptz not null default now(),
  status text not null check (status in ('running', 'error', 'stopped')),
  error_message text
);
