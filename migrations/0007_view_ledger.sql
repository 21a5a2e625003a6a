-- The ledger of views: raw events by month, counts per day, and distinct visitors with counts that run along, so that
-- every figure costs days, not views. It outlives the articles it counts, and so refers to none of them by key.

-- Whoever writes the ledger takes turns: in every batch each count builds on the one before, on any number of servers.
create function lock_views() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('nightdesk views'))
$$;

alter table views rename to views_before;
alter table views_before rename constraint views_pkey to views_before_pkey;
alter sequence views_id_seq rename to views_before_id_seq;
create sequence views_id_seq;

create table views (
  id bigint not null default nextval('views_id_seq'),
  viewed_at timestamptz not null,
  -- the day and the hour on the clock of the site
  day date not null,
  hour smallint not null check (hour between 0 and 23),
  article_id bigint not null,
  version_id bigint,
  -- keyed hash of the browser's random session id; no address is stored
  visitor_hash bytea not null check (length(visitor_hash) = 16),
  -- cut to its origin
  referrer text,
  user_agent_family text not null,
  device text not null,
  -- by somebody who was signed in
  staff boolean not null,
  primary key (day, id)
) partition by range (day);

alter sequence views_id_seq owned by views.id;

-- One table per month, and one for whatever no month was prepared for.
create schema view_months;
create table view_months.other partition of views default;

create table dropped_view_months (
  month date primary key check (extract(day from month) = 1),
  dropped_at timestamptz not null default now()
);

-- Makes the table of a month if there is none, and moves into it what had to wait elsewhere.
create function create_view_month(any_day date) returns void language plpgsql as $$
declare
  first_day date := date_trunc('month', any_day);
  next_month date := first_day + interval '1 month';
  month_name text := to_char(first_day, 'YYYY_MM');
begin
  perform lock_views();
  if to_regclass(format('view_months.%I', month_name)) is not null then return; end if;
  execute format('create table view_months.%I (like public.views including defaults including constraints)', month_name);
  execute format(
    'with moved as (delete from view_months.other where day >= %L and day < %L returning *)
     insert into view_months.%I select * from moved', first_day, next_month, month_name);
  execute format(
    'alter table public.views attach partition view_months.%I for values from (%L) to (%L)',
    month_name, first_day, next_month);
end
$$;

insert into views (viewed_at, day, hour, article_id, version_id, visitor_hash, referrer, user_agent_family, device, staff)
select viewed_at, day, extract(hour from viewed_at at time zone 'UTC'), article_id, version_id, visitor_hash, referrer,
  user_agent_family, 'Unknown', false
from views_before order by id;
drop table views_before;

select create_view_month(day) from (
  select distinct date_trunc('month', day)::date as day from views
  union select date_trunc('month', now() + make_interval(months => ahead))::date from generate_series(0, 2) ahead
) months order by day;

-- Counts that add up: per day and article, and per day for the whole site.

alter table view_days drop constraint view_days_article_id_fkey;
alter table view_days add column staff_views integer not null default 0 check (staff_views between 0 and views);
create index view_days_article_id_idx on view_days (article_id, day);

create table view_hours (
  day date not null,
  hour smallint not null,
  views integer not null check (views > 0),
  primary key (day, hour)
);

-- facet: referrer (an origin, or '' for none), agent, device, or version (an id, or '' when it was not told)
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

-- Distinct visitors do not add up. These three say who was there when, and which article they have ever opened.

create table visitor_days (
  visitor_hash bytea not null,
  day date not null,
  primary key (visitor_hash, day)
);
create index visitor_days_day_idx on visitor_days using brin (day);

alter table article_visitors drop constraint article_visitors_article_id_fkey;
truncate article_visitors;
alter table article_visitors add column first_day date not null;
create index article_visitors_first_day_idx on article_visitors using brin (first_day);

-- Each visitor is counted once in the row of the day they were last seen, so the sum over the last days is how many
-- different ones came in them; and once in the row of the day they were first seen.
create table site_days (
  day date primary key,
  views integer not null check (views > 0),
  staff_views integer not null check (staff_views between 0 and views),
  visitors integer not null check (visitors between 0 and views),
  first_visitors integer not null check (first_visitors between 0 and visitors),
  last_visitors integer not null check (last_visitors between 0 and visitors),
  -- those of them who had been there on an earlier day
  last_return_visitors integer not null check (last_return_visitors between 0 and last_visitors)
);

-- Distinct visitors of days that are over, worked out once.
create table closed_windows (
  first_day date not null,
  last_day date not null,
  visitors integer not null,
  return_visitors integer not null check (return_visitors between 0 and visitors),
  primary key (first_day, last_day)
);

-- What came of rebuilding days from their raw events. `differences`: per table, rows that were missing and too many.
create table view_rebuilds (
  id bigint generated always as identity primary key,
  rebuilt_at timestamptz not null default now(),
  first_day date not null,
  last_day date not null,
  views bigint not null,
  differences jsonb not null
);
