-- Writers of the ledger take turns: each count of a batch builds on the batch before, on any number of servers.
create or replace function lock_views() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('nightdesk views'))
$$;

-- Writes one batch of attempts: the events that count, every figure that they change, and a counter for each of the
-- others. The attempts come column by column; a `reason` says why one is not to be counted. Returns for each, in their
-- order, whether the article is published: an attempt at any other is counted as `unknown_article`, whatever its reason.
--
-- One statement that begins after the lock is held, so it sees all batches before it and none beside it.
--
-- Most attempts of a batch are alike: sums are computed once over equal attempts instead of once for each figure, and a
-- visitor is looked up once per article. The events of a batch have one moment and no order.
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
  -- Today had ended once if the site has moved to a time zone further west since. No window has 100 days.
  delete from closed_windows where last_day >= today and first_day > today - 100;

  with attempt as (
    select *, visitor_hash_of(told_visitor) as visitor_hash, reader_hash_of(told_visitor, article_id) as reader_hash
    from unnest(article_ids, version_ids, visitor_hashes, referrers, agents, devices, staff_marks, reasons)
      with ordinality
      as one (article_id, told_version, told_visitor, referrer, agent, device, staff, reason, number)
  ), known as (
    select attempt.*, version.id as version_id, articles.id is not null as is_published
    from attempt
    left join stories articles on articles.id = attempt.article_id and articles.state = 'published'
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

  -- The counts that add up.
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

  -- Visitors who open this article for the first time. Days run backwards only after a change of the site's time zone.
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

  -- Visitors who come for the first time today, with their old and new rows.
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

  -- Other days lose the visitors whose first or last visit they were, or gain one who came back.
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
