-- The counts of the ledger, worked out anew: each view has the name and the columns of the table it is held against.

create schema recount;

-- From the raw events.

create view recount.view_days as
  select article_id, day, count(*)::integer as views, (count(*) filter (where staff))::integer as staff_views
  from public.views group by article_id, day;

create view recount.view_hours as
  select day, hour, count(*)::integer as views from public.views group by day, hour;

create view recount.view_facets as
  select day, article_id, facet, value, count(*)::integer as views
  from public.views, lateral (values
    ('referrer', coalesce(referrer, '')),
    ('agent', user_agent_family),
    ('device', device),
    ('version', coalesce(version_id::text, ''))
  ) as one (facet, value)
  group by day, article_id, facet, value;

create view recount.visitor_days as
  select visitor_hash, day from public.views group by visitor_hash, day;

create view recount.article_visitors as
  select article_id, visitor_hash, min(day) as first_day from public.views group by article_id, visitor_hash;

-- From what was counted from them.

create view recount.site_facets as
  select day, facet, value, sum(views)::integer as views
  from public.view_facets where facet <> 'version' group by day, facet, value;

create view recount.view_totals as
  select article_id, views, coalesce(unique_views, 0) as unique_views
  from (select article_id, sum(views)::bigint as views from public.view_days group by article_id) counted
  left join (select article_id, count(*) as unique_views from public.article_visitors group by article_id) readers
    using (article_id);

create view recount.visitors as
  select visitor_hash, min(day) as first_day, max(day) as last_day, count(*)::integer as days
  from public.visitor_days group by visitor_hash;

create view recount.site_days as
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

-- What was counted before there was a ledger.
truncate view_days, visitors;
insert into view_days (article_id, day, views, staff_views) table recount.view_days;
insert into view_hours table recount.view_hours;
insert into view_facets table recount.view_facets;
insert into visitor_days table recount.visitor_days;
insert into article_visitors table recount.article_visitors;
insert into site_facets table recount.site_facets;
insert into view_totals table recount.view_totals;
insert into visitors table recount.visitors;
insert into site_days table recount.site_days;
