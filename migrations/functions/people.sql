-- Every account has a person of the same number, whose name follows that of the account until somebody gives another one.

create or replace function add_person_of_account() returns trigger language plpgsql as $$
begin
  insert into people (id, name, user_id) values (new.id, account_name(new), new.id);
  return null;
end
$$;

create or replace function rename_person_of_account() returns trigger language plpgsql as $$
begin
  update people set name = account_name(new) where user_id = new.id and name = account_name(old);
  return null;
end
$$;

-- The full name may consist of spaces only; a person's name may not.
create or replace function account_name(account users) returns text language sql immutable parallel safe as $$
  select coalesce(nullif(btrim(account.full_name), ''), account.username)
$$;

drop trigger if exists users_person on users;
create trigger users_person after insert on users for each row execute function add_person_of_account();
drop trigger if exists users_person_name on users;
create trigger users_person_name after update of full_name on users for each row
  when (old.full_name <> new.full_name) execute function rename_person_of_account();
