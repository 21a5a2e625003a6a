-- Whether pictures that the old site no longer has are looked for in the Wayback Machine.
alter table imports add wayback boolean not null default false;
