-- People, their sessions, and what guards the door.

create table users (
  id bigint generated always as identity primary key,
  username text not null check (username = btrim(username) and length(username) between 3 and 254),
  full_name text not null check (length(full_name) between 1 and 400),
  -- argon2id, PHC string. Null until an invited person sets a password.
  password_hash text,
  role text not null check (role in ('admin', 'editor', 'author')),
  status text not null default 'active' check (status in ('active', 'disabled', 'suspended', 'deleted')),
  last_logged_in timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index users_username_key on users (lower(username)) where status <> 'deleted';

-- The authority behind every token: a request is let in only while its row is alive.
create table sessions (
  -- sha256 of the random session id inside the token
  id bytea primary key check (length(id) = 32),
  user_id bigint not null references users on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  ip_prefix text not null,
  user_agent_family text not null
);

create index sessions_user_id_idx on sessions (user_id, created_at);
create index sessions_expires_at_idx on sessions (expires_at);

-- Links that work once: first setup, later invitations and password resets.
create table one_time_tokens (
  hash bytea primary key check (length(hash) = 32),
  kind text not null check (kind in ('setup', 'invite', 'reset')),
  user_id bigint references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((kind = 'setup') = (user_id is null))
);

-- Counters that all servers share. Unlogged: after a crash of the database counting begins anew.
create unlogged table rate_limits (
  key text primary key,
  window_start timestamptz not null,
  count integer not null
);

-- Keys that every server must share and nobody types in, such as the one that hashes visitors.
create table secrets (
  name text primary key,
  value bytea not null
);

insert into secrets (name, value)
values ('visitor-hash', uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- Append-only record of who changed what, written in the same transaction as the change.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id bigint references users on delete set null,
  action text not null,
  target text not null,
  ip_prefix text,
  request_id text,
  detail jsonb not null default '{}'
);

create index audit_log_at_idx on audit_log (at);
