-- Seconds that the clock of a worker was ahead of the database's at its last sign of life.
alter table workers add column clock_ahead double precision not null default 0;
