-- The audit log with its chain of hashes, and reports about the Content-Security-Policy.

-- Append-only record of every change and its author, written in the transaction of the change.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- no foreign key: it would change the line when the account is deleted
  actor_id bigint,
  action text not null,
  target text not null,
  ip_prefix text,
  request_id text,
  detail jsonb not null default '{}'
);

create index audit_log_at_idx on audit_log (at);
-- For the filter of the screen, and for the list of actions.
create index audit_log_action_idx on audit_log (action, id);

-- One hash per line, which covers all lines before it. A line that is changed, removed or inserted later breaks the
-- chain; `nightdesk audit verify` checks it.
create table audit_chain (
  number bigint primary key,
  -- no foreign key: a missing line must be noticed
  line_id bigint not null unique,
  -- sha256 of the previous hash and the text of the line
  hash bytea not null
);

-- The start of the chain after old lines were deleted.
create table audit_checkpoints (
  number bigint primary key,
  hash bytea not null,
  deleted_lines bigint not null,
  deleted_at timestamptz not null default now()
);

-- Counts of what browsers report about our Content-Security-Policy: the rule that was broken, by what, and in which part
-- of the site. No address of a page, no network, no browser.
create table policy_reports (
  day date not null default current_date,
  area text not null check (area in ('admin', 'public')),
  directive text not null,
  -- an origin, or a word such as `eval` and `inline`
  blocked text not null,
  reports integer not null default 1 check (reports > 0),
  primary key (day, area, directive, blocked)
);
