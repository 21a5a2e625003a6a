-- A schedule takes the newest version at its time, unless it names one.

do $$
declare both_or_none text;
begin
  select conname into both_or_none from pg_constraint
  where conrelid = 'articles'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) like '%(scheduled_at IS NULL) = (scheduled_version_id IS NULL)%';
  execute format('alter table articles drop constraint %I', both_or_none);
end $$;

alter table articles add check (scheduled_at is not null or scheduled_version_id is null);
