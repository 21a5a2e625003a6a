-- An archive has texts of before 1970. Programs write earlier years than 1700, such as 1 and 1601, where there is no date.
-- The limits are wider than before, so that the rows need no check.
create or replace function is_answerable(instant timestamptz) returns boolean
  language sql immutable parallel safe
  return instant between '1700-01-01T00:00:00Z'::timestamptz and '9000-12-31T23:59:59.999999Z'::timestamptz;
