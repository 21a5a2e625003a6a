-- Chains the lines of the audit log, and deletes old ones. Runs as the owner of the tables: programs that write the log
-- may not write its chain.

-- The part of a line that is hashed. Equal in every time zone and with all settings of a session.
create or replace function audit_line_text(line audit_log) returns text language sql stable parallel safe as $$
  select jsonb_build_array(
    line.id, to_char(line.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), line.actor_id, line.action, line.target,
    line.ip_prefix, line.request_id, line.detail
  )::text
$$;

-- The lock is taken when a transaction commits, after all its other locks, and held to its end: no deadlock is possible.
create or replace function chain_audit_line() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  last record;
begin
  perform pg_advisory_xact_lock(hashtext('audit_chain'));
  select * into last from (
    (select number, hash from audit_chain order by number desc limit 1)
    union all
    (select number, hash from audit_checkpoints order by number desc limit 1)
  ) ends order by number desc limit 1;
  insert into audit_chain (number, line_id, hash)
  values (
    coalesce(last.number, 0) + 1, new.id,
    sha256(coalesce(last.hash, '') || convert_to(audit_line_text(new), 'UTF8'))
  );
  return null;
end
$$;

drop trigger if exists audit_log_chained on audit_log;
create constraint trigger audit_log_chained after insert on audit_log
deferrable initially deferred for each row execute function chain_audit_line();

-- Deletes the lines at the start of the chain that are older than so many months, and records the new start. Lines
-- younger than three months are never deleted: nobody can hide what they just did.
create or replace function purge_audit_log(months integer) returns bigint language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  past record;
  deleted bigint;
begin
  if months is null or months < 3 then raise exception 'The audit log is kept for three months at least'; end if;
  perform pg_advisory_xact_lock(hashtext('audit_chain'));
  select number, hash into past from audit_chain
  where number < coalesce(
    (select min(audit_chain.number) from audit_chain left join audit_log on audit_log.id = line_id
     where audit_log.id is null or audit_log.at >= now() - make_interval(months => months)),
    (select max(number) + 1 from audit_chain))
  order by number desc limit 1;
  if not found then return 0; end if;
  delete from audit_log using audit_chain where audit_log.id = line_id and number <= past.number;
  get diagnostics deleted = row_count;
  delete from audit_chain where number <= past.number;
  insert into audit_checkpoints (number, hash, deleted_lines) values (past.number, past.hash, deleted);
  return deleted;
end
$$;
revoke execute on function purge_audit_log from public;
