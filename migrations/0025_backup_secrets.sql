-- Which secrets the backups of a site have, and which key it signs with.

alter table backups
  -- null for a backup of before
  add column secrets text check (secrets in ('all', 'without signing key', 'none'));

alter table installation
  -- a short hash of the key that signs tokens, which may be a setting that no backup has
  add column signing_key_fingerprint text;
