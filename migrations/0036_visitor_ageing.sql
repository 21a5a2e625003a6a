-- Visitors age: what is known of them after two months cannot be put together again, and no figure changes.
--
-- The hash that a server makes of a visitor is stored nowhere. One hash is made of it for the visitor, and one for each
-- article that they open: the rows of two articles, or of an article and a visitor, share nothing.

create function visitor_hash_of(told bytea) returns bytea language sql immutable parallel safe as $$
  select case when length(told) = 16 then substr(sha256('visitor'::bytea || told), 1, 16) end
$$;

create function reader_hash_of(told bytea, article_id bigint) returns bytea language sql immutable parallel safe as $$
  select case when length(told) = 16 then substr(sha256('reader'::bytea || int8send(article_id) || told), 1, 16) end
$$;

drop view recount.view_totals, recount.article_visitors;
alter table article_visitors rename column visitor_hash to reader_hash;
-- Null once its day has aged.
alter table views add column reader_hash bytea check (length(reader_hash) = 16);

update article_visitors set reader_hash = reader_hash_of(reader_hash, article_id);
update views set visitor_hash = visitor_hash_of(visitor_hash), reader_hash = reader_hash_of(visitor_hash, article_id);
update visitor_days set visitor_hash = visitor_hash_of(visitor_hash);
update visitors set visitor_hash = visitor_hash_of(visitor_hash);

create table aged_view_days (
  day date primary key,
  aged_at timestamptz not null default now()
);

-- What aged days say of a visitor: on how many of them they were there, the first and the last.
create table aged_visitors (
  visitor_hash bytea primary key,
  first_day date not null,
  last_day date not null,
  days integer not null check (days > 0)
);

-- The first day of which it is known who was there. A scan asks for it once if it stands in a subquery.
create function aged_until() returns date language sql stable as $$
  select coalesce(max(day) + 1, '-infinity') from aged_view_days
$$;

-- Whoever counts days anew, and whoever ages them, take turns; who records views waits for neither.
create function lock_ageing() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('nightdesk ageing of views'))
$$;

-- Days are aged in their order. Each visitor of the day gets another name, by a salt that nobody knows when this ends: what
-- they opened on that day stays countable, and is tied to nothing else.
create function age_view_day(old_day date) returns void language plpgsql as $$
declare
  salt bytea := uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());
begin
  perform lock_ageing();
  if old_day < aged_until() then return; end if;

  insert into aged_visitors (visitor_hash, first_day, last_day, days)
  select visitor_hash, old_day, old_day, 1 from visitor_days where day = old_day
  on conflict (visitor_hash) do update set
    first_day = least(aged_visitors.first_day, old_day),
    last_day = greatest(aged_visitors.last_day, old_day),
    days = aged_visitors.days + 1;

  update visitor_days set visitor_hash = substr(sha256(salt || visitor_hash), 1, 16) where day = old_day;
  update views set visitor_hash = substr(sha256(salt || visitor_hash), 1, 16), reader_hash = null where day = old_day;
  -- The day would lead from the row to the views of that day.
  update article_visitors set first_day = date_trunc('month', first_day) where first_day = old_day;

  insert into aged_view_days (day) values (old_day);
end
$$;

-- What is known of aged days is taken as it is.

create view recount.article_visitors as
  select article_id, reader_hash, min(day) as first_day
  from (
    select article_id, reader_hash, first_day as day from public.article_visitors where first_day < (select aged_until())
    union all
    select article_id, reader_hash, day from public.views where day >= (select aged_until())
  ) known group by article_id, reader_hash;

create view recount.view_totals as
  select article_id, views, coalesce(unique_views, 0) as unique_views
  from (select article_id, sum(views)::bigint as views from public.view_days group by article_id) counted
  left join (select article_id, count(*) as unique_views from public.article_visitors group by article_id) readers
    using (article_id);

create or replace view recount.visitors as
  select visitor_hash, min(first_day) as first_day, max(last_day) as last_day, sum(days)::integer as days
  from (
    table public.aged_visitors
    union all
    select visitor_hash, day, day, 1 from public.visitor_days where day >= (select aged_until())
  ) known group by visitor_hash;

-- As before, with the hashes that are made of the one a server tells.
create or replace function record_views(
  article_ids bigint[], version_ids bigint[], visitor_hashes bytea[], referrers text[], agents text[], devices text[],
  staff_marks boolean[], reasons text[], time_zone text
) returns boolean[] language plpgsql as $$
declare
  moment timestamptz;
  today date;
  this_hour smallint;
  answer boolean[];
