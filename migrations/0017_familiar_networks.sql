-- Networks from which an account was signed in to of late: attempts of strangers do not use up their allowance.
create table familiar_networks (
  user_id bigint not null references users on delete cascade,
  -- HMAC of the network
  network bytea not null check (length(network) = 32),
  last_signed_in timestamptz not null default now(),
  primary key (user_id, network)
);

create index familiar_networks_last_signed_in_idx on familiar_networks (last_signed_in);

-- Their keys were plain hashes of addresses and networks, which can be guessed and compared.
truncate rate_limits;
