-- An image is kept for a month after its last use, not after its upload. Written by a trigger.

alter table images
  -- when its last use ended, or its upload; without a meaning while something uses it
  add unused_since timestamptz not null default now() check (is_answerable(unused_since));
