-- What the store holds, so that counts and sizes need no listing. A daily job compares the two.

create table stored_objects (
  key text primary key,
  bytes bigint not null check (bytes >= 0),
  stored_at timestamptz not null default now(),
  -- since when the store is known to be without it
  missing_since timestamptz
);

insert into stored_objects (key, bytes, stored_at) select filename, bytes, created_at from images;

alter table images add foreign key (filename) references stored_objects (key);

-- Smaller copies of a picture, for smaller screens.
create table image_variants (
  image_id bigint not null references images on delete cascade,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  format text not null check (format in ('avif', 'webp')),
  filename text not null unique references stored_objects (key),
  primary key (image_id, width, format)
);
