-- Partitions of the raw views. Both functions run as the owner of the tables, since programs may not create or drop one.

-- Creates the partition of a month unless it exists, and moves the views of that month into it.
create or replace function create_view_month(any_day date) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
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
revoke execute on function create_view_month from public;

-- Drops the raw views of a month. A month that is being read back from its archive is still listed as dropped.
create or replace function drop_view_month(old_month date) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  perform lock_views();
  execute format('drop table view_months.%I', to_char(old_month, 'YYYY_MM'));
  insert into dropped_view_months (month) values (old_month) on conflict (month) do nothing;
end
$$;
revoke execute on function drop_view_month from public;

-- A new database starts with three months; the worker creates the following ones.
select create_view_month((date_trunc('month', now()) + make_interval(months => ahead))::date)
from generate_series(0, 2) ahead;
