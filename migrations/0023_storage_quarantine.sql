-- A store may be shared by mistake, or belong to another database: this says which installation a database is.
create table installation (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  -- Why nothing is deleted from the store; null while nothing is wrong.
  storage_problem text,
  -- When the operator said that the files without a row may go: for one reconciliation.
  unknown_accepted_at timestamptz
);

insert into installation default values;

-- Files that nothing needs any more. They stay where they are for a while before they are deleted.
create table quarantined_objects (
  key text primary key,
  -- unknown: found without a row · forgotten: its row was deleted, since nothing names the file
  reason text not null check (reason in ('unknown', 'forgotten')),
  since timestamptz not null default now()
);
