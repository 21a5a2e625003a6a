-- The ledger of views: raw events by month, counts per day, and distinct visitors with running counts, so that the cost
-- of every figure grows with the days and not with the views. It outlives the articles it counts, and so has no foreign
-- keys to them.

create sequence views_id_seq;

create table views (
  id bigint not null default nextval('views_id_seq'),
  viewed_at timestamptz not null,
  -- day and hour in the time zone of the site
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  article_id bigint not null,
  version_id bigint,
  -- made of the keyed hash of the browser's random session id; no address is stored
  visitor_hash bytea not null check (length(visitor_hash) = 16),
  -- origin only
  referrer text,
  user_agent_family text not null,
  device text not null,
  -- by a signed-in user
  staff boolean not null,
  -- a second hash per article; null once the day has aged
  reader_hash bytea check (length(reader_hash) = 16),
  primary key (day, id)
) partition by range (day);

alter sequence views_id_seq owned by views.id;

-- One partition per month, and one for days whose month has none yet.
create schema view_months;
create table view_months.other partition of views default;

create table dropped_view_months (
  month date primary key check (extract(day from month) = 1),
  dropped_at timestamptz not null default now()
);

-- Counts that add up: per day and article, and per day for the whole site.

create table view_days (
  article_id bigint not null,
  day date not null,
  views integer not null check (views > 0),
  staff_views integer not null default 0 check (staff_views between 0 and views),
  primary key (day, article_id)
);
create index view_days_article_id_idx on view_days (article_id, day);

create table view_hours (
  day date not null,
  hour smallint not null,
  views integer not null check (views > 0),
  primary key (day, hour)
);

-- facet: referrer (an origin, or '' for none), agent, device, or version (an id, or '' for an unknown one)
create table view_facets (
  day date not null,
  article_id bigint not null,
  facet text not null,
  value text not null,
  views integer not null check (views > 0),
  primary key (article_id, facet, day, value)
);
create index view_facets_day_idx on view_facets using brin (day);

create table site_facets (
  day date not null,
  facet text not null,
  value text not null,
  views integer not null check (views > 0),
  primary key (day, facet, value)
);

create table view_totals (
  article_id bigint primary key,
  views bigint not null check (views > 0),
  unique_views bigint not null check (unique_views between 0 and views)
);

-- Attempts that were not counted, per day and reason.
create table uncounted_views (
  day date not null,
  reason text not null,
  attempts bigint not null check (attempts > 0),
  primary key (day, reason)
);

-- Distinct visitors do not add up. These three tables record which visitor came on which day and opened which article.

create table visitor_days (
  visitor_hash bytea not null,
  day date not null,
  primary key (visitor_hash, day)
);
create index visitor_days_day_idx on visitor_days using brin (day);

create table visitors (
  visitor_hash bytea primary key,
  first_day date not null,
  last_day date not null,
  -- number of days with a visit: a returning visitor has at least two
  days integer not null check (days > 0)
);

create table article_visitors (
  article_id bigint not null,
  reader_hash bytea not null,
  first_day date not null,
  primary key (article_id, reader_hash)
);
create index article_visitors_first_day_idx on article_visitors using brin (first_day);

-- Each visitor is counted once on the day of their last visit, so the sum over the last days is the number of different
-- visitors in them; and once on the day of their first visit.
create table site_days (
  day date primary key,
  views integer not null check (views > 0),
  staff_views integer not null check (staff_views between 0 and views),
  visitors integer not null check (visitors between 0 and views),
  first_visitors integer not null check (first_visitors between 0 and visitors),
  last_visitors integer not null check (last_visitors between 0 and visitors),
  -- last_visitors with a visit on an earlier day
  last_return_visitors integer not null check (last_return_visitors between 0 and last_visitors)
);

-- Distinct visitors of periods that have ended, computed once.
create table closed_windows (
  first_day date not null,
  last_day date not null,
  visitors integer not null,
  return_visitors integer not null check (return_visitors between 0 and visitors),
  primary key (first_day, last_day)
);

-- Days whose visitors can no longer be followed to other days.
create table aged_view_days (
  day date primary key,
  aged_at timestamptz not null default now()
);

-- The aged days of a visitor: their number, the first and the last.
create table aged_visitors (
  visitor_hash bytea primary key,
  first_day date not null,
  last_day date not null,
  days integer not null check (days > 0)
);

-- Results of rebuilding days from their raw events. `differences`: missing and surplus rows per table.
create table view_rebuilds (
  id bigint generated always as identity primary key,
  rebuilt_at timestamptz not null default now(),
  first_day date not null,
  last_day date not null,
  views bigint not null,
  differences jsonb not null
);

-- For the views of functions/recount.sql.
create schema recount;

create table analytics_summaries (
  id bigint generated always as identity primary key,
  generated_at timestamptz not null default now(),
  data jsonb not null
);
