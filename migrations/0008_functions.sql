-- The files of functions/ that were applied.
create table migrated_functions (
  -- without its extension
  file text primary key,
  -- sha256 of the file
  hash bytea not null check (length(hash) = 32)
);
