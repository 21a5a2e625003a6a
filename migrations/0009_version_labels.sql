-- What people call a version. It is beside the version, because nothing rewrites one.
create table version_labels (
  version_id bigint primary key references article_versions on delete cascade,
  label text not null check (label = btrim(label) and length(label) between 1 and 80)
);
