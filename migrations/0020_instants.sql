-- Instants lie between the years 1970 and 9000. Later ones, and `infinity`, cannot be written as the API answers them,
-- and with them a list of articles could not be answered at all.

update articles set scheduled_at = null, scheduled_version_id = null, scheduled_by = null
where scheduled_at not between '1970-01-01T00:00:00Z' and '9000-12-31T23:59:59.999Z';

create function is_answerable(instant timestamptz) returns boolean
  language sql immutable parallel safe
  return instant between '1970-01-01T00:00:00Z'::timestamptz and '9000-12-31T23:59:59.999999Z'::timestamptz;

alter table users
  add check (is_answerable(last_logged_in)),
  add check (is_answerable(created_at)),
  add check (is_answerable(updated_at));

alter table sessions
  add check (is_answerable(created_at)),
  add check (is_answerable(last_seen_at)),
  add check (is_answerable(expires_at)),
  add check (is_answerable(revoked_at));

alter table one_time_tokens
  add check (is_answerable(created_at)),
  add check (is_answerable(expires_at)),
  add check (is_answerable(used_at));

alter table articles
  add check (is_answerable(date_created)),
  add check (is_answerable(date_updated)),
  add check (is_answerable(date_published)),
  add check (is_answerable(date_deleted)),
  add check (is_answerable(scheduled_at));

alter table article_versions add check (is_answerable(created_at));

alter table images add check (is_answerable(created_at));

alter table working_copies add check (is_answerable(updated_at));

alter table previews
  add check (is_answerable(created_at)),
  add check (is_answerable(expires_at));
