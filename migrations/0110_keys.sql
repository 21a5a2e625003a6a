-- Keys with which scripts call the API as an account.

create table api_keys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- sha256 of the key, which has 160 random bits
  hash bytea not null unique check (length(hash) = 32),
  name text not null check (length(name) between 1 and 100),
  scope text not null check (scope in ('read', 'write')),
  created_at timestamptz not null default now() check (is_answerable(created_at)),
  -- null: works until it is revoked
  expires_at timestamptz check (is_answerable(expires_at)),
  last_used_at timestamptz check (is_answerable(last_used_at)),
  last_used_from text
);

create index api_keys_user_id_idx on api_keys (user_id);