begin
  perform lock_views();
  moment := clock_timestamp();
  today := (moment at time zone time_zone)::date;
  this_hour := extract(hour from moment at time zone time_zone);

  with attempt as (
    select *, visitor_hash_of(told_visitor) as visitor_hash, reader_hash_of(told_visitor, article_id) as reader_hash
    from unnest(article_ids, version_ids, visitor_hashes, referrers, agents, devices, staff_marks, reasons)
      with ordinality
      as one (article_id, told_version, told_visitor, referrer, agent, device, staff, reason, number)
  ), known as (
    select attempt.*, version.id as version_id, articles.id is not null as is_published
    from attempt
    left join articles on articles.id = attempt.article_id and articles.state = 'published'
    left join article_versions version
      on version.id = attempt.told_version and version.article_id = attempt.article_id
  ), left_out as (
    insert into uncounted_views (day, reason, attempts)
    select today, outcome, count(*)
    from (select case when is_published then reason else 'unknown_article' end as outcome from known) outcomes
    where outcome is not null group by outcome
    on conflict (day, reason) do update set attempts = uncounted_views.attempts + excluded.attempts

  -- The events.
  ), view as (
    select * from known where is_published and reason is null
  ), stored as (
    insert into views
      (viewed_at, day, hour, article_id, version_id, visitor_hash, reader_hash, referrer, user_agent_family, device, staff)
    select moment, today, this_hour, article_id, version_id, visitor_hash, reader_hash, referrer, agent, device, staff
    from view

  -- What adds up. Most of a batch is alike.
  ), alike as (
    select article_id, version_id, referrer, agent, device, count(*) as views, count(*) filter (where staff) as staff_views
    from view group by article_id, version_id, referrer, agent, device
  ), counted as (
    insert into view_days (article_id, day, views, staff_views)
    select article_id, today, sum(views), sum(staff_views) from alike group by article_id
    on conflict (day, article_id) do update set
      views = view_days.views + excluded.views, staff_views = view_days.staff_views + excluded.staff_views
  ), counted_hour as (
    insert into view_hours (day, hour, views)
    select today, this_hour, sum(views) from alike having count(*) > 0
    on conflict (day, hour) do update set views = view_hours.views + excluded.views
  ), facet as (
    select article_id, facet, value, sum(views) as views
    from alike, lateral (values
      ('referrer', coalesce(referrer, '')),
      ('agent', agent),
      ('device', device),
      ('version', coalesce(version_id::text, ''))
    ) as one (facet, value)
    group by article_id, facet, value
  ), counted_facets as (
    insert into view_facets (day, article_id, facet, value, views)
    select today, article_id, facet, value, views from facet
    on conflict (article_id, facet, day, value) do update set views = view_facets.views + excluded.views
  ), counted_site_facets as (
    insert into site_facets (day, facet, value, views)
    select today, facet, value, sum(views) from facet where facet <> 'version' group by facet, value
    on conflict (day, facet, value) do update set views = site_facets.views + excluded.views

  -- Who has not opened this article before. Days run backwards only when the time zone of the site was changed.
  ), opening as (
    select distinct article_id, visitor_hash, reader_hash from view
  ), reader as (
    select article_id, reader_hash, old.first_day is null as is_new
    from opening left join article_visitors old using (article_id, reader_hash)
    where old.first_day is null or old.first_day > today
  ), noted_readers as (
    insert into article_visitors (article_id, reader_hash, first_day)
    select article_id, reader_hash, today from reader
    on conflict (article_id, reader_hash) do update set first_day = excluded.first_day
  ), totals as (
    insert into view_totals (article_id, views, unique_views)
    select article_id, sum(views), (select count(*) from reader where reader.article_id = alike.article_id and is_new)
    from alike group by article_id
    on conflict (article_id) do update set
      views = view_totals.views + excluded.views, unique_views = view_totals.unique_views + excluded.unique_views

  -- Who has not been here today before, as they were and as they are now.
  ), arrival as (
    select visitor_hash, today as day from (select distinct visitor_hash from opening) present
    where not exists (
      select from visitor_days seen where seen.visitor_hash = present.visitor_hash and seen.day = today
    )
  ), noted_days as (
    insert into visitor_days (visitor_hash, day) select visitor_hash, day from arrival
  ), visitor as (
    select visitor_hash, old.first_day as old_first_day, old.last_day as old_last_day, old.days as old_days,
      least(old.first_day, today) as first_day, greatest(old.last_day, today) as last_day,
      coalesce(old.days, 0) + 1 as days
    from arrival left join visitors old using (visitor_hash)
  ), noted_visitors as (
    insert into visitors (visitor_hash, first_day, last_day, days)
    select visitor_hash, first_day, last_day, days from visitor
    on conflict (visitor_hash) do update set
      first_day = excluded.first_day, last_day = excluded.last_day, days = excluded.days
  ), arrived as (
    select count(*) as visitors, count(*) filter (where first_day = today) as first_visitors,
      count(*) filter (where last_day = today) as last_visitors,
      count(*) filter (where last_day = today and days > 1) as last_return_visitors
    from visitor
  ), this_day as (
    insert into site_days (day, views, staff_views, visitors, first_visitors, last_visitors, last_return_visitors)
    select today, sum(views), sum(staff_views), arrived.*
    from alike, arrived group by visitors, first_visitors, last_visitors, last_return_visitors
    on conflict (day) do update set
      views = site_days.views + excluded.views,
      staff_views = site_days.staff_views + excluded.staff_views,
      visitors = site_days.visitors + excluded.visitors,
      first_visitors = site_days.first_visitors + excluded.first_visitors,
      last_visitors = site_days.last_visitors + excluded.last_visitors,
      last_return_visitors = site_days.last_return_visitors + excluded.last_return_visitors

  -- Other days give up whoever was first or last seen in them until now, and may learn that one of theirs came back.
  ), given_up as (
    select day, sum(first_visitors) as first_visitors, sum(last_visitors) as last_visitors,
      sum(last_return_visitors) as last_return_visitors
    from (
      select old_first_day as day, 1 as first_visitors, 0 as last_visitors, 0 as last_return_visitors
      from visitor where first_day < old_first_day
      union all
      select old_last_day, 0, (last_day > old_last_day)::integer,
        (old_days > 1)::integer - (last_day = old_last_day)::integer
      from visitor where old_last_day is not null
    ) one group by day
  ), other_days as (
    update site_days set
      first_visitors = site_days.first_visitors - given_up.first_visitors,
      last_visitors = site_days.last_visitors - given_up.last_visitors,
      last_return_visitors = site_days.last_return_visitors - given_up.last_return_visitors
    from given_up where given_up.day = site_days.day
  )
  select array_agg(is_published order by number) into answer from known;
  return answer;
end
$$;
