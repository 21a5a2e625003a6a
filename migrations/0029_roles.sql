-- A role that owns the tables and migrates, and one that runs and may do what it was granted: what runs needs of the
-- owner's rights is in functions, which do one thing each.

alter function create_view_month(date) security definer set search_path = public, pg_temp;
revoke execute on function create_view_month from public;

-- Drops the raw views of a month.
create function drop_view_month(old_month date) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  perform lock_views();
  execute format('drop table view_months.%I', to_char(old_month, 'YYYY_MM'));
  insert into dropped_view_months (month) values (old_month);
end
$$;
revoke execute on function drop_view_month from public;
