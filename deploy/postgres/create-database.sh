#!/bin/bash
# Creates the database and its two roles, once, on a new Postgres: nightdesk_owner owns the tables and migrates, and nightdesk is
# the role of servers and workers. The image of Postgres runs this file; README.md says how to run it by hand.
set -euo pipefail
export OWNER_PASSWORD="${OWNER_PASSWORD:?}" DATABASE_PASSWORD="${DATABASE_PASSWORD:?}"

# psql reads the passwords from its environment: everybody on the machine can read its arguments.
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --dbname postgres <<'SQL'
\getenv owner_password OWNER_PASSWORD
\getenv password DATABASE_PASSWORD
create role nightdesk_owner login password :'owner_password';
create role nightdesk login password :'password';
create database nightdesk owner nightdesk_owner;
SQL
