-- Who is credited in place of the authors that an import names: numbers of people by name.
alter table imports add credits jsonb not null default '{}';
