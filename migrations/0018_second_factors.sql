-- Second factors of accounts: passkeys, authenticator apps and recovery codes; and what is known of the devices that sign in.

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- chosen by the authenticator; WebAuthn allows 1,023 bytes
  credential_id bytea not null unique check (length(credential_id) between 1 and 1023),
  -- a COSE key
  public_key bytea not null,
  -- as of the last use; stays 0 for passkeys that are copied between devices
  signature_count bigint not null check (signature_count >= 0),
  -- how a browser reaches the authenticator, such as `internal` or `hybrid`
  transports text[] not null,
  name text not null check (length(name) between 1 and 100),
  created_at timestamptz not null default now() check (is_answerable(created_at)),
  last_used_at timestamptz check (is_answerable(last_used_at))
);

create index passkeys_user_id_idx on passkeys (user_id);

-- The authenticator app of an account (RFC 6238).
create table totp_secrets (
  user_id bigint primary key references users on delete cascade,
  -- a JWE, encrypted with a key that is derived from the signing secret of the site
  secret text not null,
  -- number of the 30-second step of the last accepted code: no code is accepted twice
  last_step bigint not null,
  created_at timestamptz not null default now() check (is_answerable(created_at))
);

-- Unused recovery codes.
create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  -- sha256 of a code of 80 random bits
  hash bytea not null check (length(hash) = 32),
  primary key (user_id, hash)
);

-- Signed attempts, to sign in or to add a factor, that have been used. Each works once.
create table spent_attempts (
  id text primary key,
  expires_at timestamptz not null
);

create index spent_attempts_expires_at_idx on spent_attempts (expires_at);

-- The roles whose members must have a second factor.
create table second_factor_roles (
  role text primary key check (role in ('admin', 'editor', 'author'))
);

-- Devices from which an account signed in recently. A sign-in from another one is announced by mail.
create table familiar_devices (
  user_id bigint not null references users on delete cascade,
  -- HMAC of browser, system and network
  device bytea not null check (length(device) = 32),
  last_signed_in timestamptz not null default now(),
  primary key (user_id, device)
);

create index familiar_devices_last_signed_in_idx on familiar_devices (last_signed_in);

alter table sessions
  add column user_agent_system text not null default 'Unknown',
  -- when the user last proved to be the owner of the account, by signing in or by a confirmation
  add column confirmed_at timestamptz check (is_answerable(confirmed_at));

update sessions set confirmed_at = created_at;

alter table sessions
  alter column confirmed_at set default now(),
  alter column confirmed_at set not null;
