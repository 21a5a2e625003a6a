-- The counts of the ledger, computed anew: each view has the name and the columns of the table it is compared with.
-- Aged days cannot be recounted, so what is recorded about them is taken over.

-- From the raw events.

create or replace view recount.view_days as
  select article_id, day, count(*)::integer as views, (count(*) filter (where staff))::integer as staff_views
  from public.views group by article_id, day;

create or replace view recount.view_hours as
  select day, hour, count(*)::integer as views from public.views group by day, hour;

create or replace view recount.view_facets as
  select day, article_id, facet, value, count(*)::integer as views
  from public.views, lateral (values
    ('referrer', coalesce(referrer, '')),
    ('agent', user_agent_family),
    ('device', device),
    ('version', coalesce(version_id::text, ''))
  ) as one (facet, value)
  group by day, article_id, facet, value;

create or replace view recount.visitor_days as
  select visitor_hash, day from public.views group by visitor_hash, day;

create or replace view recount.article_visitors as
  select article_id, reader_hash, min(day) as first_day
  from (
    select article_id, reader_hash, first_day as day from public.article_visitors where first_day < (select aged_until())
    union all
    select article_id, reader_hash, day from public.views where day >= (select aged_until())
  ) known group by article_id, reader_hash;

-- From those counts.

create or replace view recount.site_facets as
  select day, facet, value, sum(views)::integer as views
  from public.view_facets where facet <> 'version' group by day, facet, value;

create or replace view recount.view_totals as
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

create or replace view recount.site_days as
  select day, views, staff_views, coalesce(visitors, 0) as visitors, coalesce(first_visitors, 0) as first_visitors,
    coalesce(last_visitors, 0) as last_visitors, coalesce(last_return_visitors, 0) as last_return_visitors
  from (
    select day, sum(views)::integer as views, sum(staff_views)::integer as staff_views
    from public.view_days group by day
  ) counted
  left join (select day, count(*)::integer as visitors from public.visitor_days group by day) present using (day)
  left join (
    select first_day as day, count(*)::integer as first_visitors from public.visitors group by first_day
  ) came using (day)
  left join (
    select last_day as day, count(*)::integer as last_visitors,
      (count(*) filter (where days > 1))::integer as last_return_visitors
    from public.visitors group by last_day
  ) seen using (day);
