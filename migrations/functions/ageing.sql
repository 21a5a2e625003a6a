-- Visitors age: after two months they can no longer be followed from day to day, and no figure changes.
--
-- The hash that a server makes of a visitor is not stored. Two kinds of hashes are made of it, one for the visitor and one
-- for each article that they open, so that the rows of two articles, or of an article and a visitor, share nothing.

create or replace function visitor_hash_of(told bytea) returns bytea language sql immutable parallel safe as $$
  select case when length(told) = 16 then substr(sha256('visitor'::bytea || told), 1, 16) end
$$;

create or replace function reader_hash_of(told bytea, article_id bigint) returns bytea language sql immutable parallel safe as $$
  select case when length(told) = 16 then substr(sha256('reader'::bytea || int8send(article_id) || told), 1, 16) end
$$;

-- The first day whose visitors are still known. In a subquery, a scan evaluates it only once.
create or replace function aged_until() returns date language sql stable as $$
  select coalesce(max(day) + 1, '-infinity') from aged_view_days
$$;

-- Counting days anew and ageing take turns. Recording views waits for neither.
create or replace function lock_ageing() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('nightdesk ageing of views'))
$$;

-- Days age in order. Each visitor of the day gets another name, made with a salt that is forgotten when this ends: their
-- views of that day stay countable, and are tied to nothing else.
create or replace function age_view_day(old_day date) returns void language plpgsql as $$
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
  -- The exact day would tie the row to the views of that day.
  update article_visitors set first_day = date_trunc('month', first_day) where first_day = old_day;

  insert into aged_view_days (day) values (old_day);
end
$$;
