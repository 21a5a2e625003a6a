-- Accounts, their sessions and links, and the limits on attempts.

-- Instants lie between the years 1970 and 9000: later ones, and `infinity`, cannot be written in the format of the API.
-- Constraints rest on this function, so it is not in functions/: a change of it would not check the rows again.
create function is_answerable(instant timestamptz) returns boolean
  language sql immutable parallel safe
  return instant between '1970-01-01T00:00:00Z'::timestamptz and '9000-12-31T23:59:59.999999Z'::timestamptz;

create table users (
  id bigint generated always as identity primary key,
  username text not null check (username = btrim(username) and length(username) between 3 and 254),
  full_name text not null check (length(full_name) between 1 and 400),
  -- argon2id as a PHC string; null until an invited person sets a password
  password_hash text,
  role text not null check (role in ('admin', 'editor', 'author')),
  status text not null default 'active' check (status in ('active', 'disabled', 'suspended', 'deleted')),
  last_logged_in timestamptz check (is_answerable(last_logged_in)),
  created_at timestamptz not null default now() check (is_answerable(created_at)),
  updated_at timestamptz not null default now() check (is_answerable(updated_at))
);

create unique index users_username_key on users (lower(username)) where status <> 'deleted';

-- A token is valid only while the row of its session is: not expired, not revoked.
create table sessions (
  -- sha256 of the random session id inside the token
  id bytea primary key check (length(id) = 32),
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now() check (is_answerable(created_at)),
  last_seen_at timestamptz not null default now() check (is_answerable(last_seen_at)),
  expires_at timestamptz not null check (is_answerable(expires_at)),
  revoked_at timestamptz check (is_answerable(revoked_at)),
  ip_prefix text not null,
  user_agent_family text not null,
  -- identifies the session to its owner without revealing anything about its key
  number bigint generated always as identity unique
);

create index sessions_user_id_idx on sessions (user_id, created_at);
create index sessions_expires_at_idx on sessions (expires_at);

-- Links that work once: first setup, invitations and password resets.
create table one_time_tokens (
  hash bytea primary key check (length(hash) = 32),
  kind text not null check (kind in ('setup', 'invite', 'reset')),
  user_id bigint references users on delete cascade,
  created_at timestamptz not null default now() check (is_answerable(created_at)),
  expires_at timestamptz not null check (is_answerable(expires_at)),
  used_at timestamptz check (is_answerable(used_at)),
  check ((kind = 'setup') = (user_id is null))
);

-- A new e-mail, a new password or the end of an account voids its links.
create index one_time_tokens_user_id_idx on one_time_tokens (user_id);

-- Counters that all servers share. Unlogged: after a crash of the database they start from zero.
create unlogged table rate_limits (
  -- keyed hash: a plain hash of an address could be guessed
  key text primary key,
  window_start timestamptz not null,
  count integer not null
);

-- Networks from which an account signed in recently. They have an allowance of attempts apart from that of strangers.
create table familiar_networks (
  user_id bigint not null references users on delete cascade,
  -- HMAC of the network
  network bytea not null check (length(network) = 32),
  last_signed_in timestamptz not null default now(),
  primary key (user_id, network)
);

create index familiar_networks_last_signed_in_idx on familiar_networks (last_signed_in);

-- Keys that all servers share and nobody enters.
create table secrets (
  name text primary key,
  value bytea not null
);

-- `visitor-hash` hashes visitors; `tried-account` hashes the account that somebody tried to sign in to.
insert into secrets (name, value)
select name, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
from unnest(array['visitor-hash', 'tried-account']) name;
