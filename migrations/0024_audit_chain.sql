-- A chain of hashes over the audit log: a line that is changed, removed or put in later breaks it.
-- `nightdesk audit verify` checks it.

-- The log keeps the number of an account that is gone: a foreign key would change the line.
alter table audit_log drop constraint audit_log_actor_id_fkey;

create table audit_chain (
  number bigint primary key,
  -- No foreign key: what is gone must be seen.
  line_id bigint not null unique,
  -- sha256 of the hash before and the text of the line
  hash bytea not null
);

-- Where the chain begins after old lines were deleted.
create table audit_checkpoints (
  number bigint primary key,
  hash bytea not null,
  deleted_lines bigint not null,
  deleted_at timestamptz not null default now()
);

-- For the filter of the screen, and for finding which actions there are.
create index audit_log_action_idx on audit_log (action, id);

-- What is hashed of a line. The same in every time zone and with every setting of a session.
create function audit_line_text(line audit_log) returns text language sql stable parallel safe as $$
  select jsonb_build_array(
    line.id, to_char(line.at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), line.actor_id, line.action, line.target,
    line.ip_prefix, line.request_id, line.detail
  )::text
$$;

-- Runs as the owner: those who write the log may not write the chain. The lock is taken when a transaction commits,
-- after all its other locks, and held until it has: nothing can wait for it in a circle.
create function chain_audit_line() returns trigger language plpgsql security definer
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

create constraint trigger audit_log_chained after insert on audit_log
deferrable initially deferred for each row execute function chain_audit_line();

-- The lines that are there already.
do $$
declare
  line audit_log;
  number bigint := 0;
  hash bytea := '';
begin
  for line in select * from audit_log order by id loop
    number := number + 1;
    hash := sha256(hash || convert_to(audit_line_text(line), 'UTF8'));
    insert into audit_chain values (number, line.id, hash);
  end loop;
end
$$;

-- Deletes the lines of the chain's beginning that are older than so many months, and notes where it begins now.
-- Runs as the owner, and never touches what is younger than three months: nobody can hide what they just did.
create function purge_audit_log(months integer) returns bigint language plpgsql security definer
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

-- Keys the hash that stands for an account somebody tried to sign in as.
insert into secrets (name, value)
values ('tried-account', uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
