-- A name for a session that says nothing about its key: what its owner ends it by.
alter table sessions add column number bigint generated always as identity unique;

-- A new e-mail, a new password or the end of an account void its links.
create index one_time_tokens_user_id_idx on one_time_tokens (user_id);
